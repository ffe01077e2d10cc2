//! What is remembered from one time to the next, in a JSON file in the platform's place for settings.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use directories::ProjectDirs;
use serde::{Deserialize, Serialize};

use crate::scene::Scene;
use crate::scene::view::Background;
use crate::ui::{Recent, Shell};

/// More recents than these are forgotten.
const MOST_RECENTS: usize = 16;
/// A file larger than this is none of ours.
const MOST_BYTES: u64 = 1 << 20;

/// All that is remembered. What a file does not say is as it is at the first start.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct Settings {
    /// What was opened, the last first. Paths that are no Unicode cannot stand in JSON, and are forgotten.
    pub recents: Vec<Opened>,
    /// The family of the character that was shown last, by its word.
    pub family: String,
    pub dark_theme: bool,
    /// In points.
    pub window: [f32; 2],
    pub panels: Panels,
    pub playback: Playback,
    pub view: View,
    /// Files are read again when they change.
    pub follow_files: bool,
}

/// Something that was opened.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct Opened {
    pub name: String,
    pub paths: Vec<String>,
}

/// Widths in points, and whether they are unfolded.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct Panels {
    pub character: bool,
    pub character_width: f32,
    pub inspector: bool,
    pub inspector_width: f32,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct Playback {
    pub speed: f64,
    pub looping: bool,
}

/// Switches above the picture. Whether the surface is drawn is not among them: nobody wants to begin with nothing.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct View {
    pub textured: bool,
    pub lit: bool,
    pub alpha: bool,
    pub wire: bool,
    pub bones: bool,
    pub bounds: bool,
    pub grid: bool,
    /// Red, green and blue from 0 to 1; none is that of the theme.
    pub background: Option<[f32; 3]>,
}

impl Default for Settings {
    fn default() -> Self {
        Self::of(&Shell::default(), &Scene::default(), true, [1440.0, 900.0])
    }
}

impl Default for Panels {
    fn default() -> Self {
        Settings::default().panels
    }
}

impl Default for Playback {
    fn default() -> Self {
        Settings::default().playback
    }
}

impl Default for View {
    fn default() -> Self {
        Settings::default().view
    }
}

impl Settings {
    /// As things are.
    pub fn of(shell: &Shell, scene: &Scene, dark_theme: bool, window: [f32; 2]) -> Self {
        let view = &scene.view;
        let words = |path: &PathBuf| path.to_str().map(str::to_owned);
        let recents = shell.recents.iter().filter_map(|recent| {
            let paths = recent.paths.iter().map(words).collect::<Option<_>>()?;
            let name = recent.name.clone();
            Some(Opened { name, paths })
        });
        let item = scene.item.as_ref();
        Self {
            recents: recents.collect(),
            family: item.map_or("", |item| item.character.family.word()).into(),
            dark_theme,
            window,
            panels: Panels {
                character: shell.character_open,
                character_width: shell.character_width,
                inspector: shell.inspector_open,
                inspector_width: shell.inspector_width,
            },
            playback: Playback {
                speed: scene.clock.speed,
                looping: scene.clock.looping,
            },
            view: View {
                textured: view.textured,
                lit: view.lit,
                alpha: view.blend,
                wire: view.wire,
                bones: view.bones,
                bounds: view.bounds,
                grid: view.grid,
                background: match view.background {
                    Background::Plain(color) => Some(color.truncate().to_array()),
                    _ => None,
                },
            },
            follow_files: shell.follow_files,
        }
    }

    /// Makes things as they were. Numbers that make no sense are left as they are.
    pub fn put(&self, shell: &mut Shell, scene: &mut Scene) {
        let sound = |number: f32, low: f32, high: f32, into: &mut f32| {
            if number.is_finite() {
                *into = number.clamp(low, high);
            }
        };
        shell.recents = self.recents.iter().take(MOST_RECENTS).map(recent).collect();
        shell.character_open = self.panels.character;
        shell.inspector_open = self.panels.inspector;
        let width = self.panels.character_width;
        sound(width, 100.0, 2000.0, &mut shell.character_width);
        let width = self.panels.inspector_width;
        sound(width, 100.0, 2000.0, &mut shell.inspector_width);
        shell.follow_files = self.follow_files;
        let speed = self.playback.speed;
        if speed.is_finite() && (0.01..=10.0).contains(&speed.abs()) {
            scene.clock.speed = speed;
        }
        scene.clock.looping = self.playback.looping;
        let view = &mut scene.view;
        view.textured = self.view.textured;
        view.lit = self.view.lit;
        view.blend = self.view.alpha;
        view.wire = self.view.wire;
        view.bones = self.view.bones;
        view.bounds = self.view.bounds;
        view.grid = self.view.grid;
        view.background = match self.view.background {
            Some(color) if color.iter().all(|it| (0.0..=1.0).contains(it)) => {
                Background::Plain(glam::Vec3::from_array(color).extend(1.0))
            }
            _ if self.dark_theme => Background::Dark,
            _ => Background::Light,
        };
    }

