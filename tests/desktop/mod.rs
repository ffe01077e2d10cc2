//! A display of its own with a window manager, the program on it, and hands and eyes for both.
#![allow(
    dead_code,
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    missing_docs
)]

pub mod drop;

use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use image::RgbaImage;

/// Software drawing on a busy machine is slow; nothing here takes that long when it works.
const DEADLINE: Duration = Duration::from_secs(60);

/// Asks until the answer is there, and fails with what was waited for.
pub fn wait_for<T>(what: &str, mut ask: impl FnMut() -> Option<T>) -> T {
    let start = Instant::now();
    loop {
        if let Some(answer) = ask() {
            return answer;
        }
        assert!(start.elapsed() < DEADLINE, "waited in vain for {what}");
        std::thread::sleep(Duration::from_millis(60));
    }
}

fn spawn(command: &mut Command) -> Child {
    command.spawn().unwrap_or_else(|error| {
        panic!("cannot start {command:?}: {error}; ./scripts/setup installs what the tests need")
    })
}

/// An X server without a screen, and a window manager on it. Both end with it.
pub struct Desktop {
    server: Child,
    manager: Child,
    /// `:99`
    pub name: String,
    /// Everything that the program may write.
    pub home: tempfile::TempDir,
}

impl Desktop {
    pub fn start(width: u32, height: u32) -> Self {
        let screen = format!("{width}x{height}x24");
        // The server picks a free number and tells it.
        let mut server = spawn(
            Command::new("Xvfb")
                .args([
                    "-displayfd",
                    "1",
                    "-screen",
                    "0",
                    &screen,
                    "-nolisten",
                    "tcp",
                ])
                .stdout(Stdio::piped())
                .stderr(Stdio::null()),
        );
        let mut number = String::new();
        BufReader::new(server.stdout.take().unwrap())
            .read_line(&mut number)
            .unwrap();
        let name = format!(":{}", number.trim());
        assert!(name.len() > 1, "Xvfb did not start");
        let manager = spawn(
            Command::new("openbox")
                .env("DISPLAY", &name)
                .stdout(Stdio::null())
                .stderr(Stdio::null()),
        );
        let home = tempfile::tempdir().unwrap();
        let desktop = Self {
            server,
            manager,
            name,
            home,
        };
        wait_for("the window manager", || {
            let root = desktop.tool(&["get_num_desktops"]);
            root.filter(|answer| !answer.is_empty())
        });
        desktop
    }

    /// Takes the display away from all that is on it.
    pub fn stop_server(&self) {
        let server = self.server.id().to_string();
        let stopped = Command::new("kill").arg(server).status().unwrap();
        assert!(stopped.success());
    }

    /// Runs xdotool; `None` where it fails.
    pub fn tool(&self, arguments: &[&str]) -> Option<String> {
        let output = Command::new("xdotool")
            .args(arguments)
            .env("DISPLAY", &self.name)
            .output()
            .unwrap_or_else(|error| {
                panic!("cannot start xdotool: {error}; ./scripts/setup installs it")
            });
        output
            .status
            .success()
            .then(|| String::from_utf8_lossy(&output.stdout).trim().to_owned())
    }

    /// The whole screen.
    pub fn picture(&self) -> RgbaImage {
        let output = Command::new("import")
            .args(["-window", "root", "png:-"])
            .env("DISPLAY", &self.name)
            .output()
            .unwrap_or_else(|error| {
                panic!("cannot start import: {error}; ./scripts/setup installs it")
            });
        assert!(output.status.success(), "import: {output:?}");
        image::load_from_memory(&output.stdout).unwrap().to_rgba8()
    }

    /// The program with these arguments, its window on this display, and a file dialog that answers what [`Self::answer`]
    /// was told.
    pub fn program(&self, arguments: &[&Path]) -> Command {
        let tools = self.home.path().join("bin");
        std::fs::create_dir_all(&tools).unwrap();
        self.write_tool(
            &tools.join("zenity"),
            "#!/bin/sh\nsleep 0.5\ncat \"$RIGSCOPE_TEST_ANSWER\"\n",
        );
        let path = std::env::var_os("PATH").unwrap_or_default();
        let paths = std::iter::once(tools).chain(std::env::split_paths(&path));
        let mut command = Command::new(env!("CARGO_BIN_EXE_rigscope"));
        command
            .args(arguments)
            .env("DISPLAY", &self.name)
            .env_remove("WAYLAND_DISPLAY")
            .env_remove("WAYLAND_SOCKET")
            .env("PATH", std::env::join_paths(paths).unwrap())
            .env("XDG_RUNTIME_DIR", self.home.path())
            .env("XDG_CONFIG_HOME", self.home.path().join("config"))
            .env("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nonexistent")
            .env("RIGSCOPE_TEST_ANSWER", self.answer_file())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        command
    }

    fn write_tool(&self, path: &Path, script: &str) {
        use std::os::unix::fs::PermissionsExt;
        std::fs::write(path, script).unwrap();
        std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o755)).unwrap();
    }

    fn answer_file(&self) -> PathBuf {
        self.home.path().join("answer")
    }

    /// What the next file dialog gives.
    pub fn answer(&self, path: &Path) {
        std::fs::write(self.answer_file(), path.display().to_string()).unwrap();
    }
}

