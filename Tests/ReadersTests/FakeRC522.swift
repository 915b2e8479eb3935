@testable import Readers

/// The registers of an RC522, and cards in its field that answer as ISO/IEC 14443-3 says.
final class FakeRC522: SPIBus {
  /// The identities of the cards.
  var cards: [[UInt8]] = []
  var version: UInt8 = 0x92
  /// In place of all that the chip says.
  var stuck: UInt8?
  /// Changes what a card answers.
  var spoil: ([UInt8]) -> [UInt8] = { $0 }
  private(set) var halts = 0
  private var registers = [UInt8](repeating: 0, count: 64)
  private var fifo: [UInt8] = []
  private var isSelected = 0

  init() { reset() }

  /// As after a moment without power.
  func reset() {
    registers = [UInt8](repeating: 0, count: 64)
    registers[Int(RC522Register.antenna.rawValue)] = 0x80
    (fifo, isSelected) = ([], 0)
  }

  func transfer(_ bytes: [UInt8]) throws(ReaderFault) -> [UInt8] {
    if let stuck { return [UInt8](repeating: stuck, count: bytes.count) }
    guard let first = bytes.first else { return [] }
    if first & 0x80 == 0 {
      for byte in bytes.dropFirst() { write(first >> 1, byte) }
      return [UInt8](repeating: 0, count: bytes.count)
    }
    // Each byte names the register whose value the next one brings.
    return [0] + bytes.dropLast().map { read($0 >> 1 & 0x3F) }
  }

  private func read(_ register: UInt8) -> UInt8 {
    switch RC522Register(rawValue: register) {
    case .version: version
    case .fifo: fifo.isEmpty ? 0 : fifo.removeFirst()
    case .fifoLevel: UInt8(fifo.count)
    default: registers[Int(register)]
    }
  }

  private func write(_ register: UInt8, _ value: UInt8) {
    switch RC522Register(rawValue: register) {
    case .fifo: fifo.append(value)
    case .fifoLevel: if value & 0x80 != 0 { fifo = [] }
    case .command where value == 0x0F: reset()
    case .interrupts: registers[Int(register)] &= ~value
    default: registers[Int(register)] = value
    }
    if register == RC522Register.bitFraming.rawValue, value & 0x80 != 0,
      registers[Int(RC522Register.command.rawValue)] == 0x0C
    {
      exchange(bits: value & 7)
    }
  }

  private func exchange(bits: UInt8) {
    let isOn = registers[Int(RC522Register.antenna.rawValue)] & 3 == 3
    let answers = isOn ? cards.compactMap { answer(of: $0, to: fifo, bits: bits) } : []
    fifo = answers.first.map(spoil) ?? []
    registers[Int(RC522Register.interrupts.rawValue)] |= fifo.isEmpty ? 0x01 : 0x30
    // Cards that answer with other bits at the same time collide.
    registers[Int(RC522Register.error.rawValue)] = Set(answers).count > 1 ? 0x08 : 0
  }

  private func answer(of card: [UInt8], to frame: [UInt8], bits: UInt8) -> [UInt8]? {
    if frame == [0x52], bits == 7 { return [card.count == 4 ? 0x04 : 0x44, 0x00] }
    guard bits == 0 else { return nil }
    if frame == [0x50, 0x00] + CyclicCheck.bytes(of: [0x50, 0x00]) {
      halts += 1
      return nil
    }
    let levels: [UInt8] = [0x93, 0x95, 0x97]
    guard let level = frame.first.flatMap(levels.firstIndex), frame.count >= 2 else { return nil }
    // An identity of 7 bytes: 88 and three, then four.
    let parts = card.count == 4 ? [card] : [[0x88] + card.prefix(3), Array(card.dropFirst(3))]
    guard level < parts.count else { return nil }
    let part = parts[level] + [parts[level].reduce(0, ^)]
    if frame[1] == 0x20 { return part }
    guard frame[1] == 0x70, frame.dropFirst(2).starts(with: part), CyclicCheck.isValid(frame) else {
      return nil
    }
    let answer: [UInt8] = [level + 1 < parts.count ? 0x04 : 0x08]
    return answer + CyclicCheck.bytes(of: answer)
  }
}