    /// The size to open the window in, points: no larger than there is room, and never too small to be found.
    pub fn window_in(&self, room: [f32; 2]) -> [f32; 2] {
        let side = |wanted: f32, room: f32, least: f32| match wanted.is_finite() {
            true => wanted.min(room).max(least),
            false => room.max(least),
        };
        let ([width, height], [most_width, most_height]) = (self.window, room);
        [
            side(width, most_width, 320.0),
            side(height, most_height, 240.0),
        ]
    }
}

fn recent(opened: &Opened) -> Recent {
    Recent {
        name: opened.name.clone(),
        paths: opened.paths.iter().map(PathBuf::from).collect(),
    }
}

/// Puts what was opened first, once.
pub(super) fn remember(recents: &mut Vec<Recent>, name: String, paths: Vec<PathBuf>) {
    recents.retain(|recent| recent.paths != paths);
    recents.insert(0, Recent { name, paths });
    recents.truncate(MOST_RECENTS);
}

/// The file, and what is in it.
pub(super) struct Store {
    /// None where the platform has no place for settings: then nothing is remembered.
    path: Option<PathBuf>,
    saved: Settings,
}

impl Store {
    /// Reads the platform's file. A file that cannot be understood is kept aside, and told of in a sentence.
    pub fn open() -> (Self, Option<String>) {
        let folders = ProjectDirs::from("", "", "Rigscope");
        match folders {
            Some(folders) => Self::open_at(folders.config_dir().join("settings.json")),
            None => (
                Self {
                    path: None,
                    saved: Settings::default(),
                },
                None,
            ),
        }
    }

    fn open_at(path: PathBuf) -> (Self, Option<String>) {
        let read = read(&path);
        let store = |saved| Self {
            path: Some(path.clone()),
            saved,
        };
        match read {
            Ok(settings) => (store(settings.unwrap_or_default()), None),
            Err(why) => {
                let aside = path.with_extension("broken.json");
                let told = match fs::rename(&path, &aside) {
                    Ok(()) => format!("it was kept as {}", aside.display()),
                    Err(error) => format!("it cannot be moved aside either ({error})"),
                };
                let path = path.display();
                let told = format!(
                    "The settings in {path} cannot be read ({why}); {told}. Everything is as at the first start."
                );
                (store(Settings::default()), Some(told))
            }
        }
    }

    /// As they were last saved.
    pub fn settings(&self) -> &Settings {
        &self.saved
    }

    /// Writes them down, where they differ from what is there.
    pub fn save(&mut self, settings: Settings) {
        let Some(path) = self.path.as_ref().filter(|_| settings != self.saved) else {
            return;
        };
        match write(path, &settings) {
            Ok(()) => self.saved = settings,
            Err(error) => tracing::warn!(%error, path = %path.display(), "settings are not saved"),
        }
    }
}

/// `None` where there is no file.
fn read(path: &Path) -> Result<Option<Settings>, String> {
    let length = match fs::metadata(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(error.to_string()),
        Ok(metadata) => metadata.len(),
    };
    if length > MOST_BYTES {
        return Err(format!("it has {length} bytes"));
    }
    let text = fs::read_to_string(path).map_err(|error| error.to_string())?;
    serde_json::from_str(&text)
        .map(Some)
        .map_err(|error| error.to_string())
}

