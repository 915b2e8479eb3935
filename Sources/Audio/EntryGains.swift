import Synchronization

/// How loud the entries sound that the engine has, for the threads that make sound of them. Loop thread writes, others
/// read; nothing in it waits.
final class EntryGains: Sendable {
  /// The gain of one entry.
  enum Gain: Equatable {
    /// The entry is not heard before it is known.
    case awaited
    case known(Float)
  }

  /// Entries whose gain is not known yet.
  struct Awaited {
    fileprivate let first: UInt32?
    fileprivate let second: UInt32?

    func contains(_ serial: EntrySerial) -> Bool { serial.rawValue == first || serial.rawValue == second }
  }

  /// A serial in the upper half, the gain's bits in the lower: no number where it is awaited.
  private let first = Atomic<UInt64>(0)
  private let second = Atomic<UInt64>(0)

  /// Loop thread: those of the current entry and of the one that follows.
  func publish(_ current: (EntrySerial, Gain)?, _ following: (EntrySerial, Gain)?) {
    // An entry that becomes the current one is at one of both places at any time, for who reads the second place first.
    first.store(Self.word(current), ordering: .releasing)
    second.store(Self.word(following), ordering: .releasing)
  }

  private var words: (first: UInt64, second: UInt64) {
    let second = second.load(ordering: .acquiring)
    return (first.load(ordering: .acquiring), second)
  }

  /// nil where it is not known (any more).
  func known(of serial: EntrySerial) -> Float? {
    let (first, second) = words
    return Self.gain(first, serial) ?? Self.gain(second, serial)
  }

  func gain(of serial: EntrySerial) -> Float { known(of: serial) ?? 1 }

  var awaited: Awaited {
    let (first, second) = words
    return Awaited(first: Self.awaitedSerial(first), second: Self.awaitedSerial(second))
  }

  private static func gain(_ word: UInt64, _ serial: EntrySerial) -> Float? {
    guard word >> 32 == UInt64(serial.rawValue) else { return nil }
    let gain = Float(bitPattern: UInt32(truncatingIfNeeded: word))
    return gain.isNaN ? nil : gain
  }

  private static func awaitedSerial(_ word: UInt64) -> UInt32? {
    Float(bitPattern: UInt32(truncatingIfNeeded: word)).isNaN ? UInt32(word >> 32) : nil
  }

  private static func word(_ entry: (serial: EntrySerial, gain: Gain)?) -> UInt64 {
    guard let entry else { return 0 }
    let bits =
      switch entry.gain {
      case .awaited: Float.nan.bitPattern
      case .known(let gain): gain.bitPattern
      }
    return UInt64(entry.serial.rawValue) << 32 | UInt64(bits)
  }
}
