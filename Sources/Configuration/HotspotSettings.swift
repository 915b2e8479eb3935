/// Section `[hotspot]`: the Wi-Fi that the card image opens while it knows no network. Its script reads them from the
/// checked configuration.
public struct HotspotSettings: Hashable, Sendable {
  /// nil: `Jukebox-` and four digits.
  public var name: String?
  /// nil: the box makes one, and writes it on the card.
  public var password: String?

  /// In bytes (IEEE 802.11).
  static let nameLengths = 1...32
  static let passwordLengths = 8...63
}
