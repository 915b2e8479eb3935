import Linux

/// Watches what is mounted, and which devices are there: a pulled stick stays mounted until nothing on it is open any
/// more, so its device reports first that it is gone.
final class StickWatch {
  private let mounts: MountWatch
  private let devices: DeviceFolderWatch?

  /// - Parameters:
  ///   - changed: called with what was mounted, and what is gone.
  ///   - deviceGone: called with the name of a device in `/dev`.
  init(
    loop: EventLoop, changed: @escaping (MountChange) -> Void, deviceGone: @escaping ([UInt8]) -> Void
  ) throws(SystemError) {
    mounts = try MountWatch(loop: loop, changed)
    var devices: DeviceFolderWatch?
    do throws(SystemError) {
      let watch = try DeviceFolderWatch(path: "/dev", loop: loop) { event in
        if case .disappeared(let name) = event { deviceGone(name) }
      }
      devices = watch
      try watch.start()
    } catch {
      Log.warning("a pulled stick is detected only when it is unmounted: \(error)")
    }
    self.devices = devices
  }

  var table: MountTable { mounts.table }
}
