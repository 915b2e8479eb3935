public import Model

/// Which parts of a track are read into a record.
public struct TrackParts: Sendable {
  /// A text of a track.
  public struct Text: Sendable {
    /// By which the record orders texts.
    public let number: UInt8
    /// What stands before it in a line of its own; empty where no lines are made.
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
    /// What stands before it, among `keys`.
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

/// A track as its row has it, or its name alone where no more was asked for. Valid in the call that gets it only.
public struct StoredTrack {
  /// Of a query for the columns of `TreeWalk.Columns.listed`, or those of `names`.
  let row: Row
  /// What stands before the file's name in the track's URI.
  let before: String

  /// Reads parts of the track in place of those that the record has.
  public func read(_ parts: TrackParts, into record: inout SongRecord) throws(StoreError) {
    record.removeAll()
    if parts.uri {
      record.bytes.append(contentsOf: before.utf8)
      try row.appendName(0, to: &record.bytes)
      record.uri = 0..<record.bytes.count
    }
    if parts.facts {
      record.modified = try row.integer(2) / 1_000_000_000
      record.added = try row.optionalInteger(3, as: Int64.self).map { $0 / 1_000_000 }
      record.format = try format()
      record.microseconds = try row.optionalInteger(7, as: Int64.self).map { max(0, $0) }
    }
    for (place, text) in parts.texts {
      let column = 8 + place
      switch place {
      case 0, 2, 5: try row.appendTexts(column, text, parts.keys, to: &record)
      case 4:
        if let track = try row.optionalInteger(column, as: Int32.self) {
          record.addLine(text, parts.keys, TrackNumber.text(of: Int(track)))
        }
      case 7:
        if let disc = try row.optionalInteger(column, as: Int32.self) {
          record.addLine(text, parts.keys, "\(disc)")
        }
      default: try row.appendText(column, text, parts.keys, to: &record)
      }
    }
    if !parts.more.isEmpty { try row.appendMore(16, parts.more, parts.keys, to: &record) }
  }

  private func format() throws(StoreError) -> AudioFormat {
    let rate = try row.integer(4, as: Int.self)
    let channels = try row.integer(6, as: Int.self)
    guard (1...1_000_000).contains(rate), (1...64).contains(channels) else {
      throw row.strange("rate or channels")
    }
    let bits = try row.optionalInteger(5, as: UInt8.self)
    return AudioFormat(rate: rate, sample: bits.map { .bits(Int($0)) } ?? .float, channels: channels)
  }
}
