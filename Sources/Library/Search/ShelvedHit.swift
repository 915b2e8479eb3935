/// Row of a track that was found by words, and its place on a shelf.
struct ShelvedHit: Sendable {
  /// As `LookupHit.tier`.
  let tier: Int
  let row: Int64
  /// Bytes whose order is that of a shelf (`ShelfOrder`).
  let key: [UInt8]
  /// Empty where it wasn't asked for.
  let path: [UInt8]
}
