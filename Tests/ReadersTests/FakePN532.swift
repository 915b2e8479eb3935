@testable import Readers

/// The chip behind its buses: commands in, frames out.
final class FakePN532 {
  /// The identity of the card in its field.
  var card: [UInt8]?
  /// Changes what the chip sends.
  var spoil: ([UInt8]) -> [UInt8] = { $0 }
  private(set) var commands: [UInt8] = []
  private(set) var isFieldOn = false
  /// Frames that wait to be read.
  private var waiting: [[UInt8]] = []

  static let acknowledge: [UInt8] = [0x00, 0x00, 0xFF, 0x00, 0xFF, 0x00]

  /// Takes bytes that may hold a command.
  func take(_ bytes: [UInt8]) {
    guard let start = bytes.indices.first(where: { bytes[$0...].starts(with: [0x00, 0xFF]) }) else { return }
    let (length, content) = (Int(bytes[start + 2]), bytes[(start + 4)...])
    guard length >= 2, content.count > length, bytes[start + 2] &+ bytes[start + 3] == 0,
      content.prefix(length + 1).reduce(0, &+) == 0, content.first == 0xD4
    else { return }
    let code = content[start + 5]
    commands.append(code)
    waiting = [
      Self.acknowledge, Self.frame([0xD5, code + 1] + answer(to: code, Array(content.dropFirst(2)))),
    ]
    .map(spoil)
  }

  var isReady: Bool { !waiting.isEmpty }
  func next() -> [UInt8]? { waiting.isEmpty ? nil : waiting.removeFirst() }

  private func answer(to code: UInt8, _ data: [UInt8]) -> [UInt8] {
    switch code {
    case 0x02: return [0x32, 0x01, 0x06, 0x07]
    case 0x32:
      if data.first == 0x01 { isFieldOn = data[1] & 1 == 1 }
      return []
    case 0x4A:
      isFieldOn = true
      guard let card else { return [0] }
      return [1, 1, 0x00, 0x04, 0x08, UInt8(card.count)] + card
    default: return []
    }
  }

  static func frame(_ content: [UInt8]) -> [UInt8] {
    let length = UInt8(content.count)
    return [0x00, 0x00, 0xFF, length, 0 &- length] + content + [0 &- content.reduce(0, &+), 0x00]
  }
}

/// SPI as the chip has it, with the lowest bit first.
final class FakePN532SPI: SPIBus {
  let chip: FakePN532
  /// In place of all that the chip says.
  var stuck: UInt8?

  init(_ chip: FakePN532) { self.chip = chip }

  func transfer(_ bytes: [UInt8]) throws(ReaderFault) -> [UInt8] {
    if let stuck { return [UInt8](repeating: stuck, count: bytes.count) }
    let sent = bytes.map(Self.turned)
    var answer = [UInt8](repeating: 0, count: bytes.count)
    switch sent.first {
    case 0x01: chip.take(Array(sent.dropFirst()))
    case 0x02: answer[1] = chip.isReady ? 1 : 0
    case 0x03:
      for (index, byte) in (chip.next() ?? []).enumerated().prefix(bytes.count - 1) {
        answer[index + 1] = byte
      }
    default: break
    }
    return answer.map(Self.turned)
  }

  private static func turned(_ byte: UInt8) -> UInt8 {
    var (byte, turned) = (byte, UInt8(0))
    for _ in 0..<8 { (turned, byte) = (turned << 1 | byte & 1, byte >> 1) }
    return turned
  }
}

/// I2C as the chip has it: it sleeps until it is addressed.
final class FakePN532I2C: I2CBus {
  let chip: FakePN532
  private var isAwake = false
  var isThere = true

  init(_ chip: FakePN532) { self.chip = chip }

  func write(_ bytes: [UInt8]) throws(ReaderFault) -> Bool {
    guard isThere, isAwake else {
      isAwake = isThere
      return false
    }
    chip.take(bytes)
    return true
  }

  func read(_ count: Int) throws(ReaderFault) -> [UInt8]? {
    guard isThere, isAwake else { return nil }
    guard let frame = chip.next() else { return [UInt8](repeating: 0, count: count) }
    return Array(([1] + frame + [UInt8](repeating: 0, count: count)).prefix(count))
  }
}
