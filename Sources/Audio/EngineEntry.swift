public import Linux
public import Media

/// What the engine plays: a serial and a way to open the file.
public struct EngineEntry: Sendable {
  public let serial: EntrySerial
  /// What is known of where the file's frames lie, from an earlier `EngineReport.indexed`.
  public var index: SeekIndex?
  /// Called on the decode thread, once per start; may block on storage.
  public let open: @Sendable () throws(SystemError) -> Descriptor

  public init(
    serial: EntrySerial, index: SeekIndex? = nil,
    open: @escaping @Sendable () throws(SystemError) -> Descriptor
  ) {
    self.serial = serial
    self.index = index
    self.open = open
  }
}
