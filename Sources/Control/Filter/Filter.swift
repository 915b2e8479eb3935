public import Model
import Patterns

/// Which songs are meant: MPD's filter expressions and its older pairs of tag and value, as a tree.
public indirect enum Filter: Hashable, Sendable {
  case all([Filter])
  case not(Filter)
  case tag(Tag, StringTest)
  /// Any of the song's tags.
  case anyTag(StringTest)
  case uri(StringTest)
  /// The folder of the song's album, if the song names no album artist (`FolderAlbum`); else it is empty.
  case albumFolder(StringTest)
  /// At or below this folder.
  case base(String)
  /// In seconds since 1970 (UTC).
  case modifiedSince(Int64)
  case addedSince(Int64)
  case format(AudioFormatTest)
  /// Beats per minute.
  case tempo(NumberTest)
  /// In LUFS.
  case loudness(NumberTest)
  case key(MusicalKey, isNegated: Bool)
  /// A priority in the queue of at least this.
  case priority(atLeast: Int)

  /// - Parameter priority: of the song's place in the queue; 0 outside of it.
  public func matches(_ song: Song, priority: UInt8 = 0) -> Bool { judges(song, priority: priority) }

  /// - Parameter record: with what `recordParts` names.
  public func matches(_ record: SongRecord) -> Bool { judges(record, priority: 0) }

  private func judges(_ song: some FilteredSong, priority: UInt8) -> Bool {
    switch self {
    case .all(let parts): return parts.allSatisfy { $0.judges(song, priority: priority) }
    case .not(let part): return !part.judges(song, priority: priority)
    case .tag(let tag, let test): return Self.judges(song, tag, test)
    case .anyTag(let test):
      let looksAtIdentifiers = test.value.utf8.count >= Self.shortestIdentifierPart || test.pattern != nil
      return song.hasAny(test, withIdentifiers: looksAtIdentifiers) != test.isNegated
    case .uri(let test): return song.hasURI(test.holds) != test.isNegated
    case .albumFolder(let test): return test.holds(song.albumFolder) != test.isNegated
    case .base(let folder): return folder.isEmpty || song.hasURI { Self.isAtOrBelow(folder, $0) }
    case .modifiedSince(let time): return song.modified.map { $0 >= time } ?? false
    case .addedSince(let time): return song.added.map { $0 >= time } ?? false
    case .format(let test): return song.format.map(test.holds) ?? false
    case .tempo(let test): return test.holds(song.tempo)
    case .loudness(let test): return test.holds(song.loudness)
    case .key(let key, let isNegated): return song.musicalKey.map { ($0 == key) != isNegated } ?? false
    case .priority(let least): return Int(priority) >= least
    }
  }

  /// A song without the tag is looked at by the tag that stands in for it, and passes as one whose tag is empty.
  private static func judges(_ song: some FilteredSong, _ tag: Tag, _ test: StringTest) -> Bool {
    if let found = song.has(tag, test) { return found != test.isNegated }
    for standIn in tag.standIns {
      if let found = song.has(standIn, test) { return found != test.isNegated }
    }
    return test.value.isEmpty != test.isNegated
  }

  private static func isAtOrBelow(_ folder: String, _ uri: Span<UInt8>) -> Bool {
    let folder = folder.utf8Span.span
    guard uri.count >= folder.count else { return false }
    for place in 0..<folder.count where uri[place] != folder[place] { return false }
    return uri.count == folder.count || uri[folder.count] == UInt8(ascii: "/")
  }

  /// The folder that all songs it takes are at or below; nil where it names none.
  var base: String? {
    switch self {
    case .base(let folder): folder
    case .all(let parts): parts.lazy.compactMap(\.base).first { !$0.isEmpty }
    default: nil
    }
  }

  /// Its regular expressions.
  var patterns: [Pattern] {
    switch self {
    case .all(let parts): parts.flatMap(\.patterns)
    case .not(let part): part.patterns
    case .tag(_, let test), .anyTag(let test), .uri(let test), .albumFolder(let test):
      test.pattern.map { [$0] } ?? []
    default: []
    }
  }

  /// Throws if a regular expression took too long: its results are wrong then.
  func checkPatterns() throws(CommandError) {
    if patterns.contains(where: \.isSpent) { throw .argument("The regular expression takes too long") }
  }

  /// The tags that it looks at; nil where it looks at more than tags, or at whichever there are.
  var tags: TagSet? {
    switch self {
    case .all(let parts):
      parts.reduce(TagSet()) { tags, part in tags.flatMap { tags in part.tags.map { tags.union($0) } } }
    case .not(let part): part.tags
    case .tag(let tag, _): TagSet([tag] + tag.standIns)
    default: nil
    }
  }

  /// The same where it may look at the times of songs as well.
  var tagsBesideTimes: TagSet? {
    switch self {
    case .all(let parts):
      parts.reduce(TagSet()) { tags, part in
        tags.flatMap { tags in part.tagsBesideTimes.map { tags.union($0) } }
      }
    case .not(let part): part.tagsBesideTimes
    case .modifiedSince, .addedSince: TagSet()
    default: tags
    }
  }

  /// Fields that it looks at in a song's record; nil where it looks at what no record has.
  public var recordParts: SongParts? {
    switch self {
    case .all(let parts):
      parts.reduce(SongParts()) { sum, part in
        sum.flatMap { sum in part.recordParts.map { sum.union($0) } }
      }
    case .not(let part): part.recordParts
    case .tag(let tag, _): SongParts(tags: TagSet([tag] + tag.standIns))
    case .anyTag: SongParts(tags: .all)
    case .uri, .base: SongParts(uri: true)
    case .modifiedSince, .addedSince, .format: SongParts(facts: true)
    case .albumFolder, .tempo, .loudness, .key, .priority: nil
    }
  }

  /// The part of it that the tags tell that the songs of an album share; nil where it says nothing of these alone.
  var albumPart: Filter? {
    if case .all(let parts) = self {
      let told = parts.compactMap(\.albumPart)
      return told.isEmpty ? nil : .all(told)
    }
    guard let looked = recordParts, looked != SongParts(),
      looked.union(.ofAlbums) == .ofAlbums
    else { return nil }
    return self
  }

  /// The longest text that some tag of every song it takes holds, case and accents aside; nil where none is known.
  /// Identifiers don't count: parts of them are looked for nowhere but in the songs themselves.
  var needle: String? {
    switch self {
    case .tag(let tag, let test):
      test.isNegated || test.value.isEmpty || tag.isIdentifier || test.pattern != nil ? nil : test.value
    case .anyTag(let test):
      test.isNegated || Self.mayBePartOfIdentifier(test.value) || test.pattern != nil ? nil : test.value
    case .all(let parts): parts.compactMap(\.needle).max { $0.unicodeScalars.count < $1.unicodeScalars.count }
    default: nil
    }
  }

  /// The song that it takes, and no other; nil where it names none.
  var wholeURI: String? {
    switch self {
    case .uri(let test): test.kind == .equals && !test.foldsCase && !test.isNegated ? test.value : nil
    case .all(let parts): parts.lazy.compactMap(\.wholeURI).first
    default: nil
    }
  }

  /// Whether it looks at places in the queue.
  var asksForPriority: Bool {
    switch self {
    case .all(let parts): parts.contains(where: \.asksForPriority)
    case .not(let part): part.asksForPriority
    case .priority: true
    default: false
    }
  }

  /// Values that every matching song has.
  var values: [WholeValue] {
    switch self {
    case .tag(let tag, let test):
      test.isNegated || test.value.isEmpty || test.kind != .equals
        ? []
        : [WholeValue(tags: TagSet([tag] + tag.standIns), text: test.compared, foldsCase: test.foldsCase)]
    case .all(let parts): parts.flatMap(\.values)
    default: []
    }
  }

  /// Whether every matching song is of the albums of one folder.
  var namesAlbumFolder: Bool {
    switch self {
    case .albumFolder(let test): test.kind == .equals && !test.isNegated && !test.value.isEmpty
    case .all(let parts): parts.contains(where: \.namesAlbumFolder)
    default: false
    }
  }

  /// Shorter texts than this are not looked for in identifiers, where they stand by chance only.
  private static let shortestIdentifierPart = 8

  /// MusicBrainz' identifiers are hexadecimal digits and dashes.
  private static func mayBePartOfIdentifier(_ text: String) -> Bool {
    text.utf8.count >= shortestIdentifierPart
      && text.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"),
          UInt8(ascii: "A")...UInt8(ascii: "F"), UInt8(ascii: "-"):
          true
        default: false
        }
      }
  }
}
