/// A section `[key NAME]`: a key of a keyboard, remote or headset.
public struct KeySettings: Hashable, Sendable {
  /// The kernel's name for it (linux/input-event-codes.h), such as `KEY_PLAYPAUSE`.
  public let name: String
  public var gestures = GestureSettings()

  public init(name: String) { self.name = name }
}
