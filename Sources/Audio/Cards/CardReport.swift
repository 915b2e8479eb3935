/// A playback device of a sound card as `device = auto` sees it.
public struct CardReport: Hashable, Sendable {
  /// The card's name for people.
  public let name: String
  /// The PCM's name.
  public let pcm: String
  /// In words, such as `USB`.
  public let kind: String
  /// Whether it may be chosen; else it is an HDMI output without a screen, or a virtual card.
  public let isCandidate: Bool

  init(_ card: SoundCard, isCandidate: Bool) {
    name = card.kind == .hdmi && !card.deviceName.isEmpty ? "\(card.name) \(card.deviceName)" : card.name
    pcm = card.pcm
    let screen = card.isConnected == false ? ", no screen" : ""
    kind =
      switch card.kind {
      case .usb: "USB"
      case .board: "I2S or board"
      case .headphones: "headphones or line out"
      case .hdmi: "HDMI\(screen)"
      case .virtual: "virtual, silent"
      }
    self.isCandidate = isCandidate
  }

  /// Those that may be chosen, best first, then the others. May block on a driver.
  public static func all() -> [CardReport] { ranked(CardList.read()) }

  static func ranked(_ cards: [SoundCard]) -> [CardReport] {
    let best = DeviceChoice.ranked(cards)
    return best.map { CardReport($0, isCandidate: true) }
      + cards.filter { !best.contains($0) }.map { CardReport($0, isCandidate: false) }
  }
}

/// A playback control of a card's mixer.
public struct CardControl: Hashable, Sendable {
  public let name: String
  /// Its switch is off.
  public internal(set) var isMuted: Bool
  /// 0 to 100 of its range; nil without a volume.
  public internal(set) var percent: Int?

  /// Those of a card by its number, in the driver's order; nil where the mixer cannot be opened. May block on a driver.
  public static func all(ofCard number: Int) -> [CardControl]? { CardMixer.controls(card: "hw:\(number)") }
}
