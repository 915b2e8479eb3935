/// A volume as a person writes it: `40`, `+5`, `-5`.
enum VolumeChange: Equatable {
  case absolute(Int)
  case relative(Int)

  init?(_ text: String) {
    guard let value = Int(text) else { return nil }
    if text.hasPrefix("+") || text.hasPrefix("-") {
      guard (-100...100).contains(value) else { return nil }
      self = .relative(value)
    } else {
      guard (0...100).contains(value) else { return nil }
      self = .absolute(value)
    }
  }
}
