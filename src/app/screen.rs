//! The window's surface, and everything on the GPU that belongs to it.

use std::sync::Arc;
use std::time::Duration;

use egui::epaint::text::FontInsert;
use egui::{FullOutput, Rect, TextureId, Ui, ViewportId};
use wgpu::CurrentSurfaceTexture as Current;
use winit::event::WindowEvent;
use winit::event_loop::ActiveEventLoop;
use winit::window::Window;

use super::AppError;
use super::letters::Letters;
use crate::gpu::{GpuContext, GpuError, Preference, Renderer, Target};
use crate::scene::frame::{FramePacket, ResourceId};
use crate::scene::spine::Choices;
use crate::scene::{Camera, Clock, Item, Pick, Scene, Skinning, ViewOptions};
use crate::ui::{Reply, Shell};

/// A window that is drawn on.
pub(super) struct Screen {
    window: Arc<Window>,
    surface: wgpu::Surface<'static>,
    configuration: wgpu::SurfaceConfiguration,
    configured: bool,
    context: GpuContext,
    adapter: String,
    renderer: Renderer,
    target: Target,
    packet: FramePacket,
    drawn: Option<Drawn>,
    /// What the last picture needed and the next does not is given up at once.
    trim: bool,
    input: egui_winit::State,
    painter: egui_wgpu::Renderer,
    picture: TextureId,
}

/// What a pass over the panels left to do.
pub(super) struct Frame {
    pub reply: Reply,
    pub shapes: Vec<egui::ClippedPrimitive>,
    pub textures: egui::TexturesDelta,
    pub repaint_after: Duration,
}

/// All that the picture depends on: while it stays, so does the picture.
#[derive(Clone, Debug, PartialEq)]
struct Drawn {
    size: [u32; 2],
    scale: f32,
    camera: Camera,
    view: ViewOptions,
    clock: Clock,
    /// Joint, submesh and slot; and the part of what is worn.
    selected: ([Option<usize>; 3], Option<(usize, usize)>),
    picks: (Option<usize>, Option<usize>, Option<usize>),
    revision: u64,
    mapping: Option<ResourceId>,
    visible: Vec<bool>,
    spine: Option<Choices>,
    /// The one beside it: whose it is, what it plays, and how.
    other: Option<(ResourceId, Pick, u64)>,
}

impl Screen {
    /// Makes all that is needed to draw on `window`, with the panels' memory of `egui`.
    pub fn new(
        event_loop: &ActiveEventLoop,
        window: Arc<Window>,
        egui: egui::Context,
    ) -> Result<Self, AppError> {
        let display = Box::new(event_loop.owned_display_handle());
        let descriptor = wgpu::InstanceDescriptor::new_with_display_handle_from_env(display);
        let instance = wgpu::Instance::new(descriptor);
        let surface = instance
            .create_surface(window.clone())
            .map_err(|error| GpuError::NoAdapter(error.to_string()))?;
        let context = GpuContext::new(instance, Some(&surface), Preference::Fast)?;
        let configuration = configuration(&surface, &context, &window)?;
        let renderer = Renderer::new(&context)?;
        let target = Target::new(&context, 1, 1);
        let mut painter = egui_wgpu::Renderer::new(
            &context.device,
            configuration.format,
            egui_wgpu::RendererOptions {
                // The panels have no gradients to smooth, and software adapters pay for it at every pixel.
                dithering: false,
                ..Default::default()
            },
        );
        let picture = painter.register_native_texture(
            &context.device,
            target.view(),
            wgpu::FilterMode::Nearest,
        );
        Shell::dress(&egui);
        let input = egui_winit::State::new(
            egui,
            ViewportId::ROOT,
            &window,
            Some(window.scale_factor() as f32),
            window.theme(),
            Some(context.limits.max_texture_dimension_2d as usize),
        );
        Ok(Self {
            adapter: context.description(),
            window,
            surface,
            configuration,
            configured: false,
            context,
            renderer,
            target,
            packet: FramePacket::new(Camera::default().matrices(1.0)),
            drawn: None,
            trim: false,
            input,
            painter,
            picture,
        })
    }

    /// The same window on a new device, after the old one was lost. All that is on the GPU is made again from what the
    /// scene holds; the panels keep their memory, in a new context that uploads its font again.
    pub fn rebuild(self, event_loop: &ActiveEventLoop) -> Result<Self, AppError> {
        tracing::warn!("the graphics device was lost: making everything again");
        let old = self.input.egui_ctx().clone();
        let (theme, memory) = (old.theme(), old.memory(Clone::clone));
        let window = self.window.clone();
        // A window holds one surface at a time.
        drop(self);
        let egui = egui::Context::default();
        egui.memory_mut(|place| *place = memory);
        let screen = Self::new(event_loop, window, egui)?;
        screen.input.egui_ctx().set_theme(theme);
        Ok(screen)
    }

    /// Draws letters that the bundled fonts lack with those that are found.
    pub fn use_letters(&self, letters: &Letters) {
        let egui = self.egui();
        egui.add_font_provider(letters.provider.clone());
        self.renderer.set_font_provider(letters.provider.clone());
        self.add_fonts(&letters.fonts);
    }

