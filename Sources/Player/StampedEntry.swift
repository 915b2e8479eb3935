public import Model

/// An entry as handed to the engine, once: the same entry played again carries another serial.
public struct StampedEntry: Hashable, Sendable {
  public let serial: PlaySerial
  public let entry: QueueEntry

  public init(serial: PlaySerial, entry: QueueEntry) {
    self.serial = serial
    self.entry = entry
  }
}
