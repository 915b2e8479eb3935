import CBuses
import Linux
import Model

/// A serial line: 8 bits, no parity, one stop bit (termios(3)).
final class SerialPort {
  enum Speed {
    case baud9600, baud115200

    var value: UInt32 {
      switch self {
      case .baud9600: UInt32(B9600)
      case .baud115200: UInt32(B115200)
      }
    }
  }

  private let file: Descriptor
  private let path: String
  private var buffer = [UInt8](repeating: 0, count: 256)

  init(_ path: String, _ speed: Speed) throws(ReaderFault) {
    self.path = path
    let file = try device { () throws(SystemError) in try HostFile.openDevice(path) }
    try device { () throws(SystemError) in
      try systemCall("tcsetattr", path: path) { cbuses_set_raw(file.rawValue, speed.value) }
    }
    self.file = file
  }

  /// Waits for bytes.
  /// - Returns: what has arrived, at most 256 bytes; empty if nothing has within `time`.
  func read(within time: Duration) throws(ReaderFault) -> ArraySlice<UInt8> {
    do throws(SystemError) {
      if try Poll.wait(for: file, .read, atMost: time).isEmpty { return [] }
      var span = buffer.mutableSpan
      guard let count = try file.read(into: &span) else { return [] }
      if count > 0 { return buffer[..<count] }
    } catch {
      throw ReaderFault(error.at(path))
    }
    throw ReaderFault(.missing, "\(path): the line has ended: it was unplugged")
  }

  func write(_ bytes: [UInt8]) throws(ReaderFault) {
    var rest = bytes[...]
    while !rest.isEmpty {
      do throws(SystemError) {
        guard try Poll.wait(for: file, .write, atMost: .seconds(1)).contains(.write) else { break }
        rest = rest.dropFirst(try file.write(rest.span) ?? 0)
      } catch {
        throw ReaderFault(error.at(path))
      }
    }
    if !rest.isEmpty { throw ReaderFault(.failed, "\(path) takes no bytes") }
  }
}
