/// A name and a value that a client keeps with something.
public struct Sticker: Hashable, Sendable {
  public let name: String
  public let value: String
}
