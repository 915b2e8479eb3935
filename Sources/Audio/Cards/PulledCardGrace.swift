import Linux

/// A card that was pulled is waited for a little, before the music comes out of another one: a loose plug is not meant
/// as a choice.
struct PulledCardGrace {
  /// The one that was opened last.
  private(set) var pcm: String?
  /// When it was found missing first.
  private var missedSince: Instant?

  static let patience = Duration.seconds(10)

  /// The card's PCM was opened.
  mutating func opened(_ pcm: String) {
    self.pcm = pcm
    missedSince = nil
  }

  /// - Returns: the card that was open last, where it is gone and still to be waited for.
  mutating func missing(from pcms: [String], at now: Instant) -> String? {
    guard let pcm, !pcms.contains(pcm) else {
      missedSince = nil
      return nil
    }
    let since = missedSince ?? now
    missedSince = since
    return now - since < Self.patience ? pcm : nil
  }
}
