internal import CEvdev

/// A key by the kernel's number (linux/input-event-codes.h).
public struct KeyCode: RawRepresentable, Hashable, Sendable {
  public let rawValue: UInt16
  public init(rawValue: UInt16) { self.rawValue = rawValue }

  /// By the kernel's name, such as `KEY_NEXTSONG` or `BTN_0` (libevdev_event_code_from_name).
  /// - Returns: nil for a name that is not a key's.
  public init?(name: String) {
    let code = unsafe libevdev_event_code_from_name(UInt32(EV_KEY), name)
    guard let code = UInt16(exactly: code) else { return nil }
    self.init(rawValue: code)
  }

  /// The kernel's name; the bare number for one that has none.
  public var name: String {
    guard let name = unsafe libevdev_event_code_get_name(UInt32(EV_KEY), UInt32(rawValue)) else {
      return "\(rawValue)"
    }
    return unsafe String(cString: name)
  }
}
