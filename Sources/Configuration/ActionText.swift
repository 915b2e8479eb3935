/// The text form of what a key or button can do.
enum ActionText {
  static let plain = [
    "play", "pause", "toggle", "stop", "next", "previous", "next-folder", "previous-folder", "mute",
    "shuffle",
    "repeat", "shutdown", "none",
  ]

  static let expected =
    "\(plain.joined(separator: ", ")), seek ±SECONDS, volume ±STEP or preset NUMBER"

  static func isValid(_ text: String) -> Bool {
    if plain.contains(text) { return true }
    let words = text.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
    guard words.count == 2 else { return false }
    switch words[0] {
    case "seek": return isStep(words[1], 3600)
    case "volume": return isStep(words[1], 100)
    case "preset": return SettingText.number(words[1], 1...1000) != nil
    default: return false
    }
  }

  private static func isStep(_ text: String, _ most: Int) -> Bool {
    guard let sign = text.first, sign == "+" || sign == "-" else { return false }
    return SettingText.number(String(text.dropFirst()), 1...most) != nil
  }
}
