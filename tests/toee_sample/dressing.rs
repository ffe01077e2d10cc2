//! Slots that are filled at run time, tables of what there is to wear, and meshes of one folder that are worn together.

use std::fs;
use std::path::{Path, PathBuf};

use glam::{Vec2, Vec3};
use rigscope::formats::open_material;
use rigscope::formats::toee::{FixedText, mes, skm, tables};
use rigscope::model::Wardrobe;
use rigscope::model::wardrobe::HairSize;
use rigscope::scene::picking::SurfaceAt;
use rigscope::scene::worn::Fit;
use rigscope::scene::{Item, Scene};

use super::folder;
use super::worn::{hat, opened, stick, tock};

/// Tock in a game's folder of its own, painted by the slots CHEST and HEAD. Gives the mesh.
fn slotted(root: &Path) -> PathBuf {
    let models = root.join("art/meshes/tock");
    fs::create_dir_all(&models).unwrap();
    for file in fs::read_dir(folder().join("art/meshes/tock")).unwrap() {
        let path = file.unwrap().path();
        fs::copy(&path, models.join(path.file_name().unwrap())).unwrap();
    }
    let mut mesh = tock();
    mesh.materials = vec![FixedText::new("chest"), FixedText::new("HEAD")];
    let path = models.join("tock.skm");
    fs::write(&path, skm::write(&mesh).unwrap()).unwrap();
    path
}

/// A material of the sample.
fn material() -> PathBuf {
    let models = fs::read_dir(folder().join("art/meshes/tock")).unwrap();
    let mut files: Vec<PathBuf> = models.map(|file| file.unwrap().path()).collect();
    files.sort();
    let is_material = |path: &&PathBuf| path.extension().is_some_and(|it| it == "mdf");
    files.iter().find(is_material).unwrap().clone()
}

fn write_tables(root: &Path) {
    let name = material().file_name().unwrap().to_str().unwrap().to_owned();
    fs::create_dir_all(root.join("rules/addmeshes")).unwrap();
    let materials = format!(
        "// bodies\n{{005}}{{HEAD:art\\meshes\\TOCK\\{name}}}\n{{2005}}{{CHEST:art/a b.mdf HEAD:art/c.mdf}}\n"
    );
    fs::write(root.join("rules/materials.mes"), materials).unwrap();
    fs::write(
        root.join("rules/addmeshes/hats.mes"),
        "{4105}{hat.skm; under.skm}",
    )
    .unwrap();
    let hair = root.join("art/meshes/hair/female/s3");
    fs::create_dir_all(&hair).unwrap();
    for name in [
        "ho_f_s3_c1_small.skm",
        "hu_f_s3_c2_big.skm",
        "ho_m_s3_c4_big.skm",
    ] {
        fs::write(hair.join(name), [0]).unwrap();
    }
}

fn codes(item: &Item) -> Vec<&'static str> {
    item.findings().map(|finding| finding.code).collect()
}

#[test]
fn an_unfilled_slot_is_not_drawn_and_a_filled_one_is() {
    let root = tempfile::tempdir().unwrap();
    let mut item = Item::new(opened(&slotted(root.path())));
    assert_eq!(item.visible, [false, false]);
    assert_eq!(item.material_slots(), [("CHEST", None), ("HEAD", None)]);
    assert!(codes(&item).contains(&"toee.slot-not-filled"));
    let material = material();
    assert!(item.fill_slot("Chest", open_material(&material).unwrap()));
    assert_eq!(item.visible, [true, false]);
    assert_eq!(item.material_slots()[0], ("CHEST", Some(material.clone())));
    let worn = &item.character.materials[0][0];
    assert!(worn.texture.is_some() && worn.surface.is_some() && worn.name == "CHEST");
    // Another pick of the same mesh keeps it, and what is put on later wears it too.
    item.pick_mesh(Some(0));
    assert_eq!(item.visible, [true, false]);
    let again = tempfile::tempdir().unwrap();
    assert!(item.wear(opened(&slotted(again.path())), Fit::Worn));
    assert_eq!(item.worn()[0].item.visible, [true, false]);
    assert!(item.fill_slot("HEAD", open_material(&material).unwrap()));
    assert!(!codes(&item).contains(&"toee.slot-not-filled"));
    item.empty_slot("CHEST");
    assert_eq!(item.visible, [false, true]);
    assert_eq!(item.worn()[0].item.visible, [false, true]);
    for slot in ["BOOTS", "TAIL"] {
        assert!(!item.fill_slot(slot, open_material(&material).unwrap()));
    }
}

#[test]
fn tables_fill_the_slots_of_the_body_whose_materials_lie_beside_it() {
    let root = tempfile::tempdir().unwrap();
    write_tables(root.path());
    let mut item = Item::new(opened(&slotted(root.path())));
    let wardrobe = &item.character.wardrobe;
    // Number 5 is the half-orc woman, and the material lies in the folder of the mesh.
    assert_eq!(wardrobe.body, Some(5));
    assert_eq!(item.visible, [false, true]);
    assert!(item.character.materials[0][1].texture.is_some());
    let chest = wardrobe.material("chest", 2005).unwrap().clone();
    assert_eq!(chest.path, "art/a b.mdf");
    assert_eq!(wardrobe.material("HEAD", 2005).unwrap().path, "art/c.mdf");
    assert_eq!(
        wardrobe.add_mesh(4105).unwrap().paths,
        ["hat.skm", "under.skm"]
    );
    assert!(wardrobe.is_for_body(2005) && !wardrobe.is_for_body(2004));
    // A material that is not there is drawn as a missing one, and said.
    let missing = item.read_offer(&chest).unwrap();
    assert!(item.fill_slot("CHEST", missing));
    assert!(item.visible[0] && item.character.materials[0][0].missing);
    assert!(codes(&item).contains(&"toee.material-missing"));
}

