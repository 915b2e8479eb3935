import Linux

@testable import Inputs

/// A GPIO output that remembers what it was set to.
final class RecordedOutput: OutputLine {
  var levels: [Bool] = []
  var isGone = false

  func set(_ isActive: Bool) throws(SystemError) {
    if isGone { throw SystemError(.noSuchDevice, call: "gpiod_line_set_value") }
    levels.append(isActive)
  }
}
