/// Sections `[inputs]`, `[key NAME]` and `[button NAME]`.
public struct InputSettings: Hashable, Sendable {
  public var grab: GrabChoice = .none
  /// In the order of the file. They come on top of the keys that every jukebox knows.
  public var keys: [KeySettings] = []
  /// In the order of the file.
  public var buttons: [ButtonSettings] = []
}
