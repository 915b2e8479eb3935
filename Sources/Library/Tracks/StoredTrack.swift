public import Model

/// A track as its row has it, or its name alone where no more was asked for. Valid in the call that gets it only.
public struct StoredTrack {
  /// Row of a query for the columns of `TreeWalk.Columns.listed`, or those of `names`.
  let row: Row
  /// The track's URI up to the file's name.
  let before: String

  /// A volume's database may say anything; the seconds of an answer are limited.
  private static let mostMicroseconds: Int64 = 1_000_000_000_000_000_000

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
      record.microseconds = try row.optionalInteger(7, as: Int64.self).map {
        min(max(0, $0), Self.mostMicroseconds)
      }
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
