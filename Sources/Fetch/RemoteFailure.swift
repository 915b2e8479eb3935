public import Model

/// Why a server for analyses gave none, for people.
public struct RemoteFailure: Error, Hashable, Sendable {
  public let fault: RemoteFault
  public let words: String

  /// Limit of the server's own words, in characters.
  private static let mostCharacters = 200

  public init(fault: RemoteFault, words: String) {
    self.fault = fault
    self.words = words
  }

  /// - Parameter status: of the answer (RFC 9110, 15).
  /// - Returns: nil for a success.
  public static func fault(ofStatus status: Int) -> RemoteFault? {
    switch status {
    case 200..<300: nil
    case 413: .tooLarge
    case 415: .unsupported
    case 408, 425, 429, 500..<600: .serverFailed
    default: .refused
    }
  }

  /// The status with the server's own words, where it sends some.
  public static func words(status: Int, type: String, answer: [UInt8]) -> String {
    let own =
      RemoteAnswer.refusal(in: answer)
      ?? (type == "text/plain" ? String(decoding: answer.prefix(4 * mostCharacters), as: UTF8.self) : "")
    let line = own.split(maxSplits: 1, whereSeparator: \.isNewline).first ?? ""
    let clean = String(
      String.UnicodeScalarView(line.unicodeScalars.filter { $0.value >= 0x20 && $0.value != 0x7F }))
    let text = clean.prefix(mostCharacters)
    return text.isEmpty ? "the server answers \(status)" : "the server answers \(status): \(text)"
  }
}
