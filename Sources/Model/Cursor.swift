/// The end of a page of an answer. Opaque to all but its maker.
public struct Cursor: Hashable, Sendable {
  public let bytes: [UInt8]
  public init(bytes: [UInt8]) { self.bytes = bytes }
}