/// Beside it first: whoever reads finds the old or the new, never a half.
fn write(path: &Path, settings: &Settings) -> io::Result<()> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    let beside = path.with_extension("new.json");
    fs::write(&beside, serde_json::to_string_pretty(settings)?)?;
    fs::rename(&beside, path)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

    use super::*;

    fn changed() -> Settings {
        Settings {
            recents: vec![Opened {
                name: "큐브".into(),
                paths: vec!["/데이터/über/キャラ.skn".into()],
            }],
            family: "spine".into(),
            dark_theme: false,
            window: [800.0, 600.0],
            panels: Panels {
                character: false,
                character_width: 300.0,
                inspector: false,
                inspector_width: 400.0,
            },
            playback: Playback {
                speed: 0.25,
                looping: false,
            },
            view: View {
                textured: false,
                lit: false,
                alpha: false,
                wire: true,
                bones: true,
                bounds: true,
                grid: false,
                background: Some([0.0, 0.5, 1.0]),
            },
            follow_files: false,
        }
    }

    #[test]
    fn what_is_saved_is_read_put_and_taken_again() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("deep/down/settings.json");
        let (mut store, told) = Store::open_at(path.clone());
        assert_eq!((store.settings(), told), (&Settings::default(), None));
        store.save(changed());
        let (store, told) = Store::open_at(path);
        assert_eq!((store.settings(), told), (&changed(), None));
        let (mut shell, mut scene) = (Shell::default(), Scene::default());
        store.settings().put(&mut shell, &mut scene);
        let again = Settings::of(&shell, &scene, false, [800.0, 600.0]);
        let expected = Settings {
            family: String::new(),
            ..changed()
        };
        assert_eq!(again, expected);
    }

    #[test]
    fn a_file_of_another_version_is_read_as_far_as_it_goes() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("settings.json");
        fs::write(
            &path,
            r#"{"dark_theme": false, "panels": {"inspector": false}, "later": 1}"#,
        )
        .unwrap();
        let (store, told) = Store::open_at(path);
        let mut expected = Settings::default();
        (expected.dark_theme, expected.panels.inspector) = (false, false);
        assert_eq!((store.settings(), told), (&expected, None));
    }

    #[test]
    fn a_broken_file_is_kept_aside_and_told_of() {
        let good = serde_json::to_string(&changed()).unwrap();
        let broken = [
            Vec::new(),
            b"{".to_vec(),
            good.as_bytes()[..good.len() / 2].to_vec(),
            b"[1, 2]".to_vec(),
            vec![0xFF, 0xFE, 0],
            br#"{"window": "large"}"#.to_vec(),
            vec![b' '; (MOST_BYTES + 1) as usize],
        ];
        for bytes in broken {
            let folder = tempfile::tempdir().unwrap();
            let path = folder.path().join("settings.json");
            fs::write(&path, &bytes).unwrap();
            let (mut store, told) = Store::open_at(path.clone());
            assert_eq!(store.settings(), &Settings::default());
            let aside = folder.path().join("settings.broken.json");
            assert!(told.unwrap().contains(&*aside.to_string_lossy()));
            assert_eq!(fs::read(&aside).unwrap(), bytes);
            store.save(changed());
            assert_eq!(Store::open_at(path).0.settings(), &changed());
        }
    }

    #[test]
    fn numbers_that_make_no_sense_are_left_out() {
        let mut settings = changed();
        settings.playback.speed = 1e30;
        settings.panels.character_width = -4.0;
        settings.view.background = Some([7.0, 0.0, 0.0]);
        settings.window = [1e9, 0.0];
        let (mut shell, mut scene) = (Shell::default(), Scene::default());
        settings.put(&mut shell, &mut scene);
        assert_eq!((scene.clock.speed, shell.character_width), (1.0, 100.0));
        assert_eq!(scene.view.background, Background::Light);
        assert_eq!(settings.window_in([1000.0, 700.0]), [1000.0, 240.0]);
    }

    #[test]
    fn the_last_opened_is_first_and_only_so_many_are_kept() {
        let mut recents = Vec::new();
        for number in 0..20 {
            let path = PathBuf::from(format!("/{number}"));
            remember(&mut recents, number.to_string(), vec![path]);
        }
        assert_eq!(
            (recents.len(), recents[0].name.as_str()),
            (MOST_RECENTS, "19")
        );
        remember(&mut recents, "ten".into(), vec!["/10".into()]);
        assert_eq!(
            (recents.len(), recents[0].name.as_str()),
            (MOST_RECENTS, "ten")
        );
        let tens = recents
            .iter()
            .filter(|it| it.paths == [PathBuf::from("/10")]);
        assert_eq!(tens.count(), 1);
    }
}
