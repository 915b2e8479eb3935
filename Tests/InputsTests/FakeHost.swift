import Glibc
import Linux

@testable import Inputs

/// Hands out what the test has put in; what it hasn't is an error.
final class FakeHost: InputHost {
  var devices: [String: PipeKeyDevice] = [:]
  var lines: [String: PipeLine] = [:]
  var outputs: [String: RecordedOutput] = [:]
  /// Somebody else has these lines.
  var busy: Set<String> = []
  /// These names can't be opened yet.
  var denied: Set<String> = []
  var opened: [String] = []

  var freeLines: [LineAddress] { lines.keys.sorted().map { LineAddress(line: $0) } }

  func openKeyDevice(_ name: [UInt8]) throws(SystemError) -> any KeyDevice {
    let name = String(decoding: name, as: UTF8.self)
    opened.append(name)
    if denied.contains(name) { throw SystemError(.accessDenied, call: "open", path: name) }
    guard let device = devices[name] else { throw SystemError(.noSuchFile, call: "open", path: name) }
    return device
  }

  func openInput(_ request: LineRequest) throws(SystemError) -> any InputLine {
    try check(request.address)
    guard let line = lines[request.address.line] else {
      throw SystemError(.noSuchFile, call: "gpiod", path: request.address.chip)
    }
    return line
  }

  func openOutput(_ address: LineAddress, active: ActiveLevel) throws(SystemError) -> any OutputLine {
    try check(address)
    guard let line = outputs[address.line] else {
      throw SystemError(.noSuchFile, call: "gpiod", path: address.chip)
    }
    return line
  }

  private func check(_ address: LineAddress) throws(SystemError) {
    opened.append(address.line)
    if busy.contains(address.line) {
      throw SystemError(Errno(rawValue: EBUSY), call: "gpiod", path: address.description)
    }
  }
}
