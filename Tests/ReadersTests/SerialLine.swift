import CBuses
import Linux

/// A serial line whose other end is the test's: a pseudo terminal (pty(7)).
struct SerialLine: ~Copyable {
  /// The module's end.
  let module: Descriptor
  /// The device file for the reader.
  let path: String

  init() throws(SystemError) {
    var ends: (line: Int32, end: Int32) = (-1, -1)
    var name = [CChar](repeating: 0, count: 64)
    try systemCall("openpty") { unsafe cbuses_open_terminal(&ends.line, &ends.end, &name) }
    module = Descriptor(owning: ends.line)
    // The reader opens it by its path.
    _ = Descriptor(owning: ends.end)
    path = String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  func send(_ bytes: [UInt8]) throws(SystemError) { _ = try module.write(bytes.span) }

  /// Has a chip answer on a thread of its own until the reader's end is closed.
  consuming func serve(_ chip: FakePN532) throws(SystemError) {
    let served = ServedChip(chip: chip)
    _ = try Thread.start(name: "chip", payload: module) { module in
      var buffer = [UInt8](repeating: 0, count: 256)
      while true {
        var span = buffer.mutableSpan
        guard let count = try? module.read(into: &span), count > 0 else { return }
        served.chip.take(Array(buffer[..<count]))
        while let frame = served.chip.next() { _ = try? module.write(frame.span) }
      }
    }
  }

  /// The thread alone uses the chip while the reader asks; the test, while it does not.
  private struct ServedChip: @unchecked Sendable {
    let chip: FakePN532
  }
}