impl Drop for Desktop {
    fn drop(&mut self) {
        for child in [&mut self.manager, &mut self.server] {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

/// The running program and its window.
pub struct Running<'a> {
    desktop: &'a Desktop,
    child: Child,
    window: String,
}

impl<'a> Running<'a> {
    /// Starts the program and waits for its window.
    pub fn start(desktop: &'a Desktop, arguments: &[&Path]) -> Self {
        Self::start_with(desktop, desktop.program(arguments))
    }

    /// The same with a command made by [`Desktop::program`].
    pub fn start_with(desktop: &'a Desktop, mut command: Command) -> Self {
        let child = spawn(&mut command);
        let mut running = Self {
            desktop,
            child,
            window: String::new(),
        };
        running.window = wait_for("a window called Rigscope", || {
            running.assert_alive();
            let found = desktop.tool(&["search", "--onlyvisible", "--name", "^Rigscope"])?;
            found.lines().last().map(str::to_owned)
        });
        running.activate();
        running
    }

    fn assert_alive(&mut self) {
        if let Some(status) = self.child.try_wait().unwrap() {
            let mut said = String::new();
            let _ = self.child.stderr.take().unwrap().read_to_string(&mut said);
            panic!("the program ended by itself with {status}: {said}");
        }
    }

    pub fn window(&self) -> &str {
        &self.window
    }

    pub fn tool(&self, arguments: &[&str]) -> Option<String> {
        self.desktop.tool(arguments)
    }

    pub fn activate(&mut self) {
        let window = self.window.clone();
        self.tool(&["windowactivate", "--sync", &window]);
    }

    pub fn title(&mut self) -> String {
        self.assert_alive();
        self.tool(&["getwindowname", &self.window])
            .unwrap_or_default()
    }

    /// Waits until the title has a part.
    pub fn wait_for_title(&mut self, part: &str) -> String {
        wait_for(&format!("{part:?} in the title"), || {
            Some(self.title()).filter(|title| title.contains(part))
        })
    }

    pub fn key(&mut self, key: &str) {
        self.tool(&["key", key]).expect("a key is pressed");
    }

    /// Clicks, slowly enough to be two frames.
    pub fn click(&mut self, x: i32, y: i32) {
        let [x, y] = [x, y].map(|at| at.to_string());
        let window = self.window.clone();
        self.tool(&[
            "mousemove",
            "--window",
            &window,
            &x,
            &y,
            "sleep",
            "0.3",
            "click",
            "1",
            "sleep",
            "0.3",
        ])
        .expect("the pointer moves");
    }

    /// Left, top, width and height of the window, in pixels of the screen.
    pub fn place(&mut self) -> [i32; 4] {
        let text = self
            .tool(&["getwindowgeometry", "--shell", &self.window])
            .unwrap_or_default();
        let of = |name: &str| {
            let line = text.lines().find_map(|line| line.strip_prefix(name));
            line.and_then(|value| value.parse().ok()).unwrap_or(0)
        };
        [of("X="), of("Y="), of("WIDTH="), of("HEIGHT=")]
    }

    pub fn resize(&mut self, width: u32, height: u32) {
        let [width, height] = [width, height].map(|side| side.to_string());
        let window = self.window.clone();
        self.tool(&["windowsize", &window, &width, &height]);
    }

    /// The middle of the window, where the character is, without panels and bars.
    pub fn middle(&mut self) -> RgbaImage {
        let [x, y, width, height] = self.place();
        let screen = self.desktop.picture();
        let part = |from: i32, size: i32, low: f32, limit: u32| {
            ((from as f32 + size as f32 * low).max(0.0) as u32).min(limit - 1)
        };
        let left = part(x, width, 0.32, screen.width());
        let right = part(x, width, 0.66, screen.width());
        let top = part(y, height, 0.2, screen.height());
        let bottom = part(y, height, 0.78, screen.height());
        image::imageops::crop_imm(
            &screen,
            left,
            top,
            (right - left).max(1),
            (bottom - top).max(1),
        )
        .to_image()
    }

    /// Waits until the middle of the window differs from `before`.
    pub fn wait_for_change(&mut self, what: &str, before: &RgbaImage) -> RgbaImage {
        wait_for(&format!("the picture to change: {what}"), || {
            self.assert_alive();
            let now = self.middle();
            (now != *before).then_some(now)
        })
    }

    /// Waits until the middle of the window stays as it is for half a second.
    pub fn wait_for_rest(&mut self, what: &str) -> RgbaImage {
        wait_for(&format!("the picture to rest: {what}"), || {
            self.assert_alive();
            let first = self.middle();
            std::thread::sleep(Duration::from_millis(500));
            (self.middle() == first).then_some(first)
        })
    }

    /// Seconds of processor time that the program uses while `seconds` pass.
    pub fn processor_time(&mut self, seconds: f64) -> f64 {
        self.assert_alive();
        let before = self.ticks();
        std::thread::sleep(Duration::from_secs_f64(seconds));
        self.assert_alive();
        // Linux counts in hundredths of a second.
        (self.ticks() - before) as f64 / 100.0
    }

    fn ticks(&self) -> u64 {
        let stat = std::fs::read_to_string(format!("/proc/{}/stat", self.child.id())).unwrap();
        // The name in brackets may hold anything; user and system time are the 12th and 13th field after it.
        let (_, fields) = stat.rsplit_once(')').unwrap();
        let fields = fields.split_whitespace();
        fields
            .skip(11)
            .take(2)
            .map(|ticks| ticks.parse::<u64>().unwrap())
            .sum()
    }

    /// Waits for the program's end.
    pub fn end(self) -> ExitStatus {
        self.end_and_said().0
    }

    /// Waits for the program's end; gives what it wrote to stderr too.
    pub fn end_and_said(mut self) -> (ExitStatus, String) {
        let status = wait_for("the program to end", || self.child.try_wait().unwrap());
        let mut said = String::new();
        let _ = self.child.stderr.take().unwrap().read_to_string(&mut said);
        (status, said)
    }
}

impl Drop for Running<'_> {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
