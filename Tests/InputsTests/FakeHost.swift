import Linux
import Testing

@testable import Inputs

/// Hands out what the test has put in; what it hasn't is an error.
final class FakeHost: InputHost {
  var devices: [String: PipeKeyDevice] = [:]
  var lines: [String: PipeLine] = [:]
  /// These names can't be opened yet.
  var denied: Set<String> = []
  var opened: [String] = []

  func openKeyDevice(_ name: [UInt8]) throws(SystemError) -> any KeyDevice {
    let name = String(decoding: name, as: UTF8.self)
    opened.append(name)
    if denied.contains(name) { throw SystemError(.accessDenied, call: "open", path: name) }
    guard let device = devices[name] else { throw SystemError(.noSuchFile, call: "open", path: name) }
    return device
  }

  func openLine(_ button: ButtonBinding) throws(SystemError) -> any ButtonLine {
    guard let line = lines[button.line] else {
      throw SystemError(.noSuchFile, call: "gpiod", path: button.chip)
    }
    return line
  }
}
