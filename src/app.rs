//! The window: winit's event loop and the glue between panels, scene and GPU.
//!
//! One redraw: let time pass, run the panels, draw the scene's picture in the size that the panels left for it, paint
//! the panels around it. Nothing runs between redraws; a redraw comes from input, from what egui asks for, from a
//! result of another thread, or from a playing clip.

mod carried;
mod dialog;
mod dialogs;
mod document;
mod export;
mod figure;
mod guard;
mod leaving;
mod letters;
mod opening;
mod pacing;
mod played;
mod reload;
mod routes;
mod screen;
mod settings;
mod watch;

use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use egui::Theme;
use egui::epaint::text::FontInsert;
use winit::application::ApplicationHandler;
use winit::dpi::LogicalSize;
use winit::event::WindowEvent;
use winit::event_loop::{ActiveEventLoop, ControlFlow, EventLoop, EventLoopProxy};
use winit::window::{Window, WindowId};

use crate::formats::OpenOptions;
use crate::gpu::GpuError;
use crate::model::Family;
use crate::pose::MappingRule;
use crate::scene::Skinning;
use crate::scene::names::NameList;
use crate::scene::worn::Fit;
use crate::ui::{Notice, Request, Shell, Surroundings, title};
use dialog::Choice;
use document::{Document, Purpose};
use export::{Exporter, Order};
use leaving::Leaving;
use letters::Letters;
use pacing::Pacing;
use reload::Reason;
use screen::Screen;
use settings::{Settings, Store};
use watch::{Seen, Watch};

pub(crate) use export::{LostSagaOptions, export_item, export_lostsaga};

/// What the window begins with.
#[derive(Clone, Debug, Default)]
pub struct AppOptions {
    /// Opened at once; none opens the bundled sample.
    pub paths: Vec<PathBuf>,
    /// Take exactly what is named, nothing beside it.
    pub only: bool,
    /// Who skins the vertices.
    pub skinning: Skinning,
    /// Which joint gets a track where several answer to its hash.
    pub mapping: MappingRule,
    /// The clip to begin with: its name, ignoring case, or a part that no other clip has.
    pub clip: Option<String>,
}

