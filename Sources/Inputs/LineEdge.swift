internal import Linux

/// A GPIO line changed its level.
struct LineEdge: Hashable {
  /// The level after the edge, active-low considered: true is pressed, or closed.
  let isActive: Bool
  /// When the kernel saw it (CLOCK_MONOTONIC).
  let time: Instant
}
