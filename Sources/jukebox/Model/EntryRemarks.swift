/// What is said of one place of a playlist. Its song's length is that of the part that is played.
struct EntryRemarks: SongRemarks {
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

  init(_ answer: Answer) {
    number = (answer.integer("Pos") ?? 0) + 1
    if let parts = answer["Range"]?.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false) {
      start = parts.first.flatMap { Double($0) }
      end = parts.count > 1 ? Double(parts[1]) : nil
    }
    gain = answer.real("Gain")
    crossfade = answer.real("Crossfade")
    notes = answer.text("Notes")
  }

  /// A part lasts from its beginning to its end.
  func length(of whole: Double?) -> Double? {
    guard let end = [end, whole].compactMap({ $0 }).min() else { return nil }
    return max(0, end - (start ?? 0))
  }
}

/// One place of a playlist.
typealias PlaylistEntry = ListedSong<EntryRemarks>
