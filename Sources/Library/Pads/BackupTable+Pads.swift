extension BackupTable {
  static let pads = BackupTable(
    "pads", [.track] + Array(repeating: .value, count: 20),
    select: """
      SELECT track, removed, name, folder, place, presses, volume, boost, speed, loops, bass, mid, treble, colour,
        favourite, start_us, end_us, delay_us, mode, pad_group, duck
      FROM pads ORDER BY track
      """,
    insert: """
      INSERT INTO pads (
        track, removed, name, folder, place, presses, volume, boost, speed, loops, bass, mid, treble, colour, favourite,
        start_us, end_us, delay_us, mode, pad_group, duck)
      VALUES (
        ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18, ?19, ?20, ?21)
      """,
    delete: "DELETE FROM pads",
    verify: { (store) throws(StoreError) in _ = try store.people.pads.all(on: store.identity) })

  static let padFolders = BackupTable(
    "padFolders", Array(repeating: .value, count: 3),
    select: "SELECT name, place, colour FROM pad_folders ORDER BY name",
    insert: "INSERT INTO pad_folders (name, place, colour) VALUES (?1, ?2, ?3)",
    delete: "DELETE FROM pad_folders")
}
