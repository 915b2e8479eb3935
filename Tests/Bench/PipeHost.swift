import Linux

@testable import Inputs

/// One keyboard, whose keys come through a pipe.
final class PipeHost: InputHost {
  let device: PipeKeyDevice
  let freeLines: [LineAddress] = []

  init(_ device: PipeKeyDevice) { self.device = device }

  func openKeyDevice(_ name: [UInt8]) throws(SystemError) -> any KeyDevice { device }

  func openInput(_ request: LineRequest) throws(SystemError) -> any InputLine {
    throw SystemError(.noSuchDevice, call: "open", path: request.address.chip)
  }

  func openOutput(_ address: LineAddress, active: ActiveLevel) throws(SystemError) -> any OutputLine {
    throw SystemError(.noSuchDevice, call: "open", path: address.chip)
  }
}
