import Glibc
import Linux

/// A real pipe. The reading end doesn't block.
final class PipeEnds {
  let reader: Descriptor
  private var writer: Descriptor?

  init() {
    var ends: [Int32] = [0, 0]
    guard unsafe pipe(&ends) == 0 else { fatalError("pipe") }
    reader = Descriptor(owning: ends[0])
    writer = Descriptor(owning: ends[1])
    _ = fcntl(ends[0], F_SETFL, O_NONBLOCK)
  }

  func write(_ bytes: [UInt8]) throws {
    guard try writer?.write(bytes.span) == bytes.count else {
      fatalError("the pipe is full or closed")
    }
  }

  /// All that is in it, or so much of it; nil once the writer has closed it.
  func readAll(atMost limit: Int = .max) throws(SystemError) -> [UInt8]? {
    var all: [UInt8] = []
    while true {
      var buffer = [UInt8](repeating: 0, count: min(4096, limit - all.count))
      if buffer.isEmpty { return all }
      var span = buffer.mutableSpan
      guard let count = try reader.read(into: &span) else { return all }
      if count == 0 { return all.isEmpty ? nil : all }
      all += buffer[..<count]
    }
  }

  func closeWriter() { writer = nil }
}
