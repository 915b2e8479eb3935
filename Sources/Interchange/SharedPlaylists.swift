/// The file in which a desktop program keeps its playlists on a stick: which there are, and where they stand in it. One
/// is read when it is needed, so that a file takes no more memory than its bytes.
public struct SharedPlaylists: Sendable {
  /// Of a file; whoever reads one looks first.
  public static let mostBytes = 16 << 20
  static let mostPlaylists = 4096

  public struct Item: Sendable {
    /// Its `id`, or where it has none its name.
    public let key: String
    public let name: String
    public let modifiedAt: Int64?
    fileprivate let range: Range<Int>
  }

  private let bytes: [UInt8]
  public private(set) var items: [Item] = []
  /// Other keys of the file, as a JSON object.
  private var extra: String?

  /// No file yet.
  public init() { bytes = [] }

  public init(reading bytes: [UInt8]) throws(JSONFault) {
    self.bytes = bytes
    var reader = JSONReader(bytes)
    var others = OtherKeys()
    try reader.beginObject()
    while let key = try reader.nextKey() {
      let kind = try reader.kind()
      switch (key, kind) {
      case ("format", .string), ("version", .number): try reader.skip()
      case ("playlists", .array): try readItems(&reader)
      default: try others.take(key, from: &reader)
      }
    }
    try reader.end()
    extra = others.text
  }

  private mutating func readItems(_ reader: inout JSONReader) throws(JSONFault) {
    var seen = Set(items.map(\.key))
    try reader.beginArray()
    while try reader.nextElement() {
      let start = reader
      let range = try reader.skip()
      var again = start
      let playlist = try SharedPlaylist(&again)
      let key = playlist.id.flatMap { $0.isEmpty ? nil : $0 } ?? playlist.name
      guard !key.isEmpty, key.utf8.count <= 512, !playlist.name.isEmpty, items.count < Self.mostPlaylists,
        seen.insert(key).inserted
      else { continue }
      items.append(Item(key: key, name: playlist.name, modifiedAt: playlist.modifiedAt, range: range))
    }
  }

  /// Reads one of the items.
  public func playlist(_ item: Item) throws(JSONFault) -> SharedPlaylist {
    var reader = JSONReader(Array(bytes[item.range]))
    return try SharedPlaylist(&reader)
  }

  /// Begins a file that takes the place of this one: with the keys that this program doesn't know. Playlists follow by
  /// `JSONWriter.raw` and `SharedPlaylist.write`, then `end`.
  public func begin(_ writer: inout JSONWriter) {
    writer.beginObject()
    writer.pair("format", "mixboard-playlists")
    writer.pair("version", Int64(1))
    OtherKeys.write(extra, besides: ["format", "version", "playlists"], to: &writer)
    writer.key("playlists")
    writer.beginArray()
  }

  /// One of the items, as it stands in the file.
  public func copy(_ item: Item, to writer: inout JSONWriter) { writer.raw(bytes[item.range]) }

  public static func end(_ writer: inout JSONWriter) {
    writer.endArray()
    writer.endObject()
  }
}
