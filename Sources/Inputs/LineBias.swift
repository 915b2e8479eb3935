/// The resistor inside the chip that holds an input where nothing drives it.
public enum LineBias: String, Hashable, Sendable, CaseIterable {
  case pullUp = "pull-up"
  case pullDown = "pull-down"
  case disabled
  /// As the firmware left it.
  case asIs = "as-is"
}
