public import Model

/// Permissions of the page's visitors without a password.
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
