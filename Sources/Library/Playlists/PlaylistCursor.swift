import Model

/// End of a page of a playlist's entries. The next one continues after it, whatever is added or removed meanwhile.
package struct PlaylistCursor: Hashable, Sendable {
  package let place: Int64
  let row: Int64

  init(place: Int64, row: Int64) {
    self.place = place
    self.row = row
  }

  private static let first = PlaylistCursor(place: .min, row: .min)

  static func orFirst(_ cursor: PlaylistCursor?) -> PlaylistCursor { cursor ?? first }

  /// For callers that only pass it on.
  var cursor: Cursor { Cursor(bytes: Self.bytes(place) + Self.bytes(row)) }

  /// Nil for one that `cursor` did not make.
  init?(_ cursor: Cursor?) {
    guard let bytes = cursor?.bytes, bytes.count == 16 else { return nil }
    place = Self.number(bytes[..<8])
    row = Self.number(bytes[8...])
  }

  private static func bytes(_ number: Int64) -> [UInt8] {
    let bits = UInt64(bitPattern: number)
    return (0..<8).map { UInt8(truncatingIfNeeded: bits >> (56 - 8 * UInt64($0))) }
  }

  private static func number(_ bytes: ArraySlice<UInt8>) -> Int64 {
    Int64(bitPattern: bytes.reduce(0) { $0 << 8 | UInt64($1) })
  }
}
