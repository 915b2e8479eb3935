import Model

/// End of a page of stickers.
struct StickerCursor: Hashable, Sendable {
  let volume: VolumeID
  /// The last row that was looked at there.
  let row: Int64

  init(volume: VolumeID, row: Int64) {
    self.volume = volume
    self.row = row
  }

  /// Cursor for callers that only pass it on.
  var cursor: Cursor {
    let bits = UInt64(bitPattern: row)
    return Cursor(
      bytes: volume.bytes + (0..<8).map { UInt8(truncatingIfNeeded: bits >> (56 - 8 * UInt64($0))) })
  }

  /// Nil for bytes of no such cursor.
  init?(bytes: [UInt8]) {
    guard bytes.count == 24, let volume = VolumeID(bytes: Array(bytes[..<16])) else { return nil }
    self.volume = volume
    row = Int64(bitPattern: bytes[16...].reduce(0) { $0 << 8 | UInt64($1) })
  }
}
