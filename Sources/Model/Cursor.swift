/// Where a page of an answer ended. Means something to who gave it only.
public struct Cursor: Hashable, Sendable {
  public let bytes: [UInt8]
  public init(bytes: [UInt8]) { self.bytes = bytes }
}
