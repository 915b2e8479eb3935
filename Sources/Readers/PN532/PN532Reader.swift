import Inputs
import Linux
import Model

/// A chip PN532 on any of its buses. Each look switches the field on, lists a card, and switches it off: so a card
/// that lies there is found again.
final class PN532Reader: CardReader {
  private let bus: any PN532Bus
  private let reset: ResetLine?

  private static let periodMilliseconds = 100
  private static let resetMilliseconds = 50
  private static let attempts = 3
  private static let acknowledgePatience = Duration.milliseconds(100)
  private static let answerPatience = Duration.milliseconds(500)
  private static let acknowledgeBytes = 6
  /// Bytes of an answer to the commands here; the longest has a card's identity and its answer to select.
  private static let mostAnswerBytes = 64

  /// The commands, by their codes (user manual, 7).
  private enum Command {
    static let firmware: UInt8 = 0x02
    static let securityModule: UInt8 = 0x14
    static let radio: UInt8 = 0x32
    static let list: UInt8 = 0x4A
  }

  /// - Parameter bus: called when the chip is out of its reset.
  init(reset: ResetLine? = nil, _ bus: () throws(ReaderFault) -> any PN532Bus) throws(ReaderFault) {
    self.reset = reset
    if let reset {
      Pause.milliseconds(1)
      try device { () throws(SystemError) in try reset.release() }
      Pause.milliseconds(Self.resetMilliseconds)
    }
    self.bus = try bus()
    // Without a security module; the field is switched by the commands below.
    _ = try answer(to: Command.securityModule, [0x01, 0x14, 0x01])
    let firmware = try answer(to: Command.firmware, [])
    guard firmware.first == 0x32 else {
      throw ReaderFault(.failed, "another chip than a PN532 answers")
    }
    // A card is looked for twice, then the answer is that there is none.
    _ = try answer(to: Command.radio, [0x05, 0x00, 0x00, 0x01])
  }

  func card() throws(ReaderFault) -> CardNumber? {
    Pause.milliseconds(Self.periodMilliseconds)
    // One card of 106 kbit/s, type A.
    let found = try answer(to: Command.list, [0x01, 0x00])
    _ = try answer(to: Command.radio, [0x01, 0x00])
    // Their number, its number, two bytes of SENS_RES, SEL_RES, the length of the identity, the identity.
    guard found.count > 6, found[0] == 1 else { return nil }
    let identity = found.dropFirst(6).prefix(Int(found[5]))
    guard identity.count == Int(found[5]), [4, 7, 10].contains(identity.count) else { return nil }
    return CardNumber(identity: identity)
  }

  // MARK: Commands

  private func answer(to code: UInt8, _ data: [UInt8]) throws(ReaderFault) -> [UInt8] {
    var last: [UInt8] = []
    for _ in 0..<Self.attempts {
      try bus.send(PN532Frame.command(code, data))
      last = try bus.receive(atMost: Self.acknowledgeBytes, within: Self.acknowledgePatience)
      guard PN532Frame.first(in: last)?.frame == .acknowledge else { continue }
      last = try bus.receive(atMost: Self.mostAnswerBytes, within: Self.answerPatience)
      switch PN532Frame.first(in: last)?.frame {
      case .answer(code &+ 1, let content)?: return content
      case .refusal?: throw ReaderFault(.failed, "the chip does not know the command \(code)")
      case .answer, .acknowledge, nil: continue
      }
    }
    throw Self.fault(last)
  }

  private static func fault(_ bytes: [UInt8]) -> ReaderFault {
    guard let first = bytes.first else {
      return ReaderFault(.silent, "it does not answer: check its wires, and its switches for the bus")
    }
    if first == 0 || first == 0xFF, bytes.allSatisfy({ $0 == first }) { return .wiring(first) }
    return ReaderFault(.failed, "its answers are garbled: check its ground, and use shorter wires")
  }
}
