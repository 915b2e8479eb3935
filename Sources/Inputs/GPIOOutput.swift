internal import CGPIO
internal import Linux

/// An output line of a GPIO chip through libgpiod, of either version.
@safe final class GPIOOutput: OutputLine {
  private let path: String
  private let line: UnsafeMutablePointer<cgpio_line>

  /// Requests the line as an output, inactive at first.
  /// - Throws: ENOENT or EINVAL where there is no such chip or line, EBUSY where someone else has it, EACCES.
  init(_ address: LineAddress, active: ActiveLevel) throws(SystemError) {
    path = address.description
    var opened: UnsafeMutablePointer<cgpio_line>?
    try systemCall("gpiod", path: path) {
      unsafe opened = cgpio_open_output(
        address.chip, address.line, active == .low ? 1 : 0, 0, "jukebox")
      return unsafe opened == nil ? Int32(-1) : 0
    }
    guard let opened = unsafe opened else { preconditionFailure("a line that is open") }
    unsafe line = opened
  }

  deinit { unsafe cgpio_close(line) }

  func set(_ isActive: Bool) throws(SystemError) {
    try systemCall("gpiod_line_set_value", path: path) { unsafe cgpio_set_value(line, isActive ? 1 : 0) }
  }
}
