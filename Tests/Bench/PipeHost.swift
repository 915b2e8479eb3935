import Linux

@testable import Inputs

/// One keyboard, whose keys come through a pipe.
final class PipeHost: InputHost {
  let device: PipeKeyDevice

  init(_ device: PipeKeyDevice) { self.device = device }

  func openKeyDevice(_ name: [UInt8]) throws(SystemError) -> any KeyDevice { device }

  func openLine(_ button: ButtonBinding) throws(SystemError) -> any ButtonLine {
    throw SystemError(.noSuchDevice, call: "open", path: button.chip)
  }
}
