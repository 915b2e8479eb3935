import Synchronization

/// Events from the audio thread to the loop, without a lock. What is in flight is bounded (two entries and a few
/// states of the device); should the loop sleep through more, the newest are dropped and counted.
@safe final class AudioEventRing: @unchecked Sendable {
  // Unchecked: a slot belongs to the sender until it is sent and to the receiver until it is taken.
  static let capacity = 1024

  private let slots: UnsafeMutablePointer<AudioEvent>
  private let sent = Atomic<Int>(0)
  private let taken = Atomic<Int>(0)
  let dropped = Atomic<Int>(0)

  init() {
    unsafe slots = .allocate(capacity: Self.capacity)
    unsafe slots.initialize(repeating: AudioEvent(kind: .started), count: Self.capacity)
  }

  deinit { unsafe slots.deallocate() }

  /// Audio thread.
  func send(_ event: AudioEvent) {
    let index = sent.load(ordering: .relaxed)
    guard index - taken.load(ordering: .acquiring) < Self.capacity else {
      dropped.add(1, ordering: .relaxed)
      return
    }
    unsafe slots[index % Self.capacity] = event
    sent.store(index + 1, ordering: .releasing)
  }

  /// Loop thread.
  func take() -> AudioEvent? {
    let index = taken.load(ordering: .relaxed)
    guard index < sent.load(ordering: .acquiring) else { return nil }
    defer { taken.store(index + 1, ordering: .releasing) }
    return unsafe slots[index % Self.capacity]
  }
}
