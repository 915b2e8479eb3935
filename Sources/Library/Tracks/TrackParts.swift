import Model

/// Which parts of a track are read into a record.
public struct TrackParts: Sendable {
  /// A text of a track.
  public struct Text: Sendable {
    /// By which the record orders texts.
    public let number: UInt8
    /// The beginning of a line of its own; empty where no lines are made.
    public let key: [UInt8]

    public init(number: UInt8, key: [UInt8]) {
      self.number = number
      self.key = key
    }
  }

  /// In the order of the columns of `TreeWalk.Columns.listed`.
  private static let fields: [TagTally.Field] = [
    .tag(.artist), .tag(.album), .tag(.albumArtist), .tag(.title), .track, .tag(.genre), .tag(.date), .disc,
  ]

  /// A text that is wanted.
  struct Part {
    let number: UInt8
    /// The beginning of its line, among `keys`.
    let key: Range<Int>
  }

  /// With the places of their columns.
  let texts: [(place: Int32, text: Part)]
  /// By `StoredTag`'s numbers; empty where none of those is wanted.
  let more: [Part?]
  let keys: [UInt8]
  let uri: Bool
  /// The times, the format and the length.
  let facts: Bool

  public init(_ texts: [TagTally.Field: Text], uri: Bool, facts: Bool) {
    var keys: [UInt8] = []
    func part(_ field: TagTally.Field) -> Part? {
      texts[field].map { text in
        keys += text.key
        return Part(number: text.number, key: keys.count - text.key.count..<keys.count)
      }
    }
    self.texts = Self.fields.enumerated().compactMap { place, field in
      part(field).map { (Int32(place), $0) }
    }
    let more = StoredTag.names.map { name in name.flatMap { part(.tag($0)) } }
    self.more = more.contains { $0 != nil } ? more : []
    self.keys = keys
    self.uri = uri
    self.facts = facts
  }

  /// Whether the file's name is enough.
  public var isURI: Bool { texts.isEmpty && more.isEmpty && !facts }
}
