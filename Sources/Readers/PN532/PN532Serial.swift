import Linux

/// The high-speed UART of a PN532: 115200 baud.
final class PN532Serial: PN532Bus {
  private let port: SerialPort
  private var arrived: [UInt8] = []

  private static let mostBytes = 512
  /// The chip wakes up at the first of these, and takes the time of the others for it (user manual, 7.2.11).
  private static let wake: [UInt8] = [0x55, 0x55] + [UInt8](repeating: 0, count: 14)

  init(_ path: String) throws(ReaderFault) {
    port = try SerialPort(path, .baud115200)
    try port.write(Self.wake)
  }

  func send(_ frame: [UInt8]) throws(ReaderFault) {
    arrived = []
    try port.write(frame)
  }

  func receive(atMost most: Int, within time: Duration) throws(ReaderFault) -> [UInt8] {
    let deadline = Instant.now() + time
    while true {
      if let (_, end) = PN532Frame.first(in: arrived) {
        defer { arrived.removeFirst(end) }
        return Array(arrived[..<end])
      }
      let rest = deadline - .now()
      guard rest > .zero, arrived.count < Self.mostBytes else {
        defer { arrived = [] }
        return arrived
      }
      arrived += try port.read(within: rest)
    }
  }
}
