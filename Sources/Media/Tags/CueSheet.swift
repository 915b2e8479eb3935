import Model

/// A cue sheet as text: what programs that copy a record into one file write into the tag `CUESHEET`.
enum CueSheet {
  /// Limit of a sheet in bytes; the rest is not read.
  static let byteLimit = 64 * 1024

  /// Per second, as a CD counts them.
  private static let framesPerSecond: Int64 = 75

  private struct Track {
    var title: String?
    var performer: String?
    var start: Duration?
    var startsAtFirstIndex = false
  }

  /// - Returns: none for a sheet of several files: its times are not this file's.
  static func chapters(_ text: String) -> [Chapter] {
    var files = 0
    var tracks: [Track] = []
    var isAudio = false
    for line in text.unicodeScalars.split(whereSeparator: { $0 == "\n" || $0 == "\r" }) {
      let (word, rest) = split(String(line))
      switch word.uppercased() {
      case "FILE": files += 1
      case "TRACK":
        isAudio = split(rest).rest.uppercased().hasPrefix("AUDIO")
        guard tracks.count < Chapter.countLimit else { break }
        if isAudio { tracks.append(Track()) }
      case "TITLE" where isAudio && !tracks.isEmpty:
        tracks[tracks.count - 1].title = tracks[tracks.count - 1].title ?? unquoted(rest)
      case "PERFORMER" where isAudio && !tracks.isEmpty:
        tracks[tracks.count - 1].performer = tracks[tracks.count - 1].performer ?? unquoted(rest)
      case "INDEX" where isAudio && !tracks.isEmpty:
        let (number, time) = split(rest)
        guard let number = Int(number), let start = self.time(time) else { break }
        // Index 0 is the gap before it.
        if tracks[tracks.count - 1].start == nil
          || (number == 1 && !tracks[tracks.count - 1].startsAtFirstIndex)
        {
          tracks[tracks.count - 1].start = start
          tracks[tracks.count - 1].startsAtFirstIndex = number == 1
        }
      default: break
      }
    }
    guard files <= 1 else { return [] }
    return tracks.compactMap { track in
      track.start.map { Chapter(start: $0, rawTitle: track.title, rawPerformer: track.performer) }
    }
  }

  /// The first word, and what follows it without blanks around.
  private static func split(_ line: String) -> (word: String, rest: String) {
    let parts = line.split(maxSplits: 1) { $0 == " " || $0 == "\t" }
    guard let word = parts.first else { return ("", "") }
    guard parts.count == 2 else { return (String(word), "") }
    var rest = parts[1].drop { $0 == " " || $0 == "\t" }
    while let last = rest.last, last == " " || last == "\t" { rest.removeLast() }
    return (String(word), String(rest))
  }

  private static func unquoted(_ text: String) -> String {
    guard text.hasPrefix("\"") else { return text }
    let inside = text.dropFirst()
    return String(inside.prefix { $0 != "\"" })
  }

  /// Minutes, seconds and frames.
  private static func time(_ text: String) -> Duration? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 3 else { return nil }
    var numbers: [Int64] = []
    for part in parts {
      guard (1...6).contains(part.utf8.count), part.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
        let number = Int64(part)
      else { return nil }
      numbers.append(number)
    }
    return .seconds(numbers[0] * 60 + numbers[1])
      + .nanoseconds(numbers[2] * 1_000_000_000 / framesPerSecond)
  }
}
