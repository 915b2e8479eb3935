internal import Linux

/// When a LED is lit. A value: the time comes in, and `deadline` says when it wants to be asked again.
struct LEDPattern {
  enum Look: String, Hashable {
    case dark, lit, blinking
  }

  private let binding: LEDBinding
  private(set) var look = Look.dark
  private(set) var isLit = false
  private(set) var deadline: Instant?

  init(_ binding: LEDBinding) { self.binding = binding }

  /// Sets the signs. A LED that continues to blink does not lose its beat.
  mutating func show(_ signs: Set<LEDSign>, at time: Instant) {
    let wanted: Look =
      if binding.blink.contains(where: signs.contains) {
        .blinking
      } else if binding.steady.contains(where: signs.contains) {
        .lit
      } else {
        .dark
      }
    if wanted == look { return }
    look = wanted
    isLit = wanted != .dark
    deadline = wanted == .blinking ? time + binding.blinkTime : nil
  }

  /// Time has passed, however much: it continues from now instead of catching up.
  mutating func advance(to time: Instant) {
    guard let due = deadline, time >= due else { return }
    isLit.toggle()
    let next = due + binding.blinkTime
    deadline = next > time ? next : time + binding.blinkTime
  }
}
