/// State of a card reader, as its program reports it.
public enum ReaderState: String, Hashable, Sendable, CaseIterable {
  case works
  /// Its line is open, and nothing has come yet: it cannot be asked.
  case listening
  /// Its device does not exist.
  case missing
  /// Its device may not be opened.
  case forbidden
  /// The bytes that arrive cannot be those of the chip.
  case wiring
  /// It does not answer.
  case silent
  /// The service of PC/SC does not run, or rejects the program.
  case noService = "no-service"
  /// PC/SC knows no such reader.
  case unplugged
  case failed
}
