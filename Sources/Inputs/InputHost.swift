internal import Linux

/// The source of devices and lines: the kernel, or a test.
protocol InputHost {
  /// - Parameter name: a name in /dev/input.
  func openKeyDevice(_ name: [UInt8]) throws(SystemError) -> any KeyDevice
  func openInput(_ request: LineRequest) throws(SystemError) -> any InputLine
  /// Lines that nobody uses and that may be made inputs without harm.
  var freeLines: [LineAddress] { get }
  /// The line is dark at first.
  func openOutput(_ address: LineAddress, active: ActiveLevel) throws(SystemError) -> any OutputLine
}
