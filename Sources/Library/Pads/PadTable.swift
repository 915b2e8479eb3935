import Model

/// The pads of a volume: files of its folder `Sounds`, by themselves, and others that a person made pads. A pad's row is its
/// track's; what nobody said anything of has none in `pads`.
struct PadTable {
  private let connection: Connection
  private let rows: PathRows

  init(_ connection: Connection, _ rows: PathRows) { (self.connection, self.rows) = (connection, rows) }

  /// In their order: by place, then by path. Broken files in the folder of sounds are among them, with the reason.
  func all(on volume: VolumeID) throws(StoreError) -> (pads: [Pad], folders: [PadFolder]) {
    var pads: [Pad] = []
    try connection.forEach(
      """
      WITH RECURSIVE sounds (id) AS (
        SELECT id FROM folders WHERE parent = 1 AND lower(CAST(path AS TEXT)) = 'sounds'
        UNION ALL SELECT f.id FROM folders f JOIN sounds s ON f.parent = s.id
      )
      SELECT t.id, f.path, t.name, t.state, t.problem, t.duration_us, p.track IS NOT NULL, p.removed, p.name, p.folder,
        p.place, p.presses, p.volume, p.boost, p.speed, p.loops, p.bass, p.mid, p.treble, p.colour, p.favourite,
        p.start_us, p.end_us, p.delay_us, p.mode, p.pad_group, p.duck, t.size
      FROM tracks t JOIN folders f ON f.id = t.folder LEFT JOIN pads p ON p.track = t.id
      WHERE t.id IN (
        SELECT id FROM tracks INDEXED BY tracks_of_sounds WHERE state = 3 UNION SELECT track FROM pads
        UNION SELECT t.id FROM sounds s JOIN tracks t ON t.folder = s.id AND t.state = 2)
      ORDER BY p.place IS NULL, p.place, f.order_key, t.sort_key LIMIT ?1
      """, .number(Pad.most)
    ) { (row) throws(StoreError) in
      pads.append(try pad(row, volume))
    }
    var folders: [PadFolder] = []
    try connection.forEach(
      "SELECT name, place, colour FROM pad_folders ORDER BY place IS NULL, place, name LIMIT ?1",
      .number(PadFolder.most)
    ) { (row) throws(StoreError) in
      let folder = PadFolder(
        name: try row.text(0), place: try row.optionalInteger(1, as: Int32.self).map { Int($0) },
        colour: try row.optionalInteger(2, as: UInt32.self))
      guard Pad.isName(folder.name), folder.colour ?? 0 <= PersonalValues.mostColour else { throw strangePad }
      folders.append(folder)
    }
    return (pads, folders)
  }

  private func pad(_ row: Row, _ volume: VolumeID) throws(StoreError) -> Pad {
    let (folder, file) = (try row.blob(1), try row.blob(2))
    guard VolumePath.isValid(component: file) else { throw strangePad }
    let track = TrackReference(volume: volume, path: VolumePath.join(folder, file))
    var pad = Pad(
      track: track, row: try row.integer(0), name: Self.name(of: file), folder: Self.folder(of: folder))
    pad.isAbsent = try row.integer(3) == TrackState.vanished.rawValue
    pad.problem = try row.optionalText(4)
    pad.duration = try row.optionalInteger(5, as: Int64.self).map { .microseconds($0) }
    pad.fileBytes = try row.integer(27)
    guard try row.boolean(6) else { return pad }
    pad.isRemoved = try row.boolean(7)
    if let name = try row.optionalText(8) { pad.name = name }
    if let folder = try row.optionalText(9) { pad.folder = folder }
    pad.place = try row.optionalInteger(10, as: Int32.self).map { Int($0) }
    pad.presses = try row.integer(11)
    pad.settings.volume = try row.real(12)
    pad.settings.boost = try row.real(13)
    pad.settings.speed = try row.real(14)
    pad.settings.loops = Int(try row.integer(15, as: Int32.self))
    pad.settings.equaliser = EqualiserGains(
      bass: try row.real(16), mid: try row.real(17), treble: try row.real(18))
    pad.settings.colour = try row.optionalInteger(19, as: UInt32.self)
    pad.settings.isFavourite = try row.boolean(20)
    pad.settings.start = .microseconds(try row.integer(21))
    pad.settings.end = try row.optionalInteger(22, as: Int64.self).map { .microseconds($0) }
    pad.settings.delay = .microseconds(try row.integer(23))
    guard let mode = PadMode(rawValue: try row.text(24)) else { throw strangePad }
    pad.settings.mode = mode
    pad.settings.group = try row.text(25)
    pad.settings.duck = try row.real(26)
    guard pad.settings.isValid, Pad.isName(pad.name), Pad.isName(pad.folder, orEmpty: true), pad.presses >= 0
    else { throw strangePad }
    return pad
  }

