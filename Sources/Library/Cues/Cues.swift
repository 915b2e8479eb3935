import Model

/// Cue points that people add to tracks; of those too whose files have vanished.
struct Cues {
  private let connection: Connection
  private let rows: PathRows

  init(_ connection: Connection, _ rows: PathRows) { (self.connection, self.rows) = (connection, rows) }

  /// By their times; nil where there is no such track.
  func all(at path: [UInt8]) throws(StoreError) -> [Cue]? {
    guard let row = try rows.track(at: path) else { return nil }
    return try cues(ofRow: row)
  }

  private func cues(ofRow row: Int64) throws(StoreError) -> [Cue] {
    var cues: [Cue] = []
    try connection.forEach(
      """
      SELECT number, start_us, end_us, kind, name, colour FROM cues WHERE track = ?1
      ORDER BY start_us, number LIMIT ?2
      """, .integer(row), .number(Cue.most)
    ) { (row) throws(StoreError) in
      cues.append(try cue(row))
    }
    return cues
  }

  /// - Parameter row: of a query for these six columns.
  private func cue(_ row: Row) throws(StoreError) -> Cue {
    let start = try row.integer(1)
    let end = try row.optionalInteger(2, as: Int64.self)
    guard let kind = CueKind(try row.text(3)) else { throw strangeCue }
    let cue = Cue(
      number: Int(try row.integer(0, as: Int32.self)), start: .microseconds(start),
      end: end.map { .microseconds($0) }, kind: kind, name: try row.optionalText(4),
      colour: try row.optionalInteger(5, as: UInt32.self))
    guard cue.number > 0, cue.fault == nil else { throw strangeCue }
    return cue
  }

  /// Throws where any of them is none that this program writes.
  func check() throws(StoreError) {
    try connection.forEach("SELECT number, start_us, end_us, kind, name, colour FROM cues") {
      (row) throws(StoreError) in _ = try cue(row)
    }
  }

  private var strangeCue: StoreError { .strange("cue", in: connection) }

  /// - Returns: the cue that was added or edited as it is then, or removed as it was.
  func change(
    at path: [UInt8], _ change: CueChange, in transaction: borrowing Transaction
  ) throws(StoreError) -> Result<Cue, Refusal> {
    guard let row = try rows.track(at: path) else { return .failure(.noSuchSong) }
    let cues = try cues(ofRow: row)
    let cue: Cue
    switch change {
    case .add(let start, let end, let kind, let name, let colour):
      guard cues.count < Cue.most else { return .failure(.tooManyCues(most: Cue.most)) }
      // The least that is free: numbers are for people.
      let taken = Set(cues.map(\.number))
      let number = (1...Cue.most).first { !taken.contains($0) } ?? Cue.most
      let name = name?.isEmpty == false ? name : nil
      cue = Cue(number: number, start: start, end: end, kind: kind, name: name, colour: colour)
      if let fault = cue.fault { return .failure(fault) }
      if let fault = try behindEnd(cue, ofRow: row) { return .failure(fault) }
    case .edit(let number, let edits):
      guard var edited = cues.first(where: { $0.number == number }) else { return .failure(.noSuchCue) }
      let before = edited
      for edit in edits { edit.apply(to: &edited) }
      if let fault = edited.fault { return .failure(fault) }
      if edited == before { return .success(edited) }
      // One that the file is too short for by now may still get a name.
      if (edited.start, edited.end ?? .zero) != (before.start, before.end ?? .zero),
        let fault = try behindEnd(edited, ofRow: row)
      {
        return .failure(fault)
      }
      cue = edited
    case .remove(let number):
      guard let removed = cues.first(where: { $0.number == number }) else { return .failure(.noSuchCue) }
      cue = removed
    }
    if case .remove = change {
      try connection.execute(
        "DELETE FROM cues WHERE track = ?1 AND number = ?2", .integer(row), .number(cue.number))
    } else {
      try keep(cue, ofRow: row)
    }
    return .success(cue)
  }

  /// Ends are shown to the millisecond.
  private static let endTolerance = Duration.milliseconds(1)

  private func behindEnd(_ cue: Cue, ofRow row: Int64) throws(StoreError) -> Refusal? {
    let length = try connection.first(
      "SELECT duration_us, duration_estimated FROM tracks WHERE id = ?1", .integer(row)
    ) { (row) throws(StoreError) in
      (try row.optionalInteger(0, as: Int64.self), isEstimated: try row.boolean(1))
    }
    guard let length, let microseconds = length.0, microseconds > 0 else { return nil }
    let duration = Duration.microseconds(min(microseconds, Cue.latest.microseconds))
    // A rate of bits that varies may make it half as long again.
    let end = length.isEstimated ? duration * 3 / 2 + .seconds(10) : duration
    let fits = cue.start < end && cue.end ?? .zero <= end + Self.endTolerance
    return fits ? nil : .behindSongEnd(duration)
  }

  private func keep(_ cue: Cue, ofRow row: Int64) throws(StoreError) {
    try connection.execute(
      """
      INSERT INTO cues (track, number, start_us, end_us, kind, name, colour) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
      ON CONFLICT (track, number) DO UPDATE SET start_us = ?3, end_us = ?4, kind = ?5, name = ?6, colour = ?7
      """, .integer(row), .number(cue.number), .integer(cue.start.microseconds),
      .optional(cue.end?.microseconds), .text(cue.kind.word), .optional(cue.name), .optional(cue.colour))
  }
}
