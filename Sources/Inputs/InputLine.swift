internal import Linux

/// A requested GPIO input: the narrowest seam to the kernel. Loop thread only.
protocol InputLine: AnyObject {
  /// Whether the kernel keeps bounces away, as was asked for.
  var isDebounced: Bool { get }
  func register(with loop: EventLoop, _ handler: @escaping (EventLoop.Readiness) -> Void) throws(SystemError)
    -> EventLoop.Registration
  /// Hands over the edges that have come since, a bounded number of them.
  func read(_ handler: (LineEdge) -> Void) throws(SystemError)
  /// The level of now, active-low considered: true is pressed.
  func isActive() throws(SystemError) -> Bool
}
