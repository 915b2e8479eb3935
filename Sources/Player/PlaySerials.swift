import Model

/// The numbers of playings: those that the engine and the player use, and those of the statistics.
struct PlaySerials: Sendable {
  var current = PlaySerial(rawValue: 0)
  private var last: UInt32 = 0
  private var playings: SeededGenerator

  init(seed: UInt64) { playings = SeededGenerator(seed: seed) }

  mutating func nextPlaying() -> UInt64 { playings.next() }

  /// Starts over after the last number; 0 is none.
  mutating func next() -> PlaySerial {
    last = last == .max ? 1 : last + 1
    return PlaySerial(rawValue: last)
  }
}
