/// Where a track is that was found by words, and what a shelf needs of it.
struct ShelvedHit: Sendable {
  /// As `LookupHit.tier`.
  let tier: Int
  let row: Int64
  /// Bytes whose order is that of a shelf (`ShelfOrder`).
  let key: [UInt8]
  /// Empty where it wasn't asked for.
  let path: [UInt8]
}
