public import Model

/// What a sticker is on.
public enum StickerSubject: Hashable, Sendable {
  /// A song by its URI, checked by `MusicPath`.
  case song(String)
  /// A stored playlist by its name.
  case playlist(String)
  /// A filter as `Filter.expression` writes it, or a value of the tag that `type` names; a new one is kept where the song
  /// `home` is.
  case text(type: String, String, home: TrackReference)
}
