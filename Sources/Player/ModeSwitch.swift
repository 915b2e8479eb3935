/// A mode that can be on for good or for the current entry only.
public enum ModeSwitch: String, Hashable, Sendable, CaseIterable {
  case off
  case on
  /// On until the current entry has ended, then off.
  case oneshot
}
