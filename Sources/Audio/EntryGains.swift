import Synchronization

/// How loud the entries sound that the engine has, for the threads that make sound of them. Loop thread writes, others
/// read; nothing in it waits.
final class EntryGains: Sendable {
  /// A serial in the upper half, the gain's bits in the lower.
  private let first = Atomic<UInt64>(0)
  private let second = Atomic<UInt64>(0)

  /// Loop thread: those of the current entry and of the one that follows.
  func publish(_ current: (EntrySerial, Float)?, _ following: (EntrySerial, Float)?) {
    first.store(Self.word(current), ordering: .relaxed)
    second.store(Self.word(following), ordering: .relaxed)
  }

  /// nil where it is not known (any more).
  func known(of serial: EntrySerial) -> Float? {
    Self.gain(first.load(ordering: .relaxed), serial) ?? Self.gain(second.load(ordering: .relaxed), serial)
  }

  func gain(of serial: EntrySerial) -> Float { known(of: serial) ?? 1 }

  private static func gain(_ word: UInt64, _ serial: EntrySerial) -> Float? {
    word >> 32 == UInt64(serial.rawValue) ? Float(bitPattern: UInt32(truncatingIfNeeded: word)) : nil
  }

  private static func word(_ gain: (serial: EntrySerial, gain: Float)?) -> UInt64 {
    guard let gain else { return 0 }
    return UInt64(gain.serial.rawValue) << 32 | UInt64(gain.gain.bitPattern)
  }
}
