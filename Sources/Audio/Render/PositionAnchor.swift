import Synchronization

/// The playback position, from the audio thread to the loop: a few numbers that are read whole or read again.
final class PositionAnchor: Sendable {
  struct Value: Hashable, Sendable {
    var generation: UInt32 = 0
    /// 0 where nothing of the generation has been played.
    var serial: UInt32 = 0
    /// Position of the next frame that will be handed out, since the entry's beginning.
    var positionNanoseconds: Int64 = 0
    /// When that frame can be heard, on the monotonic clock.
    var audibleNanoseconds: Int64 = 0
    var isMoving = false
  }

  /// Odd while the numbers are being written.
  private let version = Atomic<UInt64>(0)
  private let names = Atomic<UInt64>(0)
  private let position = Atomic<Int64>(0)
  private let audible = Atomic<Int64>(0)
  private let moving = Atomic<Bool>(false)

  /// Audio thread.
  func publish(_ value: Value) {
    let now = version.load(ordering: .relaxed)
    version.store(now &+ 1, ordering: .relaxed)
    atomicMemoryFence(ordering: .releasing)
    names.store(UInt64(value.generation) << 32 | UInt64(value.serial), ordering: .relaxed)
    position.store(value.positionNanoseconds, ordering: .relaxed)
    audible.store(value.audibleNanoseconds, ordering: .relaxed)
    moving.store(value.isMoving, ordering: .relaxed)
    version.store(now &+ 2, ordering: .releasing)
  }

  /// Loop thread. The writer needs some nanoseconds, so this ends.
  func read() -> Value {
    while true {
      let before = version.load(ordering: .acquiring)
      let names = names.load(ordering: .relaxed)
      let value = Value(
        generation: UInt32(truncatingIfNeeded: names >> 32), serial: UInt32(truncatingIfNeeded: names),
        positionNanoseconds: position.load(ordering: .relaxed),
        audibleNanoseconds: audible.load(ordering: .relaxed), isMoving: moving.load(ordering: .relaxed))
      atomicMemoryFence(ordering: .acquiring)
      if before & 1 == 0, version.load(ordering: .relaxed) == before { return value }
    }
  }
}
