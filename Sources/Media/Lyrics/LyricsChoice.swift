import Model

/// The best lyrics of a file: the first with times, else the first at all.
struct LyricsChoice {
  private(set) var lines: [LyricsLine] = []

  /// Whether further lyrics are of no use.
  var isMade: Bool { lines.contains { $0.time != nil } }

  mutating func consider(_ other: [LyricsLine]) {
    guard !isMade, other.contains(where: { !$0.text.isEmpty }) else { return }
    if lines.isEmpty || other.contains(where: { $0.time != nil }) { lines = other }
  }

  mutating func consider(_ text: String) { consider(LyricsText.lines(of: text)) }

  /// - Parameter key: the name of a tag, in any case of letters.
  static func isKey(_ key: String) -> Bool { keys.contains(key.uppercased()) }

  private static let keys: Set<String> = [
    "LYRICS", "UNSYNCEDLYRICS", "UNSYNCED LYRICS", "SYNCEDLYRICS", "SYNCED LYRICS", "SYNCLYRICS", "WM/LYRICS",
    // FFmpeg writes it into `TXXX`.
    "USLT",
  ]
}
