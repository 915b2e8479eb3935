public import Model

/// What a sticker is on.
public enum StickerSubject: Hashable, Sendable {
  /// The song that is exactly this URI.
  case song(uri: String)
  /// A stored playlist by the name that clients see.
  case playlist(String)
  /// A filter, or a value of the tag that `type` names: of no volume alone. A new one is kept on `home`, where a song is
  /// that it is about.
  case text(type: String, String, home: VolumeID)
}