#[test]
fn hair_falls_back_to_less_room_and_only_some_races_to_humans() {
    let root = tempfile::tempdir().unwrap();
    write_tables(root.path());
    let mut item = Item::new(opened(&slotted(root.path())));
    let found = |item: &Item, color| {
        let hair = item.find_hair(3, color, HairSize::Big);
        hair.map(|hair| hair.path.file_name().unwrap().to_str().unwrap().to_owned())
    };
    assert_eq!(found(&item, 1).unwrap(), "ho_f_s3_c1_small.skm");
    assert_eq!((found(&item, 2), found(&item, 4)), (None, None));
    assert_eq!(item.find_hair(3, 1, HairSize::None), None);
    // An elf has human hair where there is none of elves.
    item.name_body(3);
    assert_eq!(found(&item, 2).unwrap(), "hu_f_s3_c2_big.skm");
}

#[test]
fn a_table_of_other_things_offers_nothing_and_a_slots_name_within_a_path_is_no_slot() {
    let mut wardrobe = Wardrobe::default();
    let table = "{1}{art\\meshes\\x} {2}{art/HEAD: y} {3}{CHEST:art/overhead:x.mdf} {4}{BOOTS:}";
    let (table, _) = mes::read(table.as_bytes()).unwrap();
    tables::take(&mut wardrobe, &table, Path::new("rules/x.mes"));
    let offers: Vec<_> = wardrobe
        .materials
        .iter()
        .map(|it| (it.id, it.slot))
        .collect();
    assert_eq!(offers, [(2, "HEAD"), (3, "CHEST")]);
    assert_eq!(wardrobe.materials[1].path, "art/overhead:x.mdf");
    assert!(wardrobe.add_meshes.is_empty());
}

#[test]
fn meshes_of_one_folder_are_worn_together_and_put_on_again() {
    let root = tempfile::tempdir().unwrap();
    let models = slotted(root.path()).parent().unwrap().to_path_buf();
    hat(&models);
    let opened = opened(&models);
    assert_eq!(opened.meshes.len(), 2);
    let mut item = Item::new(opened);
    let body = item
        .character
        .meshes
        .iter()
        .position(|mesh| mesh.name == "tock");
    item.pick_mesh(body);
    let other = 1 - body.unwrap();
    assert!(item.wear_own(other));
    assert!(!item.wear_own(other) && !item.wear_own(body.unwrap()) && !item.wear_own(9));
    item.pick_clip(Some(0));
    item.set_time(0.3);
    let (own, worn) = (item.posed_vertices(), item.worn()[0].posed_vertices());
    let mesh = item.worn()[0].item.mesh().unwrap();
    for &corner in &mesh.indices {
        let [a, b] = [&own, &worn].map(|all| Vec3::from(all[corner as usize].position));
        assert!(a.distance(b) < 1e-3, "{a} {b}");
    }
    item.worn_mut()[0].shown = false;
    let garments = item.garments();
    let mut again = Item::new(item.character.clone());
    for garment in garments {
        assert!(again.put_on(garment));
    }
    assert_eq!(
        (again.worn()[0].own_mesh(), again.worn()[0].shown),
        (Some(other), false)
    );
}

#[test]
fn what_is_worn_is_picked_highlighted_and_within_the_bounds() {
    let root = tempfile::tempdir().unwrap();
    let mut scene = Scene::default();
    scene.show(super::character());
    scene.clock.playing = false;
    scene.pick_clip(None);
    let item = scene.item.as_mut().unwrap();
    let on = "HandR_ref".to_owned();
    assert!(item.wear(opened(&stick(root.path())), Fit::Held { on }));
    scene.fit_moment(1.0);
    let size = Vec2::splat(400.0);
    let item = scene.item.as_ref().unwrap();
    let corners = item.worn()[0].posed_vertices();
    let middle = corners
        .iter()
        .map(|it| Vec3::from(it.position))
        .sum::<Vec3>()
        / 3.0;
    let at = item.world_from_file().transform_point3(middle);
    let (pixel, _) = scene.camera.matrices(1.0).project(at, size).unwrap();
    let seen = scene.surface_at(pixel, size);
    let stick = SurfaceAt {
        worn: Some(0),
        submesh: 0,
    };
    assert_eq!(seen, Some(stick));
    assert_eq!(scene.submesh_at(pixel, size), None);
    scene.selected_worn = Some((0, 0));
    let mut packet = rigscope::scene::frame::FramePacket::default();
    scene.build_frame([64, 64], 1.0, true, &mut packet);
    assert!(packet.instances[1].parts[0].tint.x > 1.0);
    scene.clear_selection();
    scene.build_frame([64, 64], 1.0, true, &mut packet);
    assert!(packet.instances[1].parts[0].tint.x <= 1.0);
}
