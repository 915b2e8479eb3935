import Synchronization

/// The place where the helper thread and the audio thread hand a device over, by pointer and without a lock. One of
/// them owns it at a time, and only the helper closes it.
final class DeviceSlot: Sendable {
  /// Helper to audio thread.
  private let incoming = Atomic<UInt>(0)
  /// Audio thread to helper.
  private let outgoing = Atomic<UInt>(0)
  /// The helper wants the device back.
  let isRecalled = Atomic<Bool>(false)

  deinit {
    _ = withdraw()
    _ = rewind()
  }

  /// Helper thread; only while the audio thread has none.
  func hand(_ device: ReadyDevice) {
    let pointer = unsafe UInt(bitPattern: Unmanaged.passRetained(device).toOpaque())
    incoming.store(pointer, ordering: .releasing)
  }

  /// Audio thread. Returns a bare pointer that counts as a reference: nothing that counts references by itself may
  /// outlive `handBack`, else the device might be closed here.
  func accept() -> Unmanaged<ReadyDevice>? { unsafe take(incoming) }

  /// Audio thread: `device` is not its own any more.
  func handBack(_ device: Unmanaged<ReadyDevice>) {
    outgoing.store(unsafe UInt(bitPattern: device.toOpaque()), ordering: .releasing)
  }

  /// Helper thread.
  func rewind() -> ReadyDevice? { unsafe take(outgoing)?.takeRetainedValue() }

  /// Helper thread: takes back what the audio thread has not accepted.
  func withdraw() -> ReadyDevice? { unsafe take(incoming)?.takeRetainedValue() }

  private func take(_ place: borrowing Atomic<UInt>) -> Unmanaged<ReadyDevice>? {
    guard place.load(ordering: .relaxed) != 0 else { return nil }
    let bits = place.exchange(0, ordering: .acquiring)
    guard let pointer = unsafe UnsafeRawPointer(bitPattern: bits) else { return nil }
    return unsafe Unmanaged.fromOpaque(pointer)
  }
}
