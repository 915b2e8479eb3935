/// What a sticker is on, as a volume knows it.
enum StickerOwner: Hashable, Sendable {
  case track(path: [UInt8])
  case playlist(PlaylistID)
  case text(type: String, String)
}