    /// Draws with more fonts.
    pub fn add_fonts(&self, fonts: &[FontInsert]) {
        for font in fonts {
            self.egui().add_font(font.clone());
            self.renderer.add_font(font.clone());
        }
    }

    /// The panels' memory.
    pub fn egui(&self) -> &egui::Context {
        self.input.egui_ctx()
    }

    /// The size of the window, in points.
    pub fn points(&self) -> [f32; 2] {
        let size = self
            .window
            .inner_size()
            .to_logical(self.window.scale_factor());
        [size.width, size.height]
    }

    pub fn window(&self) -> &Window {
        &self.window
    }

    pub fn picture(&self) -> TextureId {
        self.picture
    }

    /// The adapter, for people.
    pub fn adapter(&self) -> &str {
        &self.adapter
    }

    /// For tests: the device is gone, as after a reset of the driver.
    pub fn lose_device(&self) {
        self.context.device.destroy();
        let _ = self.context.device.poll(wgpu::PollType::Poll);
    }

    pub fn is_lost(&self) -> bool {
        self.context.is_lost()
    }

    pub fn is_software(&self) -> bool {
        self.context.is_software()
    }

    pub fn lacks_compute(&self) -> bool {
        !self.context.can_compute()
    }

    /// Whether the CPU twin skins. It also does where there is no compute shader.
    fn skins_on_cpu(&self, skinning: Skinning) -> bool {
        skinning.is_cpu(self.is_software()) || self.lacks_compute()
    }

    /// False while minimised or without an area.
    pub fn can_be_seen(&self) -> bool {
        let size = self.window.inner_size();
        size.width > 0 && size.height > 0 && self.window.is_minimized() != Some(true)
    }

    /// From one picture of the monitor to the next.
    pub fn frame_interval(&self) -> Duration {
        let monitor = self.window.current_monitor();
        let rate = monitor.and_then(|monitor| monitor.refresh_rate_millihertz());
        let rate = rate.filter(|rate| (10_000..=1_000_000).contains(rate));
        Duration::from_secs_f64(1000.0 / f64::from(rate.unwrap_or(60_000)))
    }

    /// Hands an event to the panels; true where they want to be drawn again.
    pub fn on_event(&mut self, event: &WindowEvent) -> bool {
        match event {
            WindowEvent::RedrawRequested => return false,
            WindowEvent::Resized(_) | WindowEvent::ScaleFactorChanged { .. } => {
                self.configured = false;
            }
            _ => {}
        }
        self.input.on_window_event(&self.window, event).repaint
            || matches!(
                event,
                WindowEvent::Resized(_) | WindowEvent::Occluded(false) | WindowEvent::Focused(_)
            )
    }

    /// One pass over the panels.
    pub fn run_panels(&mut self, mut show: impl FnMut(&mut Ui) -> Reply) -> Frame {
        let egui = self.input.egui_ctx().clone();
        let input = self.input.take_egui_input(&self.window);
        let mut reply = Reply::default();
        let output: FullOutput = egui.run_ui(input, |ui| {
            let pass = show(ui);
            // A pass that egui throws away may have been clicked in all the same.
            reply.requests.extend(pass.requests);
            reply.picture = pass.picture;
        });
        self.input
            .handle_platform_output(&self.window, output.platform_output);
        let repaint_after = output
            .viewport_output
            .get(&ViewportId::ROOT)
            .map_or(Duration::MAX, |viewport| viewport.repaint_delay);
        Frame {
            reply,
            shapes: egui.tessellate(output.shapes, output.pixels_per_point),
            textures: output.textures_delta,
            repaint_after,
        }
    }

    /// Draws the scene the next time, whatever it seems to be: another character was put there.
    pub fn forget_picture(&mut self) {
        self.drawn = None;
        self.trim = true;
    }

    /// Draws the scene in the size of `rect`, points; nothing where neither scene nor size changed.
    pub fn draw_picture(&mut self, scene: &mut Scene, rect: Rect) {
        let scale = self.input.egui_ctx().pixels_per_point();
        let [width, height] =
            [rect.width(), rect.height()].map(|points| (points * scale).round().max(1.0) as u32);
        if self.target.resize(&self.context, width, height) {
            self.painter.update_egui_texture_from_wgpu_texture(
                &self.context.device,
                self.target.view(),
                wgpu::FilterMode::Nearest,
                self.picture,
            );
            self.drawn = None;
        }
        let size = self.target.size();
        let before = Drawn::of(scene, size, scale);
        if self.drawn.as_ref() == Some(&before) && !scene.fit_is_wanted() {
            return;
        }
        let skin_here = self.skins_on_cpu(scene.view.skinning);
        scene.build_frame(size, scale, skin_here, &mut self.packet);
        self.renderer
            .render(&self.context, &self.packet, &self.target);
        if std::mem::take(&mut self.trim) {
            self.renderer.trim();
        }
        self.drawn = Some(Drawn::of(scene, size, scale));
    }

