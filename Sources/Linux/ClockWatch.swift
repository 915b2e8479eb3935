import CLinux

/// Reports when somebody sets the clock (timerfd_create(2), TFD_TIMER_CANCEL_ON_SET) or changes the time zone, that is
/// replaces /etc/localtime. Loop thread only.
public final class ClockWatch {
  private let timer: Descriptor
  private let changed: () -> Void
  private var registration: EventLoop.Registration?
  private var zone: DeviceFolderWatch?

  /// Holds the name of the zone's file.
  public static let zoneFolder = "/etc"
  private static let zoneName = Array("localtime".utf8)
  /// The timer itself never ends: the kernel cancels it.
  private static let farSeconds = 1 << 40

  /// - Parameter changed: called in the loop until the watch is destroyed.
  public init(loop: EventLoop, zoneFolder: String = ClockWatch.zoneFolder, _ changed: @escaping () -> Void)
    throws(SystemError)
  {
    self.changed = changed
    timer = Descriptor(
      owning: try systemCall("timerfd_create") {
        timerfd_create(CLOCK_REALTIME, Int32(TFD_CLOEXEC | TFD_NONBLOCK))
      })
    registration = try loop.register(timer, for: .read) { [weak self] _ in self?.stepped() }
    try arm()
    var isStarting = true
    let zone = try DeviceFolderWatch(path: zoneFolder, loop: loop) { [weak self] event in
      switch event {
      case .appeared(Self.zoneName), .attributesChanged(Self.zoneName), .disappeared(Self.zoneName):
        if !isStarting { self?.changed() }
      default: break
      }
    }
    try zone.start()
    isStarting = false
    self.zone = zone
  }

  deinit { registration = nil }

  private func stepped() {
    // Reading a cancelled timer gives ECANCELED, and ends the readiness.
    var count: eventfd_t = 0
    _ = unsafe eventfd_read(timer.rawValue, &count)
    do throws(SystemError) { try arm() } catch {
      Log.error("steps of the clock are no longer seen: \(error)")
    }
    changed()
  }

  private func arm() throws(SystemError) {
    var setting = itimerspec()
    setting.it_value.tv_sec = Self.farSeconds
    try systemCall("timerfd_settime") {
      unsafe timerfd_settime(
        timer.rawValue, Int32(TFD_TIMER_ABSTIME) | CLINUX_TFD_TIMER_CANCEL_ON_SET, &setting, nil)
    }
  }
}
