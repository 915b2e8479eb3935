import Model

/// An order of songs by one of their properties: `sort -Date`.
struct SongOrder: Hashable, Sendable {
  private enum Property: Hashable, Sendable {
    case tag(Tag)
    case modified, added, priority, tempo, key, loudness
  }

  /// A key to compare: numbers by value, before texts.
  enum Key: Hashable, Sendable {
    case number(Int64)
    case text(String)

    /// Bytes of its text in memory.
    var byteCount: Int {
      if case .text(let text) = self { text.utf8.count } else { 0 }
    }
  }

  /// Characters of a text after this number are ignored: all songs' keys are in memory at a time.
  private static let longest = 64

  private let property: Property
  private let descends: Bool

  init(_ word: String) throws(CommandError) {
    descends = word.hasPrefix("-")
    let name = descends ? String(word.dropFirst()) : word
    switch name {
    case "Last-Modified": property = .modified
    case "Added": property = .added
    case "prio": property = .priority
    case "bpm": property = .tempo
    case "key": property = .key
    case "loudness": property = .loudness
    default:
      guard let tag = Tag(named: name) else { throw .argument("Unknown sort tag") }
      property = .tag(tag)
    }
  }

  func key(of song: Song, priority: UInt8) -> Key {
    switch property {
    case .modified: return .number(song.modified ?? .min)
    case .added: return .number(song.added ?? .min)
    case .priority: return .number(Int64(priority))
    case .tempo: return measured(song.tempo)
    case .loudness: return measured(song.loudness)
    // Around the wheel of fifths, each minor key before its relative.
    case .key: return measured(song.musicalKey.map { Double($0.wheelHour * 2 + ($0.isMinor ? 0 : 1)) })
    case .tag(let tag):
      let text = song.firstOrStandIn(of: tag) ?? ""
      if tag == .track || tag == .disc {
        // `3/12` is the third.
        return .number(Int64(TrackNumber.value(of: text.utf8) ?? 0))
      }
      // No text has more characters than bytes.
      return .text(
        text.utf8.count <= Self.longest
          ? text : String(String.UnicodeScalarView(text.unicodeScalars.prefix(Self.longest))))
    }
  }

  /// In thousandths; songs of which it isn't known come last, whichever way.
  private func measured(_ value: Double?) -> Key {
    .number(value.map { Int64(($0 * 1000).rounded()) } ?? (descends ? .min : .max))
  }

  /// The tags that it looks at; nil where it looks at more than tags and times.
  var tags: TagSet? {
    switch property {
    case .modified, .added, .priority: TagSet()
    case .tag(let tag): TagSet([tag] + tag.standIns)
    case .tempo, .key, .loudness: nil
    }
  }

  func isBefore(_ a: Key, _ b: Key) -> Bool {
    let (first, second) = descends ? (b, a) : (a, b)
    switch (first, second) {
    case (.number(let x), .number(let y)): return x < y
    case (.text(let x), .text(let y)): return x < y
    case (.number, .text): return true
    case (.text, .number): return false
    }
  }
}