/// Why there is no window.
#[derive(Debug, thiserror::Error)]
pub enum AppError {
    /// Neither X11 nor Wayland is there.
    #[error("no display to open a window on: {0}; `rigscope render` makes pictures without one")]
    NoDisplay(String),
    /// No adapter draws.
    #[error(transparent)]
    Gpu(#[from] GpuError),
    /// The window system refused.
    #[error("the window system gives no window: {0}")]
    Window(String),
    /// The display server ended before the window did.
    #[error("the connection to the display broke, and the window with it")]
    Gone,
}

/// What wakes the event loop from other threads.
#[derive(Debug)]
enum Wake {
    /// The loader has a result.
    Loaded,
    /// The file dialog was closed; what was chosen is for a purpose.
    Chosen(Choice, Purpose),
    /// The dialog that asks for a list of names was closed.
    NamesChosen(Choice),
    /// A list of names was read, or why not.
    Named(Box<Result<NameList, String>>),
    /// The dialog that asks where to export to was closed.
    SaveAt(Choice, Box<Order>),
    /// An export has ended, with something to tell or nothing.
    Exported(Option<Notice>),
    /// Files of what is shown have changed.
    Changed(Seen),
    /// Fonts were found that have letters which the bundled ones lack.
    Fonts(Vec<FontInsert>),
}

/// The system's reason without the place in the sources that it came from.
fn plain(reason: &str) -> String {
    let reason = match reason.split_once(".rs:") {
        Some((_, rest)) => {
            rest.trim_start_matches(|c: char| c.is_ascii_digit() || c == ':' || c == ' ')
        }
        None => reason,
    };
    reason.trim_end_matches('.').to_owned()
}

/// Opens the window and stays until it is closed.
///
/// # Errors
/// A [`GpuError`] where nothing draws, else an [`AppError`].
pub fn run(options: AppOptions) -> anyhow::Result<()> {
    match run_loop(options) {
        Err(AppError::Gpu(error)) => Err(error.into()),
        result => Ok(result?),
    }
}

fn run_loop(options: AppOptions) -> Result<(), AppError> {
    let event_loop = EventLoop::<Wake>::with_user_event()
        .build()
        .map_err(|error| AppError::NoDisplay(plain(&error.to_string())))?;
    let mut app = App::new(options, event_loop.create_proxy());
    let ended = guard::run(|| {
        event_loop
            .run_app(&mut app)
            .map_err(|error| AppError::Window(error.to_string()))
    });
    if matches!(ended, Err(AppError::Gone)) {
        // A window is taken down by calls to the display that is gone.
        std::mem::forget(app);
        return ended;
    }
    ended?;
    app.failure.map_or(Ok(()), Err)
}

struct App {
    wakes: EventLoopProxy<Wake>,
    document: Document,
    shell: Shell,
    dialog_open: bool,
    exporter: Exporter,
    store: Store,
    letters: Letters,
    watch: Watch,
    /// Whether files were last wanted to be followed.
    followed: bool,
    dropped: Vec<PathBuf>,
    /// What waits for an answer.
    leaving: Option<Leaving>,
    screen: Option<Screen>,
    /// Held here too, so that it outlives the screen when a redraw gives up with the display.
    window: Option<Arc<Window>>,
    title: String,
    pacing: Pacing,
    loss: Option<Instant>,
    failure: Option<AppError>,
}

const THIS_IS_THE_SAMPLE: &str = "This is the bundled sample. Drop files or a folder of a character here, or open them \
                                  with Ctrl+O: any one file finds the others.";

/// Set to a number of seconds by tests: then the graphics device is destroyed, as a driver that was reset does it.
const LOSE_DEVICE_AFTER: &str = "RIGSCOPE_LOSE_DEVICE_AFTER";

fn loss_for_tests() -> Option<Instant> {
    let seconds = std::env::var(LOSE_DEVICE_AFTER).ok()?.parse().ok()?;
    Instant::now().checked_add(Duration::from_secs(seconds))
}

impl App {
    fn new(options: AppOptions, wakes: EventLoopProxy<Wake>) -> Self {
        let open = OpenOptions { only: options.only };
        let mut document = Document::new(open, options.mapping, options.clip);
        let mut shell = Shell::default();
        let (store, told) = Store::open();
        store.settings().put(&mut shell, &mut document.scene);
        let last_family = Family::of_word(&store.settings().family);
        document.last_family = last_family.unwrap_or(Family::League);
        document.scene.view.skinning = options.skinning;
        let fonts = wakes.clone();
        let letters = Letters::new(move |found| {
            let _ = fonts.send_event(Wake::Fonts(found));
        });
        let followed = shell.follow_files;
        let mut app = Self {
            wakes,
            document,
            shell,
            store,
            letters,
            dialog_open: false,
            exporter: Exporter::default(),
            watch: Watch::default(),
            followed,
            dropped: Vec::new(),
            leaving: None,
            screen: None,
            window: None,
            title: String::new(),
            pacing: Pacing::default(),
            loss: loss_for_tests(),
            failure: None,
        };
        match options.paths.is_empty() {
            true => app.open_sample(None),
            false => app.open(options.paths),
        }
        if let Some(told) = told {
            app.shell.notice = Some(Notice::failed("Settings lost", told));
        }
        app
    }

    fn fulfil(&mut self, request: Request, event_loop: &ActiveEventLoop) {
        match request {
            Request::ChooseFiles => self.choose(dialog::Kind::Files, Purpose::Show),
            Request::ChooseFolder => self.choose(dialog::Kind::Folder, Purpose::Show),
            Request::ChooseWorn(fit) => self.choose(dialog::Kind::Files, Purpose::Wear(fit)),
            Request::ChooseMaterial(slot) => self.choose(dialog::Kind::Files, Purpose::Fill(slot)),
            Request::ChooseMeshMaterial(at) => self.choose(dialog::Kind::Files, Purpose::Dress(at)),
            Request::DressMesh(at, path) => self.dress_mesh(at, &path),
            Request::ChooseCompared => self.choose(dialog::Kind::Files, Purpose::Compare),
            Request::CompareWith(index) => self.document.compare_with(index),
            Request::Wear(paths) => self.bring(paths, Purpose::Wear(Fit::Worn), event_loop),
            Request::FillSlot(slot, path) => {
                self.bring(vec![path], Purpose::Fill(slot), event_loop)
            }
            Request::ChooseNames => self.choose_names(),
            Request::Answer(answer) => self.answer(answer, event_loop),
            Request::Open(paths) => self.take(paths, event_loop),
            Request::OpenSample => self.leave(Leaving::OpenSample(None), event_loop),
            Request::OpenSampleOf(family) => {
                self.leave(Leaving::OpenSample(Some(family)), event_loop)
            }
            Request::CancelOpening => self.document.cancel(),
            Request::Reload => self.reload(Reason::Asked),
            Request::SaveRouting => {
                self.shell.notice = Some(self.document.save_routing());
                // What we write ourselves is no news.
                self.watch.rest();
                self.follow();
            }
            Request::ReloadRouting => self.shell.notice = self.document.reload_routing(),
            Request::ShowCharacter(index) => {
                self.document.show(index);
                self.forget_picture();
                self.follow();
            }
            Request::Export { all_clips } => self.ask_where_to_export(all_clips),
            Request::CancelExport => self.exporter.cancel(),
        }
        self.ask_redraw();
    }

