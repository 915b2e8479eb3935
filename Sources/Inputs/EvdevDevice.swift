internal import CEvdev
internal import Linux

/// An input device through libevdev.
@safe final class EvdevDevice: KeyDevice {
  private let path: String
  private let descriptor: Descriptor
  private let device: OpaquePointer

  /// While libevdev reports the changes of the kernel's dropped events.
  private var flag = LIBEVDEV_READ_FLAG_NORMAL

  /// Bounds the work of one turn, far above the kernel's queue for a device: libevdev has read ahead, so events left
  /// here would wait for the device's next event.
  private static let eventsPerRead = 4_096

  /// Opens the device and sets its clock (open(2), libevdev_new_from_fd, libevdev_set_clock_id).
  /// - Throws: EACCES while udev has not set the permissions yet.
  convenience init(path: String) throws(SystemError) {
    let fd = try systemCall("open", path: path) { unsafe cevdev_open(path) }
    try self.init(Descriptor(owning: fd), path: path)
  }

  /// - Parameter descriptor: open, and not blocking.
  init(_ descriptor: consuming Descriptor, path: String) throws(SystemError) {
    self.path = path
    let fd = descriptor.rawValue
    self.descriptor = descriptor
    var opened: OpaquePointer?
    let result = unsafe libevdev_new_from_fd(fd, &opened)
    guard result == 0, let opened = unsafe opened else {
      throw SystemError(Errno(rawValue: -result), call: "libevdev_new_from_fd", path: path)
    }
    let clock = unsafe cevdev_use_monotonic_clock(opened)
    guard clock == 0 else {
      unsafe libevdev_free(opened)
      throw SystemError(Errno(rawValue: -clock), call: "libevdev_set_clock_id", path: path)
    }
    unsafe device = opened
  }

  deinit { unsafe libevdev_free(device) }

  var name: String {
    guard let name = unsafe libevdev_get_name(device) else { return path }
    return unsafe String(cString: name)
  }

  func has(_ key: KeyCode) -> Bool {
    unsafe libevdev_has_event_code(device, UInt32(EV_KEY), UInt32(key.rawValue)) == 1
  }

  func grab() throws(SystemError) {
    let result = unsafe libevdev_grab(device, LIBEVDEV_GRAB)
    if result != 0 { throw SystemError(Errno(rawValue: -result), call: "libevdev_grab", path: path) }
  }

  func register(
    with loop: EventLoop, _ handler: @escaping (EventLoop.Readiness) -> Void
  ) throws(SystemError) -> EventLoop.Registration {
    try loop.register(descriptor, for: .read, handler)
  }

  func read(_ handler: (KeyEvent) -> Void) throws(SystemError) {
    var event = input_event()
    for _ in 0..<Self.eventsPerRead {
      let status = unsafe libevdev_next_event(device, flag.rawValue, &event)
      switch status {
      case Int32(LIBEVDEV_READ_STATUS_SUCCESS.rawValue): break
      case Int32(LIBEVDEV_READ_STATUS_SYNC.rawValue):
        // The kernel dropped events; from here on libevdev reports the difference to its last known state.
        if flag == LIBEVDEV_READ_FLAG_NORMAL { Log.info("input \(name): the kernel dropped events") }
        flag = LIBEVDEV_READ_FLAG_SYNC
      case -Errno.wouldBlock.rawValue:
        if flag == LIBEVDEV_READ_FLAG_NORMAL { return }
        flag = LIBEVDEV_READ_FLAG_NORMAL
        continue
      case -Errno.interrupted.rawValue: continue
      default: throw SystemError(Errno(rawValue: -status), call: "libevdev_next_event", path: path)
      }
      // 2 is the kernel's repeat: ours has the configured period.
      guard event.type == UInt16(EV_KEY), event.value == 0 || event.value == 1 else { continue }
      let time = unsafe cevdev_nanoseconds(&event)
      handler(
        KeyEvent(
          key: KeyCode(rawValue: event.code), isDown: event.value == 1, time: Instant(nanoseconds: time)))
    }
  }
}
