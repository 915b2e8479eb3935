/// Result of a change of stickers.
struct StickerOutcome: Hashable, Sendable {
  /// Whether the one that was named was there before; without a name, whether any was.
  var existed: Bool
  var isChanged: Bool
}
