import Linux

/// When a scan may use the storage, and whether it is to end.
struct ScanPace: Sendable {
  let gate: ScanGate
  let cancellation: Cancellation
  /// Path of the volume, for messages.
  let path: String

  func checkCancelled() throws(StoreError) {
    if cancellation.isCancelled { throw StoreError(.cancelled, "the scan was ended", path: path) }
  }

  /// Sleeps while playback needs the storage.
  func wait() throws(StoreError) {
    try checkCancelled()
    while !gate.isOpen {
      Pause.milliseconds(20)
      try checkCancelled()
    }
  }
}
