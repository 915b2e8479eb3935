public import JSON

/// The file in which a desktop program keeps its playlists on a stick: which there are, and where they stand in it. One
/// is read when it is needed, so that a file takes no more memory than its bytes.
public struct SharedPlaylists: Sendable {
  /// Limit of a file's size; callers check it before they read.
  public static let mostBytes = 16 << 20
  /// Limit of one playlist; a longer one is skipped.
  public static let mostPlaylistBytes = 4 << 20
  /// Including skipped ones; a file with more is refused.
  static let mostPlaylists = 4096
  private static let mostKeyBytes = 512

  public struct Item: Sendable {
    /// Its `id`, or its name if it has none; the second and later ones of a key get a number at the end.
    public let key: String
    public let name: String
    public let modifiedAt: Int64?
    fileprivate let range: Range<Int>
  }

  /// An element of the list of playlists, in its order.
  public enum Element: Sendable {
    /// The one of that number among the items.
    case item(Int)
    /// A playlist without a name, or one that is too long: it stays in the file as written.
    case passedOver(Range<Int>, name: String)
  }

  /// As it was read; empty where there is no file yet.
  public let bytes: [UInt8]
  public private(set) var items: [Item] = []
  public private(set) var elements: [Element] = []
  /// Other keys of the file, as a JSON object.
  private var extra: String?
  private var format: Range<Int>?
  private var version: Range<Int>?
  /// How the first of its playlists that has dates has them.
  private var dates: DateForm?

  /// No file yet.
  public init() { bytes = [] }

  public init(reading bytes: [UInt8]) throws(JSONFault) {
    self.bytes = bytes
    var reader = JSONReader(bytes)
    var others = OtherKeys()
    var seen: [String: Int] = [:]
    try reader.beginObject()
    while let key = try reader.nextKey() {
      switch key {
      case "format": format = try reader.skip()
      case "version": version = try reader.skip()
      case "playlists":
        if try reader.kind() == .null { try reader.skip() } else { try readItems(&reader, &seen) }
      default: try others.take(key, from: &reader)
      }
    }
    try reader.end()
    extra = others.text
  }

  private mutating func readItems(_ reader: inout JSONReader, _ seen: inout [String: Int]) throws(JSONFault) {
    try reader.beginArray()
    while try reader.nextElement() {
      guard elements.count < Self.mostPlaylists else {
        throw JSONFault(
          reader.offset, expected: "end of the playlists, of which there may be \(Self.mostPlaylists),")
      }
      let start = reader
      let range = try reader.skip()
      guard range.count <= Self.mostPlaylistBytes else {
        elements.append(.passedOver(range, name: ""))
        continue
      }
      var again = start
      let playlist = try SharedPlaylist(&again)
      let base = playlist.id.flatMap { $0.isEmpty ? nil : $0 } ?? playlist.name
      guard !base.isEmpty, base.utf8.count <= Self.mostKeyBytes, !playlist.name.isEmpty, playlist.isWhole
      else {
        elements.append(.passedOver(range, name: playlist.name))
        continue
      }
      var key = base
      while seen[key] != nil {
        let number = (seen[base] ?? 1) + 1
        seen[base] = number
        key = "\(base)\n\(number)"
      }
      seen[key] = 1
      dates = dates ?? playlist.dates
      elements.append(.item(items.count))
      items.append(Item(key: key, name: playlist.name, modifiedAt: playlist.modifiedAt, range: range))
    }
  }

  /// Reads one of the items.
  public func playlist(_ item: Item) throws(JSONFault) -> SharedPlaylist {
    var reader = JSONReader(bytes, from: item.range.lowerBound)
    return try SharedPlaylist(&reader)
  }

  /// Begins a file that takes the place of this one: with the keys that this program doesn't know. Playlists follow, then
  /// `end`.
  public func begin(_ writer: inout JSONWriter) {
    writer.beginObject()
    writer.key("format")
    if let format { writer.raw(bytes[format]) } else { writer.string("mixboard-playlists") }
    writer.key("version")
    if let version { writer.raw(bytes[version]) } else { writer.integer(1) }
    OtherKeys.write(extra, besides: ["format", "version", "playlists"], to: &writer)
    writer.key("playlists")
    writer.beginArray()
  }

  /// One of the items, as it stands in the file.
  public func copy(_ item: Item, to writer: inout JSONWriter) { writer.raw(bytes[item.range]) }

  /// Skipped playlists, as they stand in the file.
  public func copy(_ range: Range<Int>, to writer: inout JSONWriter) { writer.raw(bytes[range]) }

  /// A playlist that is none of the items, with dates as theirs are.
  public func write(_ playlist: SharedPlaylist, to writer: inout JSONWriter) {
    playlist.write(to: &writer, dates: dates ?? .text)
  }

  /// A playlist in the place of one of the items (`SharedPlaylist.write(over:)`).
  public func write(
    _ playlist: SharedPlaylist, over item: Item, keeping limits: SharedLimits,
    isHere: (SharedEntry) -> Bool, to writer: inout JSONWriter
  ) throws(JSONFault) {
    try playlist.write(
      over: JSONReader(bytes, from: item.range.lowerBound), keeping: limits, isHere: isHere,
      dates: dates ?? .text, to: &writer)
  }

  public static func end(_ writer: inout JSONWriter) {
    writer.endArray()
    writer.endObject()
  }
}
