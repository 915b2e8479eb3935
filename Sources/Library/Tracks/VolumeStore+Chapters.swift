import Media
import Model

extension VolumeStore {
  /// The chapters that a track's file names, in its order; nil where there is no such track.
  func chapters(at path: [UInt8]) throws(StoreError) -> [Chapter]? {
    let (folderPath, name) = VolumePath.split(path)
    guard let folder = try folder(folderPath)?.id else { return nil }
    let track = try connection.first(
      "SELECT id FROM tracks WHERE folder = ?1 AND name = ?2 AND state = 0", .integer(folder), .blob(name)
    ) { (row) throws(StoreError) in try row.integer(0) }
    guard let track else { return nil }
    var chapters: [Chapter] = []
    var room = Chapter.textLimit
    try connection.forEach(
      "SELECT start_us, end_us, title, performer FROM chapters WHERE track = ?1 ORDER BY number LIMIT ?2",
      .integer(track), .number(Chapter.countLimit)
    ) { (row) throws(StoreError) in
      let start = try row.integer(0)
      let end = try row.optionalInteger(1, as: Int64.self)
      let (title, performer) = (try row.optionalText(2), try row.optionalText(3))
      room -= (title?.utf8.count ?? 0) + (performer?.utf8.count ?? 0)
      // What is kept holds to the limits; a stick's database may hold anything.
      guard start >= 0, end ?? start >= start, room >= 0 else {
        throw StoreError(.foreign, "chapters that this program never writes", path: connection.path)
      }
      chapters.append(
        Chapter(
          start: .microseconds(start), end: end.map { .microseconds($0) }, title: title, performer: performer)
      )
    }
    return chapters
  }

  /// In place of those that were kept of the row before.
  func keep(_ chapters: [Chapter], of id: Int64) throws(StoreError) {
    try connection.execute("DELETE FROM chapters WHERE track = ?1", .integer(id))
    for (number, chapter) in chapters.enumerated() {
      try connection.execute(
        "INSERT INTO chapters (track, number, start_us, end_us, title, performer) VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
        .integer(id), .number(number), .integer(chapter.start.microseconds),
        .optional(chapter.end?.microseconds), .optional(chapter.title), .optional(chapter.performer))
    }
  }
}
