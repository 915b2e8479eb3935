import Synchronization

/// Where the helper thread and the audio thread hand a device over, by pointer and without a lock. It is in one hand
/// at a time, and only the helper ever lets go of it for good.
final class DeviceSlot: Sendable {
  /// Helper to audio thread.
  private let incoming = Atomic<UInt>(0)
  /// Audio thread to helper.
  private let outgoing = Atomic<UInt>(0)
  /// The helper wants the device back.
  let isRecalled = Atomic<Bool>(false)

  deinit {
    _ = take(incoming)
    _ = take(outgoing)
  }

  /// Helper thread; only while the audio thread has none.
  func hand(_ device: ReadyDevice) { put(device, incoming) }

  /// Audio thread.
  func accept() -> ReadyDevice? { take(incoming) }

  /// Audio thread: `device` is not its own any more.
  func handBack(_ device: ReadyDevice) { put(device, outgoing) }

  /// Helper thread.
  func takeBack() -> ReadyDevice? { take(outgoing) }

  private func put(_ device: ReadyDevice, _ place: borrowing Atomic<UInt>) {
    let pointer = unsafe UInt(bitPattern: Unmanaged.passRetained(device).toOpaque())
    place.store(pointer, ordering: .releasing)
  }

  private func take(_ place: borrowing Atomic<UInt>) -> ReadyDevice? {
    guard place.load(ordering: .relaxed) != 0 else { return nil }
    let bits = place.exchange(0, ordering: .acquiring)
    guard let pointer = unsafe UnsafeRawPointer(bitPattern: bits) else { return nil }
    return unsafe Unmanaged<ReadyDevice>.fromOpaque(pointer).takeRetainedValue()
  }
}
