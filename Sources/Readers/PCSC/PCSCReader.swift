import CPCSC
import Linux
import Model

/// A reader that pcscd(8) has a driver for, through libpcsclite.
final class PCSCReader: CardReader {
  private let context: Context
  private let name: String
  /// As the library reported it last.
  private var known: UInt = 0
  private var number: CardNumber?

  private static let waitMilliseconds: UInt = 100

  /// Values of winscard.h.
  private enum Code {
    static let timeout: UInt32 = 0x8010_000A
    static let unknownReader: UInt32 = 0x8010_0009
    static let noService: UInt32 = 0x8010_001D
    static let serviceStopped: UInt32 = 0x8010_001E
    static let readerUnavailable: UInt32 = 0x8010_0017
    static let noReaders: UInt32 = 0x8010_002E
    static let rejected: UInt32 = 0x8010_006A
  }

  /// The states of a reader, as bits.
  private enum State {
    static let changed: UInt = 0x0002
    static let unknown: UInt = 0x0004
    static let unavailable: UInt = 0x0008
    static let present: UInt = 0x0020
    /// Above it the number of cards that came and went.
    static let counter: UInt = 0xFFFF_0000
  }

  /// - Parameter wanted: part of the reader's name; empty for the first one.
  init(_ wanted: String) throws(ReaderFault) {
    context = try Context()
    let names = try context.readers()
    guard let name = names.first(where: { wanted.isEmpty || $0.utf8.firstOccurrence(of: wanted.utf8) != nil })
    else {
      throw ReaderFault(
        .unplugged,
        names.isEmpty
          ? "pcscd knows no reader" : "pcscd knows no reader \(wanted), but \(names.joined(separator: ", "))")
    }
    self.name = name
  }

  func card() throws(ReaderFault) -> CardNumber? {
    let event: UInt
    do throws(Refusal) {
      event = try context.change(of: name, from: known, within: Self.waitMilliseconds)
    } catch {
      guard error.code == Code.timeout else { throw Self.fault(error) }
      // A card that came slowly into the field was not read yet.
      if number == nil, known & State.present != 0 { number = identity() }
      return number
    }
    guard event & (State.unknown | State.unavailable) == 0 else {
      throw ReaderFault(.unplugged, "\(name) was unplugged")
    }
    let isOther = (event ^ known) & (State.present | State.counter) != 0
    known = event & ~State.changed
    if event & State.present == 0 { number = nil } else if isOther { number = identity() }
    return number
  }

  /// A card that leaves while it is read, or one without an identity, is none.
  private func identity() -> CardNumber? {
    do throws(Refusal) {
      // GET DATA of PC/SC, part 3: the identity.
      let answer = try context.exchange([0xFF, 0xCA, 0x00, 0x00, 0x00], on: name)
      guard answer.suffix(2) == [0x90, 0x00] else { return nil }
      return CardNumber(identity: answer.dropLast(2))
    } catch {
      return nil
    }
  }

  private static func fault(_ refusal: Refusal) -> ReaderFault {
    let code = "\(refusal.call): \(String(refusal.code, radix: 16))"
    switch refusal.code {
    case Code.noService, Code.serviceStopped: return ReaderFault(.noService, "pcscd does not run (\(code))")
    case Code.rejected:
      return ReaderFault(.noService, "pcscd rejects jukebox-cards: polkit has no rule for it (\(code))")
    case Code.noReaders, Code.unknownReader, Code.readerUnavailable:
      return ReaderFault(.unplugged, "pcscd knows no such reader (\(code))")
    default: return ReaderFault(.failed, code)
    }
  }

  /// A call of the library that failed.
  private struct Refusal: Error {
    let call: String
    let code: UInt32
  }

  /// A connection to pcscd.
  private final class Context {
    private let context: Int

    private static let system: UInt = 2
    private static let shared: UInt = 2
    /// T=0 or T=1.
    private static let anyProtocol: UInt = 3
    private static let leave: UInt = 0
    private static let mostNameBytes: UInt = 4096
    private static let mostAnswerBytes: UInt = 264

    init() throws(ReaderFault) {
      var context = 0
      do throws(Refusal) {
        try Self.check("SCardEstablishContext") {
          unsafe SCardEstablishContext(Self.system, nil, nil, &context)
        }
      } catch {
        throw PCSCReader.fault(error)
      }
      self.context = context
    }

    deinit { _ = SCardReleaseContext(context) }

    func readers() throws(ReaderFault) -> [String] {
      var length = Self.mostNameBytes
      var names = [UInt8](repeating: 0, count: Int(length))
      do throws(Refusal) {
        try Self.check("SCardListReaders") {
          unsafe names.withUnsafeMutableBytes { names in
            unsafe SCardListReaders(
              context, nil, names.baseAddress?.assumingMemoryBound(to: CChar.self), &length)
          }
        }
      } catch {
        throw PCSCReader.fault(error)
      }
      return names.prefix(Int(min(length, Self.mostNameBytes))).split(separator: 0).map {
        String(decoding: $0, as: UTF8.self)
      }
    }

    /// - Returns: the state of a reader once it is another than `known`.
    func change(of reader: String, from known: UInt, within milliseconds: UInt) throws(Refusal) -> UInt {
      var event: UInt = 0
      try Self.check("SCardGetStatusChange") {
        unsafe reader.withCString { name in
          var state = unsafe cpcsc_state()
          unsafe state.reader = unsafe name
          unsafe state.known = known
          let code = unsafe SCardGetStatusChange(context, milliseconds, &state, 1)
          event = unsafe state.event
          return code
        }
      }
      return event
    }

    /// Sends a command to the card that lies on a reader.
    func exchange(_ command: [UInt8], on reader: String) throws(Refusal) -> [UInt8] {
      var (card, used): (Int, UInt) = (0, 0)
      try Self.check("SCardConnect") {
        unsafe SCardConnect(context, reader, Self.shared, Self.anyProtocol, &card, &used)
      }
      defer { _ = SCardDisconnect(card, Self.leave) }
      var length = Self.mostAnswerBytes
      var answer = [UInt8](repeating: 0, count: Int(length))
      var header = cpcsc_protocol(protocol: used, length: UInt(MemoryLayout<cpcsc_protocol>.size))
      try Self.check("SCardTransmit") {
        unsafe SCardTransmit(card, &header, command, UInt(command.count), nil, &answer, &length)
      }
      return Array(answer.prefix(Int(min(length, Self.mostAnswerBytes))))
    }

    private static func check(_ call: StaticString, _ body: () -> Int) throws(Refusal) {
      let code = UInt32(truncatingIfNeeded: body())
      if code != 0 { throw Refusal(call: "\(call)", code: code) }
    }
  }
}
