public import Linux

/// What the engine plays: a serial and a way to open the file.
public struct EngineEntry: Sendable {
  public let serial: EntrySerial
  /// Called on the decode thread, once per start; may block on storage.
  public let open: @Sendable () throws(SystemError) -> Descriptor

  public init(serial: EntrySerial, open: @escaping @Sendable () throws(SystemError) -> Descriptor) {
    self.serial = serial
    self.open = open
  }
}
