//! The graphics adapter and its device.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use tracing::{error, info, warn};

use super::target::{COLOR_FORMAT, DEPTH_FORMAT};

/// Why there is no picture.
#[derive(Debug, thiserror::Error)]
pub enum GpuError {
    /// No driver offers an adapter. The text is wgpu's own reason.
    #[error(
        "no usable graphics adapter: {0}\n\
         Install a graphics driver; one that draws on the processor will do:\n  \
         Debian, Ubuntu: apt install libvulkan1 mesa-vulkan-drivers\n  \
         Fedora: dnf install vulkan-loader mesa-vulkan-drivers\n  \
         Arch: pacman -S vulkan-icd-loader vulkan-swrast\n  \
         Windows, macOS: the maker's graphics driver, or a system update\n\
         If WGPU_BACKEND is set, the backend it names must be installed"
    )]
    NoAdapter(String),
    /// There is an adapter, but it gives no device.
    #[error(
        "the graphics adapter {adapter:?} gives no device: {reason}; a newer graphics driver may help"
    )]
    NoDevice {
        /// As the driver names it.
        adapter: String,
        /// wgpu's own.
        reason: String,
    },
    /// The driver takes none of our shaders or pipelines.
    #[error(
        "the graphics driver refuses to build the drawing pipelines: {0}; a newer graphics driver may help"
    )]
    Pipelines(String),
    /// A picture or buffer could not be brought back.
    #[error(
        "the graphics adapter did not hand its result back: {0}; it may have run out of memory or been reset"
    )]
    Readback(String),
}

/// Which adapter to take where there are several.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Preference {
    /// The fastest.
    #[default]
    Fast,
    /// The one that draws on the processor: slow, and alike everywhere.
    Software,
}

/// An adapter with its device and queue.
#[derive(Debug)]
pub struct GpuContext {
    /// Where surfaces are made.
    pub instance: wgpu::Instance,
    /// The driver's offer.
    pub adapter: wgpu::Adapter,
    /// What makes buffers, textures and pipelines.
    pub device: wgpu::Device,
    /// What takes work.
    pub queue: wgpu::Queue,
    /// The adapter's name, backend and kind.
    pub info: wgpu::AdapterInfo,
    /// What the adapter can do at most; all checks of size ask here.
    pub limits: wgpu::Limits,
    /// Samples a pixel: 4, or 1 where the adapter cannot.
    pub samples: u32,
    /// True once the device is gone: nothing is drawn any more until a new context is made.
    pub lost: Arc<AtomicBool>,
}

impl GpuContext {
    /// A context without a window. `WGPU_BACKEND` chooses among backends.
    pub fn headless(preference: Preference) -> Result<Self, GpuError> {
        let descriptor = wgpu::InstanceDescriptor::new_without_display_handle_from_env();
        Self::new(wgpu::Instance::new(descriptor), None, preference)
    }

    /// A context whose adapter can present to `surface`, where one is given.
    pub fn new(
        instance: wgpu::Instance,
        surface: Option<&wgpu::Surface<'_>>,
        preference: Preference,
    ) -> Result<Self, GpuError> {
        pollster::block_on(Self::request(instance, surface, preference))
    }

    async fn request(
        instance: wgpu::Instance,
        surface: Option<&wgpu::Surface<'_>>,
        preference: Preference,
    ) -> Result<Self, GpuError> {
        let adapter = instance
            .request_adapter(&wgpu::RequestAdapterOptions {
                power_preference: wgpu::PowerPreference::HighPerformance,
                force_fallback_adapter: preference == Preference::Software,
                compatible_surface: surface,
                apply_limit_buckets: false,
            })
            .await
            .map_err(|error| GpuError::NoAdapter(error.to_string()))?;
        let info = adapter.get_info();
        let limits = adapter.limits();
        let (device, queue) = adapter
            .request_device(&wgpu::DeviceDescriptor {
                label: Some("rigscope"),
                required_limits: limits.clone(),
                ..Default::default()
            })
            .await
            .map_err(|error| GpuError::NoDevice {
                adapter: info.name.clone(),
                reason: error.to_string(),
            })?;
        let lost = Arc::new(AtomicBool::new(false));
        listen(&device, &lost);
        info!(name = info.name, backend = %info.backend, kind = ?info.device_type, "graphics adapter");
        Ok(Self {
            samples: sample_count(&adapter),
            instance,
            adapter,
            device,
            queue,
            info,
            limits,
            lost,
        })
    }

    /// True where the adapter is the processor itself: the Rust twin of the skinning shader is faster there.
    pub fn is_software(&self) -> bool {
        self.info.device_type == wgpu::DeviceType::Cpu
    }

    /// False on old drivers without compute shaders, where the Rust twin skins.
    pub fn can_compute(&self) -> bool {
        let downlevel = self.adapter.get_downlevel_capabilities();
        downlevel
            .flags
            .contains(wgpu::DownlevelFlags::COMPUTE_SHADERS)
            && self.limits.max_storage_buffers_per_shader_stage >= 5
            && self.limits.max_compute_invocations_per_workgroup >= super::skin::GROUP_SIZE
    }

    /// True once the device is gone.
    pub fn is_lost(&self) -> bool {
        self.lost.load(Ordering::Relaxed)
    }

    /// For people: `"llvmpipe (LLVM 15.0.6, 256 bits), vulkan, software"`.
    pub fn description(&self) -> String {
        let kind = match self.info.device_type {
            wgpu::DeviceType::Cpu => "software",
            wgpu::DeviceType::IntegratedGpu => "integrated",
            wgpu::DeviceType::DiscreteGpu => "discrete",
            wgpu::DeviceType::VirtualGpu => "virtual",
            wgpu::DeviceType::Other => "of unknown kind",
        };
        format!("{}, {}, {kind}", self.info.name, self.info.backend)
    }
}

/// Driver errors that nobody waits for are logged, not fatal; a lost device raises the flag.
fn listen(device: &wgpu::Device, lost: &Arc<AtomicBool>) {
    device.on_uncaptured_error(Arc::new(|error| error!(%error, "graphics")));
    let lost = Arc::clone(lost);
    device.set_device_lost_callback(move |reason, message| {
        if reason != wgpu::DeviceLostReason::Destroyed {
            warn!(?reason, message, "the graphics device is lost");
        }
        lost.store(true, Ordering::Relaxed);
    });
}

fn sample_count(adapter: &wgpu::Adapter) -> u32 {
    let four = [COLOR_FORMAT, DEPTH_FORMAT].iter().all(|&format| {
        adapter
            .get_texture_format_features(format)
            .flags
            .sample_count_supported(4)
    });
    if four { 4 } else { 1 }
}
