/// Names one handing of an entry to the engine; reports carry it. The caller chooses it and never uses one twice.
public struct EntrySerial: RawRepresentable, Hashable, Sendable, BitwiseCopyable {
  public let rawValue: UInt32
  public init(rawValue: UInt32) { self.rawValue = rawValue }
}
