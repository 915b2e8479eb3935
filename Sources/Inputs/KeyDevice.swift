internal import Linux

/// An open input device: the narrowest seam to the kernel, so that tests can bring keys through a pipe.
/// Loop thread only.
protocol KeyDevice: AnyObject {
  /// As the device calls itself.
  var name: String { get }
  func has(_ key: KeyCode) -> Bool
  /// Takes the device for the jukebox alone.
  func grab() throws(SystemError)
  func register(with loop: EventLoop, _ handler: @escaping (EventLoop.Readiness) -> Void) throws(SystemError)
    -> EventLoop.Registration
  /// Hands over the events since the last call, without key repeats; bounded, so that other sources get their turn. If
  /// the kernel has dropped events, keys released meanwhile come as released.
  /// - Throws: ENODEV when the device is gone.
  func read(_ handler: (KeyEvent) -> Void) throws(SystemError)
}
