public import Model

/// Keeps buttons, keys and knobs from acting, but the ones that are bound to act all the same. Loop thread only.
public final class InputLock {
  public var isOn = false
  /// Called with each action that is not done.
  public var refuse: (Action) -> Void = { _ in }

  public init() {}

  /// - Parameter isWhenLocked: whether its binding acts all the same.
  func allows(_ action: Action, isWhenLocked: Bool) -> Bool {
    if isWhenLocked || !isOn { return true }
    refuse(action)
    return false
  }
}
