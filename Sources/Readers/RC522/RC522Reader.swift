import Inputs
import Linux
import Model

/// A module RC522 on SPI. Each look wakes the cards in the field, reads the identity of one, and halts it.
final class RC522Reader: CardReader {
  private let bus: any SPIBus
  /// Held for as long as the chip is to run.
  private let reset: ResetLine?

  /// Between two looks.
  private static let periodMilliseconds = 100
  private static let resetMilliseconds = 50
  /// An answer comes within a millisecond; the chip's timer ends the wait after five.
  private static let answerMilliseconds = 12
  private static let fifoBytes: UInt8 = 64

  private enum Command {
    static let idle: UInt8 = 0x00
    static let transceive: UInt8 = 0x0C
    static let softReset: UInt8 = 0x0F
  }

  /// Frames of ISO/IEC 14443-3 A.
  private enum Frame {
    static let wake: UInt8 = 0x52
    static let halt: [UInt8] = [0x50, 0x00]
    /// Cascade levels 1 to 3: identities of 4, 7 and 10 bytes.
    static let levels: [UInt8] = [0x93, 0x95, 0x97]
    static let askAll: UInt8 = 0x20
    static let select: UInt8 = 0x70
    /// In place of the first byte: the identity continues in the next level.
    static let cascade: UInt8 = 0x88
    static let isIncomplete: UInt8 = 0x04
  }

  init(_ bus: any SPIBus, reset: ResetLine? = nil) throws(ReaderFault) {
    (self.bus, self.reset) = (bus, reset)
    if let reset {
      Pause.milliseconds(1)
      try device { () throws(SystemError) in try reset.release() }
      Pause.milliseconds(Self.resetMilliseconds)
    }
    try checkVersion()
    try write(.command, Command.softReset)
    var looks = 0
    while try read(.command) & 0x10 != 0 {
      looks += 1
      guard looks < Self.resetMilliseconds else {
        throw ReaderFault(.failed, "the chip does not leave its reset")
      }
      Pause.milliseconds(1)
    }
    // A timer of 2 kHz that begins after each frame, and ends the wait for an answer after ten ticks.
    try write(.timerMode, 0x8D)
    try write(.timerPrescaler, 0x3E)
    try write(.timerReloadHigh, 0)
    try write(.timerReloadLow, 10)
    // 100 % modulation, checksums of 14443 A, the greatest gain.
    try write(.modulation, 0x40)
    try write(.mode, 0x3D)
    try write(.gain, 0x70)
    try write(.antenna, try read(.antenna) | 0x03)
  }

  func card() throws(ReaderFault) -> CardNumber? {
    Pause.milliseconds(Self.periodMilliseconds)
    guard try exchange([Frame.wake], bits: 7)?.count == 2 else {
      try checkChip()
      return nil
    }
    let identity = try select()
    // So that it does not answer until it is woken; a card that is halted does not answer this either.
    _ = try exchange(Frame.halt + CyclicCheck.bytes(of: Frame.halt))
    return identity.flatMap { CardNumber(identity: $0) }
  }

  // MARK: Cards

  /// - Returns: the identity of a card; nil if it left meanwhile, or two answer at once.
  private func select() throws(ReaderFault) -> [UInt8]? {
    var identity: [UInt8] = []
    for level in Frame.levels {
      guard let part = try exchange([level, Frame.askAll]), part.count == 5, part.reduce(0, ^) == 0 else {
        return nil
      }
      let request = [level, Frame.select] + part
      guard let answer = try exchange(request + CyclicCheck.bytes(of: request)), answer.count == 3,
        CyclicCheck.isValid(answer)
      else { return nil }
      let isIncomplete = answer[0] & Frame.isIncomplete != 0
      guard isIncomplete == (part[0] == Frame.cascade) else { return nil }
      identity += isIncomplete ? part[1..<4] : part[0..<4]
      if !isIncomplete { return identity }
    }
    return nil
  }

  /// Sends a frame to the cards.
  /// - Parameter bits: of the last byte that are sent; 0: all.
  /// - Returns: the answer; nil if there is none, or a broken one.
  private func exchange(_ frame: [UInt8], bits: UInt8 = 0) throws(ReaderFault) -> [UInt8]? {
    try write(.command, Command.idle)
    try write(.interrupts, 0x7F)
    try write(.fifoLevel, 0x80)
    _ = try bus.transfer([RC522Register.fifo.writing] + frame)
    try write(.command, Command.transceive)
    try write(.bitFraming, bits | 0x80)
    var interrupts: UInt8 = 0
    for _ in 0..<Self.answerMilliseconds {
      Pause.milliseconds(1)
      interrupts = try read(.interrupts)
      // Received, idle, timer.
      if interrupts & 0x31 != 0 { break }
    }
    try write(.command, Command.idle)
    // Overflow, collision, parity and protocol.
    guard interrupts & 0x20 != 0, try read(.error) & 0x1B == 0 else { return nil }
    let count = Int(min(try read(.fifoLevel) & 0x7F, Self.fifoBytes))
    guard count > 0 else { return nil }
    let received = try bus.transfer([UInt8](repeating: RC522Register.fifo.reading, count: count) + [0])
    return Array(received.dropFirst())
  }

  // MARK: The chip

  /// A chip that lost its power for a moment has its settings of after a reset: the antenna is off.
  private func checkChip() throws(ReaderFault) {
    try checkVersion()
    guard try read(.antenna) & 0x03 == 0x03 else {
      throw ReaderFault(.failed, "its antenna is off: it lost its power for a moment")
    }
  }

  private func checkVersion() throws(ReaderFault) {
    let version = try read(.version)
    if version == 0 || version == 0xFF { throw ReaderFault.wiring(version) }
  }

  private func read(_ register: RC522Register) throws(ReaderFault) -> UInt8 {
    try bus.transfer([register.reading, 0]).last ?? 0
  }

  private func write(_ register: RC522Register, _ value: UInt8) throws(ReaderFault) {
    _ = try bus.transfer([register.writing, value])
  }
}
