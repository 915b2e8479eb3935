/// Box that wrote something that travels, and the box's own count then.
public struct Stamp: Hashable, Sendable {
  /// A box's random identity: 16 bytes.
  public var box: [UInt8]
  public var counter: Int64
}