    fn ask_redraw(&self) {
        if let Some(screen) = &self.screen {
            screen.window().request_redraw();
        }
    }

    fn forget_picture(&mut self) {
        if let Some(screen) = &mut self.screen {
            screen.forget_picture();
        }
    }

    fn surroundings(&self, screen: &Screen) -> Surroundings {
        Surroundings {
            picture: Some(screen.picture()),
            adapter: screen.adapter().to_owned(),
            software_adapter: screen.is_software(),
            lacks_compute: screen.lacks_compute(),
            frames_per_second: self.pacing.rate(),
            opening: self.document.opening(),
            exporting: self.exporter.current(),
            characters: self.document.names(),
            has_files: !self.document.paths.is_empty(),
            unsaved: self.unsaved(),
            dropping_works: dropping_works(),
        }
    }

    fn redraw(&mut self, event_loop: &ActiveEventLoop) -> Result<(), AppError> {
        let Some(mut screen) = self.screen.take() else {
            return Ok(());
        };
        if !screen.can_be_seen() {
            self.pacing.pause();
            self.screen = Some(screen);
            event_loop.set_control_flow(ControlFlow::Wait);
            return Ok(());
        }
        if self.loss.take_if(|at| *at <= Instant::now()).is_some() {
            screen.lose_device();
        }
        if screen.is_lost() {
            screen = screen.rebuild(event_loop)?;
            screen.use_letters(&self.letters);
        }
        let started = Instant::now();
        let moving = self.document.scene.is_moving();
        self.document
            .scene
            .clock
            .advance(self.pacing.begin(started, moving));
        let around = self.surroundings(&screen);
        let frame = screen.run_panels(|ui| self.shell.show(ui, &mut self.document.scene, &around));
        if let Some(rect) = frame.reply.picture {
            screen.draw_picture(&mut self.document.scene, rect);
        }
        screen.paint(frame.shapes, frame.textures);
        self.retitle(&screen);
        let moving = self.document.scene.is_moving();
        let soon = moving || self.document.opening().is_some() && self.document.is_slow();
        let next = self
            .pacing
            .next(started, screen.frame_interval(), soon, frame.repaint_after);
        match next {
            pacing::Next::Now => screen.window().request_redraw(),
            pacing::Next::At(when) => event_loop.set_control_flow(ControlFlow::WaitUntil(when)),
            pacing::Next::Never => event_loop.set_control_flow(ControlFlow::Wait),
        }
        self.screen = Some(screen);
        for request in frame.reply.requests {
            self.fulfil(request, event_loop);
        }
        if self.shell.follow_files != self.followed {
            self.followed = self.shell.follow_files;
            self.follow();
        }
        Ok(())
    }

    fn retitle(&mut self, screen: &Screen) {
        let title = title(&self.document.scene);
        if title != self.title {
            screen.window().set_title(&title);
            self.title = title;
        }
    }

