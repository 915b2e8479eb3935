/// Why a text is not the JSON that was expected.
public struct JSONFault: Error, Hashable, Sendable, CustomStringConvertible {
  /// From the text's beginning, in bytes.
  public let offset: Int
  public let expected: String

  public init(_ offset: Int, expected: String) {
    self.offset = offset
    self.expected = expected
  }

  public var description: String { "byte \(offset + 1): no \(expected)" }
}
