/// Choice for `device = auto`: USB, then I2S, headphones, a connected HDMI. Card 0 is often a silent HDMI.
enum DeviceChoice {
  /// The PCMs worth opening, best first; those of one kind in the order of their cards. An HDMI without a screen is
  /// left out; an HDMI of unknown state comes last.
  static func ranked(_ cards: [SoundCard]) -> [SoundCard] {
    cards.filter { $0.kind != .virtual && !($0.kind == .hdmi && $0.isConnected == false) }.sorted { a, b in
      if a.kind != b.kind { return a.kind < b.kind }
      if a.isConnected != b.isConnected { return a.isConnected == true }
      if a.number != b.number { return a.number < b.number }
      return a.device < b.device
    }
  }
}
