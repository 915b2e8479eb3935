internal import Linux

/// A key went down or up.
struct KeyEvent: Hashable {
  let key: KeyCode
  let isDown: Bool
  /// When the kernel saw it (CLOCK_MONOTONIC).
  let time: Instant
}
