/// Two or more buttons that are pressed together, and what that does.
public struct ChordBinding: Hashable, Sendable {
  /// The name in the configuration, for messages.
  public var name: String
  /// The names of the buttons, two at least.
  public var buttons: [String]
  /// From the first of the presses to the last: what comes later is no chord.
  public var window: Duration
  /// A chord is down from its last press to its first release.
  public var binding: Binding

  public init(
    name: String, buttons: [String], window: Duration = Self.defaultWindow, binding: Binding
  ) {
    self.name = name
    self.buttons = buttons
    self.window = window
    self.binding = binding
  }

  /// Fingers that mean to press together do so within some 50 ms.
  public static let defaultWindow = Duration.milliseconds(80)
}
