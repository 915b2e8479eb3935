import Model

/// Where a page of stickers ended.
public struct StickerCursor: Hashable, Sendable {
  let volume: VolumeID
  /// The last row that was looked at there.
  let row: Int64

  init(volume: VolumeID, row: Int64) {
    self.volume = volume
    self.row = row
  }

  /// As bytes, for who carries it without knowing it.
  public var bytes: [UInt8] {
    let bits = UInt64(bitPattern: row)
    return volume.bytes + (0..<8).map { UInt8(truncatingIfNeeded: bits >> (56 - 8 * UInt64($0))) }
  }

  /// Nil for bytes that `bytes` did not make.
  public init?(bytes: [UInt8]) {
    guard bytes.count == 24, let volume = VolumeID(bytes: Array(bytes[..<16])) else { return nil }
    self.volume = volume
    row = Int64(bitPattern: bytes[16...].reduce(0) { $0 << 8 | UInt64($1) })
  }
}