    /// Paints the panels and shows the result.
    pub fn paint(
        &mut self,
        shapes: Vec<egui::ClippedPrimitive>,
        mut textures: egui::TexturesDelta,
    ) {
        let (device, queue) = (&self.context.device, &self.context.queue);
        for (id, deltas) in textures.set.drain() {
            for delta in deltas {
                self.painter.update_texture(device, queue, id, &delta);
            }
        }
        if let Some(frame) = self.next_frame() {
            self.paint_onto(frame, &shapes);
        }
        for id in textures.free.drain() {
            self.painter.free_texture(&id);
        }
    }

    fn paint_onto(&mut self, frame: wgpu::SurfaceTexture, shapes: &[egui::ClippedPrimitive]) {
        let (device, queue) = (&self.context.device, &self.context.queue);
        let size = egui_wgpu::ScreenDescriptor {
            size_in_pixels: [self.configuration.width, self.configuration.height],
            pixels_per_point: self.input.egui_ctx().pixels_per_point(),
        };
        let mut encoder = device.create_command_encoder(&Default::default());
        let mut commands = self
            .painter
            .update_buffers(device, queue, &mut encoder, shapes, &size);
        let view = frame.texture.create_view(&Default::default());
        let pass = encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
            label: Some("panels"),
            color_attachments: &[Some(wgpu::RenderPassColorAttachment {
                view: &view,
                depth_slice: None,
                resolve_target: None,
                ops: wgpu::Operations {
                    load: wgpu::LoadOp::Clear(wgpu::Color::BLACK),
                    store: wgpu::StoreOp::Store,
                },
            })],
            ..Default::default()
        });
        self.painter
            .render(&mut pass.forget_lifetime(), shapes, &size);
        commands.push(encoder.finish());
        queue.submit(commands);
        self.window.pre_present_notify();
        queue.present(frame);
    }

    /// The texture to paint on; `None` where the window cannot be painted now. The surface is configured again where
    /// the window changed, and made again where it was lost.
    fn next_frame(&mut self) -> Option<wgpu::SurfaceTexture> {
        for _ in 0..2 {
            if !self.configured && !self.configure() {
                return None;
            }
            match self.surface.get_current_texture() {
                Current::Success(frame) => return Some(frame),
                Current::Suboptimal(frame) => {
                    drop(frame);
                    self.configured = false;
                }
                Current::Outdated => self.configured = false,
                Current::Lost => {
                    if !self.replace_surface() {
                        return None;
                    }
                }
                Current::Timeout | Current::Occluded | Current::Validation => return None,
            }
        }
        // Changing faster than it can be configured: the next event tries again.
        self.window.request_redraw();
        None
    }

    fn configure(&mut self) -> bool {
        let size = self.window.inner_size();
        let largest = self.context.limits.max_texture_dimension_2d;
        if size.width == 0 || size.height == 0 {
            return false;
        }
        self.configuration.width = size.width.min(largest);
        self.configuration.height = size.height.min(largest);
        self.surface
            .configure(&self.context.device, &self.configuration);
        self.configured = true;
        true
    }

    fn replace_surface(&mut self) -> bool {
        self.configured = false;
        match self.context.instance.create_surface(self.window.clone()) {
            Ok(surface) => {
                self.surface = surface;
                true
            }
            Err(error) => {
                tracing::error!(%error, "the window's surface was lost and cannot be made again");
                false
            }
        }
    }
}

/// A format that egui paints in (not sRGB), and frames that wait for the screen.
fn configuration(
    surface: &wgpu::Surface<'_>,
    context: &GpuContext,
    window: &Window,
) -> Result<wgpu::SurfaceConfiguration, AppError> {
    let size = window.inner_size();
    let mut configuration = surface
        .get_default_config(&context.adapter, size.width.max(1), size.height.max(1))
        .ok_or_else(|| {
            GpuError::NoAdapter(format!("{} cannot show a window", context.description()))
        })?;
    let formats = surface.get_capabilities(&context.adapter).formats;
    let plain = formats.iter().find(|format| {
        matches!(
            format,
            wgpu::TextureFormat::Bgra8Unorm | wgpu::TextureFormat::Rgba8Unorm
        )
    });
    configuration.format = *plain.unwrap_or(&configuration.format);
    configuration.present_mode = wgpu::PresentMode::AutoVsync;
    Ok(configuration)
}

impl Drawn {
    fn of(scene: &Scene, size: [u32; 2], scale: f32) -> Self {
        let item = scene.item.as_ref();
        Self {
            size,
            scale,
            camera: scene.camera,
            view: scene.view,
            clock: scene.clock,
            selected: (
                [
                    scene.selected_joint,
                    scene.selected_submesh,
                    scene.selected_slot,
                ],
                scene.selected_worn,
            ),
            picks: item.map_or((None, None, None), |item| item.picks()),
            revision: item.map_or(0, Item::revision),
            mapping: item.map(Item::mapping_id),
            visible: item.map(|item| item.visible.clone()).unwrap_or_default(),
            spine: item.and_then(Item::spine).map(|(spine, _)| spine.choices()),
            other: scene.other.as_ref().map(|other| {
                let item = &other.item;
                (other.id(), item.picked(), item.revision())
            }),
        }
    }
}
