/// Result of writing frames to a device.
enum DeviceWrite: Hashable, Sendable {
  case taken(Int)
  case underrun
  case suspended
  /// It takes nothing any more; the error number.
  case failed(Int32)
}
