import Model

/// Owner of a sticker, as a volume identifies it.
enum StickerOwner: Hashable, Sendable {
  case track(path: [UInt8])
  case playlist(PlaylistID)
  case text(type: String, String)
}
