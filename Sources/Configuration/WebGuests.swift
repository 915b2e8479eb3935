public import Model

/// What visitors of the page may do without a password.
public enum WebGuests: String, CaseIterable, Hashable, Sendable {
  case off, look, add, control

  /// nil: nothing.
  public var permissions: Permissions? {
    switch self {
    case .off: nil
    case .look: .read
    case .add: [.read, .add]
    case .control: [.read, .add, .player, .control]
    }
  }
}
