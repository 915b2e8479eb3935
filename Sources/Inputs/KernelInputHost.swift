internal import Linux

/// The machine's own devices.
struct KernelInputHost: InputHost {
  let folder: String

  func openKeyDevice(_ name: [UInt8]) throws(SystemError) -> any KeyDevice {
    try EvdevDevice(path: "\(folder)/\(String(decoding: name, as: UTF8.self))")
  }

  func openInput(_ request: LineRequest) throws(SystemError) -> any InputLine { try GPIOInput(request) }

  var freeLines: [LineAddress] {
    GPIOChip.all().flatMap { chip in
      chip.harmlessLines.map { LineAddress(chip: chip.name, line: "\($0)") }
        .filter { GPIOChip.user(of: $0) == nil }
    }
  }

  func openOutput(_ address: LineAddress, active: ActiveLevel) throws(SystemError) -> any OutputLine {
    try GPIOOutput(address, active: active)
  }
}
