internal import Linux

/// Where devices and lines come from: the kernel, or a test.
protocol InputHost {
  /// - Parameter name: a name in /dev/input.
  func openKeyDevice(_ name: [UInt8]) throws(SystemError) -> any KeyDevice
  func openLine(_ button: ButtonBinding) throws(SystemError) -> any ButtonLine
}
