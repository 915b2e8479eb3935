import Linux
import Model

/// A PN532 on I2C (user manual, 6.2.4): each reading begins with a byte that shows whether a frame follows.
final class PN532I2C: PN532Bus {
  static let address: UInt8 = 0x24

  private let bus: any I2CBus

  /// A chip that sleeps does not acknowledge what wakes it.
  private static let attempts = 3

  init(_ bus: any I2CBus) { self.bus = bus }

  func send(_ frame: [UInt8]) throws(ReaderFault) {
    for _ in 0..<Self.attempts {
      if try bus.write(frame) { return }
      Pause.milliseconds(2)
    }
    throw ReaderFault(.silent, "no chip answers at the address 24 of the bus")
  }

  func receive(atMost most: Int, within time: Duration) throws(ReaderFault) -> [UInt8] {
    let deadline = Instant.now() + time
    repeat {
      // The status and the frame in one: the next reading begins again.
      if let bytes = try bus.read(1 + most), let status = bytes.first, status & 1 == 1 {
        return Array(bytes.dropFirst())
      }
      Pause.milliseconds(1)
    } while Instant.now() < deadline
    return []
  }
}