  private var strangePad: StoreError { .strange("pad", in: connection) }

  /// The file's name without its ending.
  static func name(of file: [UInt8]) -> String {
    let dot = file.lastIndex(of: UInt8(ascii: ".")) ?? file.endIndex
    let name = EscapedName.text(for: Array(file[..<(dot > 0 ? dot : file.endIndex)]))
    return String(name.unicodeScalars.prefix(60).map { Character($0) })
  }

  /// Below `Sounds`, the folders are those of the pads.
  static func folder(of folder: [UInt8]) -> String {
    guard FileNames.isOfSounds(folder), folder.count > Pad.soundsFolder.utf8.count + 1 else { return "" }
    let name = EscapedName.text(for: Array(folder.dropFirst(Pad.soundsFolder.utf8.count + 1)))
    return String(name.unicodeScalars.prefix(60).map { Character($0) })
  }

  /// The pad of the track at a path, as it would be if it was made one now.
  func new(at path: [UInt8], on volume: VolumeID) throws(StoreError) -> Result<Pad, Refusal> {
    guard let row = try rows.track(at: path) else { return .failure(.noSuchSong) }
    let (folder, file) = VolumePath.split(path)
    return .success(
      Pad(
        track: TrackReference(volume: volume, path: path), row: row, name: Self.name(of: file),
        folder: Self.folder(of: folder)))
  }

  /// Writes the settings of pads and of folders; those of folders replace all earlier ones.
  func store(
    _ pads: [Pad], folders: [PadFolder]?, in transaction: borrowing Transaction
  ) throws(StoreError) {
    for pad in pads { try keep(pad) }
    guard let folders else { return }
    try connection.execute("DELETE FROM pad_folders")
    for folder in folders.prefix(PadFolder.most) {
      try connection.execute(
        "INSERT INTO pad_folders (name, place, colour) VALUES (?1, ?2, ?3)", .text(folder.name),
        .optional(folder.place), .optional(folder.colour))
    }
  }

  private func keep(_ pad: Pad) throws(StoreError) {
    let (folder, file) = VolumePath.split(pad.track.path)
    let settings = pad.settings
    try connection.execute(
      """
      INSERT INTO pads (
        track, removed, name, folder, place, presses, volume, boost, speed, loops, bass, mid, treble, colour, favourite,
        start_us, end_us, delay_us, mode, pad_group, duck)
      SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18, ?19, ?20, ?21
      WHERE EXISTS (SELECT 1 FROM tracks WHERE id = ?1)
      ON CONFLICT (track) DO UPDATE SET removed = ?2, name = ?3, folder = ?4, place = ?5, presses = ?6, volume = ?7,
        boost = ?8, speed = ?9, loops = ?10, bass = ?11, mid = ?12, treble = ?13, colour = ?14, favourite = ?15,
        start_us = ?16, end_us = ?17, delay_us = ?18, mode = ?19, pad_group = ?20, duck = ?21
      """,
      values: [
        .integer(pad.row), .boolean(pad.isRemoved),
        .optional(pad.name == Self.name(of: file) ? nil : pad.name),
        .optional(pad.folder == Self.folder(of: folder) ? nil : pad.folder), .optional(pad.place),
        .integer(pad.presses), .real(settings.volume), .real(settings.boost), .real(settings.speed),
        .number(settings.loops), .real(settings.equaliser.bass), .real(settings.equaliser.mid),
        .real(settings.equaliser.treble), .optional(settings.colour), .boolean(settings.isFavourite),
        .integer(settings.start.microseconds), .optional(settings.end?.microseconds),
        .integer(settings.delay.microseconds), .text(settings.mode.rawValue), .text(settings.group),
        .real(settings.duck),
      ])
  }
}
