/// One place of a playlist, with what is said of it.
struct PlaylistEntry: Encodable, Equatable {
  var song: Song
  /// From 1.
  var number: Int
  /// Seconds since the song's beginning.
  var start: Double?
  var end: Double?
  /// In dB.
  var gain: Double?
  /// Seconds.
  var crossfade: Double?
  var notes: String?

  init?(_ answer: Answer) {
    guard let song = Song(answer) else { return nil }
    self.song = song
    number = (song.position ?? 0) + 1
    if let parts = answer["Range"]?.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false) {
      start = parts.first.flatMap { Double($0) }
      end = parts.count > 1 ? Double(parts[1]) : nil
    }
    gain = answer["Gain"].flatMap(Double.init)
    crossfade = answer["Crossfade"].flatMap(Double.init)
    let lines = answer.pairs.filter { $0.key == "Notes" }.map(\.value)
    notes = lines.isEmpty ? nil : lines.joined(separator: "\n")
  }

  static func all(_ answer: Answer) -> [PlaylistEntry] {
    answer.items(beginningWith: "file").compactMap { PlaylistEntry($0) }
  }

  private enum Keys: CodingKey { case number, start, end, gain, crossfade, notes }

  /// The song's own keys, with the entry's beside them.
  func encode(to encoder: any Encoder) throws {
    try song.encode(to: encoder)
    var container = encoder.container(keyedBy: Keys.self)
    try container.encode(number, forKey: .number)
    try container.encodeIfPresent(start, forKey: .start)
    try container.encodeIfPresent(end, forKey: .end)
    try container.encodeIfPresent(gain, forKey: .gain)
    try container.encodeIfPresent(crossfade, forKey: .crossfade)
    try container.encodeIfPresent(notes, forKey: .notes)
  }

  /// How long it plays, in seconds; nil where that is not known.
  var duration: Double? {
    guard let end = [end, song.duration].compactMap({ $0 }).min() else { return nil }
    return max(0, end - (start ?? 0))
  }
}
