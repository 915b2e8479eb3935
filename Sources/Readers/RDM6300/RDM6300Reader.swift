import Linux
import Model

/// A module RDM6300 on a serial line of 9600 baud. It is silent without a tag, so only a fault of the line is noticed.
final class RDM6300Reader: CardReader {
  private let port: SerialPort
  private var frames = RDM6300Frames()
  private var reported = 0
  /// It sends nothing without a tag.
  private(set) var answers = false

  /// It repeats a frame about each 65 ms.
  private static let patience = Duration.milliseconds(100)
  /// Wrong frames after which the log has a line.
  private static let manyFaults = 100

  init(_ path: String) throws(ReaderFault) { port = try SerialPort(path, .baud9600) }

  func card() throws(ReaderFault) -> CardNumber? {
    let deadline = Instant.now() + Self.patience
    repeat {
      var found: CardNumber?
      for byte in try port.read(within: deadline - .now()) { found = frames.take(byte) ?? found }
      if let found {
        (reported, answers) = (frames.faults, true)
        return found
      }
      if frames.faults - reported >= Self.manyFaults {
        reported = frames.faults
        throw ReaderFault(
          .failed, "its frames are wrong: check its ground, and that nothing else uses the line")
      }
    } while Instant.now() < deadline
    return nil
  }
}
