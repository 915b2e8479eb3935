/// The number of a queue entry, as clients know it (MPD's song id): never given twice, also across restarts.
public struct EntryID: RawRepresentable, Hashable, Comparable, Sendable {
  public let rawValue: UInt32
  public init(rawValue: UInt32) { self.rawValue = rawValue }
  public static func < (a: EntryID, b: EntryID) -> Bool { a.rawValue < b.rawValue }
}
