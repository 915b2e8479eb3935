package import Model

/// A reader that is open. It belongs to one thread.
package protocol CardReader: AnyObject {
  /// Waits about a tenth of a second for a card.
  /// - Returns: a card that is in the field; nil if none was read.
  func card() throws(ReaderFault) -> CardNumber?
  /// Whether it is known to work, also without a card.
  var answers: Bool { get }
}

extension CardReader {
  package var answers: Bool { true }
}

extension CardNumber {
  /// The identity of a card in hexadecimal digits.
  init?(identity: some Collection<UInt8>) {
    guard !identity.isEmpty else { return nil }
    self.init(identity.map { ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true) }.joined())
  }
}
