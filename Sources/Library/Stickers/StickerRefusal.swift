/// Why stickers are not read or changed.
public enum StickerRefusal: Error, Hashable, Sendable {
  case noSuchSong
  case noSuchPlaylist
  /// Of a name whose values are ours: what it would have to be, in words.
  case badValue(name: String, expected: String)
  /// The name or the value is longer than what is kept.
  case tooLong
  /// More of them on one thing than are kept.
  case tooMany
  /// The volume left meanwhile.
  case volumeGone
  case store(StoreError)

  init(_ error: StoreError) {
    self = error.kind == .closed || error.kind == .cancelled ? .volumeGone : .store(error)
  }
}