    fn fail(&mut self, event_loop: &ActiveEventLoop, error: AppError) {
        self.failure = Some(error);
        event_loop.exit();
    }
}

impl ApplicationHandler<Wake> for App {
    fn resumed(&mut self, event_loop: &ActiveEventLoop) {
        if self.screen.is_some() {
            return;
        }
        // Shown once there is something to show.
        let attributes = Window::default_attributes()
            .with_title("Rigscope")
            .with_inner_size(first_size(event_loop, self.store.settings()))
            .with_visible(false);
        let opened = event_loop
            .create_window(attributes)
            .map_err(|error| AppError::Window(error.to_string()))
            .and_then(|window| {
                let window = self.window.insert(Arc::new(window)).clone();
                Screen::new(event_loop, window, egui::Context::default())
            });
        match opened {
            Ok(screen) => {
                screen.use_letters(&self.letters);
                let dark = self.store.settings().dark_theme;
                screen
                    .egui()
                    .set_theme(if dark { Theme::Dark } else { Theme::Light });
                screen.window().set_visible(true);
                screen.window().request_redraw();
                self.screen = Some(screen);
            }
            Err(error) => self.fail(event_loop, error),
        }
    }

    fn user_event(&mut self, event_loop: &ActiveEventLoop, wake: Wake) {
        match wake {
            Wake::Loaded => self.show_loaded(),
            Wake::Changed(seen) if self.watch.is_current(&seen) => self.reload(match seen.files {
                true => Reason::File,
                false => Reason::Folder,
            }),
            Wake::Changed(_) => {}
            Wake::Fonts(fonts) => {
                if let Some(screen) = &mut self.screen {
                    screen.add_fonts(&fonts);
                }
                self.letters.fonts.extend(fonts);
                self.forget_picture();
            }
            Wake::Chosen(choice, purpose) => {
                if let Some(paths) = self.chosen(choice, dialog::NO_DIALOG) {
                    self.bring(paths, purpose, event_loop);
                }
            }
            Wake::NamesChosen(choice) => {
                let paths = self.chosen(choice, dialog::NO_LIST_DIALOG);
                if let Some(path) = paths.into_iter().flatten().next() {
                    self.read_names(path);
                }
            }
            Wake::Named(read) => self.use_names(*read),
            Wake::SaveAt(choice, order) => {
                let paths = self.chosen(choice, dialog::NO_SAVE_DIALOG);
                if let Some(path) = paths.into_iter().flatten().next() {
                    self.export(*order, path);
                }
            }
            Wake::Exported(notice) => {
                self.exporter.finish();
                self.shell.notice = notice.or(self.shell.notice.take());
            }
        }
        self.ask_redraw();
    }

    fn window_event(&mut self, event_loop: &ActiveEventLoop, _: WindowId, event: WindowEvent) {
        let Some(screen) = &mut self.screen else {
            return;
        };
        let repaint = screen.on_event(&event);
        match event {
            WindowEvent::CloseRequested => self.leave(Leaving::Close, event_loop),
            WindowEvent::RedrawRequested => {
                if let Err(error) = self.redraw(event_loop) {
                    self.fail(event_loop, error);
                }
                return;
            }
            WindowEvent::DroppedFile(path) => self.dropped.push(path),
            _ => {}
        }
        if repaint {
            self.ask_redraw();
        }
    }

    fn about_to_wait(&mut self, event_loop: &ActiveEventLoop) {
        // Files dropped together come as events of their own, one after the other.
        if !self.dropped.is_empty() {
            let paths = std::mem::take(&mut self.dropped);
            self.take(paths, event_loop);
        }
        if let ControlFlow::WaitUntil(when) = event_loop.control_flow()
            && when <= Instant::now()
        {
            event_loop.set_control_flow(ControlFlow::Wait);
            self.ask_redraw();
        }
    }
}

/// As it was last, but with room for the system's bars.
fn first_size(event_loop: &ActiveEventLoop, settings: &Settings) -> LogicalSize<f64> {
    let monitor = event_loop
        .primary_monitor()
        .or_else(|| event_loop.available_monitors().next());
    let room = monitor.map(|monitor| monitor.size().to_logical::<f32>(monitor.scale_factor()));
    let room = room.map_or([f32::MAX; 2], |room| [room.width * 0.96, room.height * 0.9]);
    let [width, height] = settings.window_in(room);
    LogicalSize::new(width.into(), height.into())
}

/// Wayland's window library hands over no dropped files.
fn dropping_works() -> bool {
    let set = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    !(cfg!(target_os = "linux") && (set("WAYLAND_DISPLAY") || set("WAYLAND_SOCKET")))
}
