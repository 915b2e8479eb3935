/// Why a name of a chord, scale, progression or key is refused: what, where and what is expected.
public struct TheoryFault: Error, Hashable, Sendable {
  public let message: String

  public init(_ message: String) { self.message = message }
}
