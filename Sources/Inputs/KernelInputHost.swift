internal import Linux

/// The machine's own devices.
struct KernelInputHost: InputHost {
  let folder: String

  func openKeyDevice(_ name: [UInt8]) throws(SystemError) -> any KeyDevice {
    try EvdevDevice(path: "\(folder)/\(String(decoding: name, as: UTF8.self))")
  }

  func openLine(_ button: ButtonBinding) throws(SystemError) -> any ButtonLine { try GPIOLine(button) }
}
