import Linux

/// A playback device of a sound card, as far as the choice needs to know it.
struct SoundCard: Hashable, Sendable {
  /// The card's short name, such as `vc4hdmi0`: it stays the same whatever the order in which cards are found.
  let id: String
  /// The card's number.
  let number: Int
  /// The driver's name, such as `USB-Audio`.
  let driver: String
  /// The card's name for people.
  let name: String
  /// The PCM's number on the card.
  let device: Int
  /// The PCM's name, such as `HDMI 0`.
  let deviceName: String
  let isUSB: Bool
  /// For HDMI and DisplayPort: whether a screen that takes sound is connected. nil: unknown.
  let isConnected: Bool?

  enum Kind: Int, Comparable, Sendable {
    /// In order of preference: who plugs in a USB card or puts on an I2S board wants to hear it.
    case usb, board, headphones, hdmi
    /// No card that anybody hears.
    case virtual

    static func < (a: Kind, b: Kind) -> Bool { a.rawValue < b.rawValue }
  }

  var kind: Kind {
    let words = "\(id) \(driver) \(name) \(deviceName)".lowercased().utf8
    func has(_ parts: String...) -> Bool { parts.contains { words.firstOccurrence(of: $0.utf8) != nil } }
    if has("loopback", "dummy", "aloop") { return .virtual }
    if has("hdmi", "displayport") { return .hdmi }
    if isUSB { return .usb }
    // A sound chip of the main board: the Pi's jack, a PC's codec.
    if has("headphone", "bcm2835", "analog", "hda-intel", "alc", "ac97", "intel") { return .headphones }
    return .board
  }

  /// The PCM's name. The Pi's HDMI takes samples in IEC 958 frames only, which ALSA's `hdmi` device makes.
  var pcm: String {
    kind == .hdmi && driver.lowercased().utf8.firstOccurrence(of: "vc4".utf8) != nil
      ? "hdmi:CARD=\(id),DEV=\(device)" : "hw:CARD=\(id),DEV=\(device)"
  }
}
