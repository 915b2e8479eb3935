/// The Wi-Fi of the card image, for the further command `network`.
public struct NetworkReport: Hashable, Sendable {
  /// `closed`, `open`, `joining` or `joined`.
  public var state = "closed"
  /// Name of the box's own Wi-Fi.
  public var hotspot = ""
  /// The network that was tried last, and why it was not joined: `password`, `absent`, `address` or `failed`.
  public var name = ""
  public var error = ""
  /// Networks that were seen before the box's own Wi-Fi opened.
  public var seen: [String] = []

  public init() {}
}
