import Linux

/// A PN532 on SPI (user manual, 6.2.5). It sends and takes the lowest bit first, which few buses can: the bits are turned here.
final class PN532SPI: PN532Bus {
  private let bus: any SPIBus

  private enum Operation {
    static let write: UInt8 = 0x01
    static let status: UInt8 = 0x02
    static let read: UInt8 = 0x03
  }

  init(_ bus: any SPIBus) throws(ReaderFault) {
    self.bus = bus
    // The chip wakes up when it is selected, and needs 2 ms for it.
    _ = try bus.transfer([0])
    Pause.milliseconds(2)
  }

  func send(_ frame: [UInt8]) throws(ReaderFault) { _ = try transfer([Operation.write] + frame) }

  func receive(atMost most: Int, within time: Duration) throws(ReaderFault) -> [UInt8] {
    let deadline = Instant.now() + time
    var status: UInt8 = 0
    repeat {
      status = try transfer([Operation.status, 0]).last ?? 0
      // A line without a chip is 0 or 1 permanently.
      if status & 1 == 1, status != 0xFF {
        return Array(try transfer([Operation.read] + [UInt8](repeating: 0, count: most)).dropFirst())
      }
      Pause.milliseconds(1)
    } while Instant.now() < deadline
    return status == 0xFF ? [status] : []
  }

  private func transfer(_ bytes: [UInt8]) throws(ReaderFault) -> [UInt8] {
    try bus.transfer(bytes.map(Self.reversed)).map(Self.reversed)
  }

  private static func reversed(_ byte: UInt8) -> UInt8 {
    (0..<8).reduce(0) { $0 | (byte >> $1 & 1) << (7 - $1) }
  }
}
