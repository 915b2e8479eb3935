/// The level of a line that means "pressed" or "lit".
public enum ActiveLevel: String, Hashable, Sendable, CaseIterable {
  /// A button connects the line to ground; a LED hangs between the line and the supply.
  case low
  case high
}
