/// The number of a queue entry, as clients know it (MPD's song id): never given twice, also across restarts.
public struct EntryID: RawRepresentable, Hashable, Comparable, Sendable {
  public let rawValue: UInt32
  public init(rawValue: UInt32) { self.rawValue = rawValue }
  public static func < (a: EntryID, b: EntryID) -> Bool { a.rawValue < b.rawValue }
}

/// Stamps each time that an entry is handed to the engine. The engine's reports carry it, so that a report about
/// what has been replaced meanwhile is recognised and dropped. 0 is never given.
public struct PlaySerial: RawRepresentable, Hashable, Sendable {
  public let rawValue: UInt32
  public init(rawValue: UInt32) { self.rawValue = rawValue }
}
