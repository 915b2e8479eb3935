public import Model

/// A volume's own part of a queue and of the position in it, as it travels with the volume.
public struct CarriedQueue: Hashable, Sendable {
  public struct Entry: Hashable, Sendable {
    public var id: EntryID
    /// Below the volume's root.
    public var path: [UInt8]
    public var priority: UInt8
    public var region: Region

    public init(id: EntryID, path: [UInt8], priority: UInt8, region: Region = .whole) {
      self.id = id
      self.path = path
      self.priority = priority
      self.region = region
    }
  }

  /// Which box wrote it, and that box's count of such writings: a box takes over only what another wrote last.
  public var stamp: Stamp
  public var entries: [Entry]
  public var current: EntryID?
  public var position: Duration

  public init(stamp: Stamp, entries: [Entry], current: EntryID?, position: Duration) {
    self.stamp = stamp
    self.entries = entries
    self.current = current
    self.position = position
  }
}
