public import Linux
public import Player

/// Every key and button that the jukebox listens to: opens what has a bound key, follows what is plugged and pulled,
/// and hands over what the gestures mean. Loop thread only.
public final class InputDevices {
  private let loop: EventLoop
  private let host: any InputHost
  private let sink: (Action, Instant) -> Void
  private var bindings: InputBindings
  /// The names in /dev/input, whether of use or not.
  private var names: Set<[UInt8]> = []
  private var devices: [[UInt8]: AttachedDevice] = [:]
  private var buttons: [String: AttachedButton] = [:]
  private let folder: String?
  private var watch: DeviceFolderWatch?

  /// From the kernel's time of a key or edge to the moment when the sink has dealt with what it means; gestures that
  /// a timer decides are left out.
  public private(set) var latency = LatencyHistogram()

  /// - Parameters:
  ///   - folder: where the kernel shows input devices.
  ///   - sink: called in the loop with each action and the time of the event that caused it.
  public convenience init(
    loop: EventLoop, bindings: InputBindings, folder: String = "/dev/input",
    sink: @escaping (Action, Instant) -> Void
  ) {
    self.init(
      loop: loop, bindings: bindings, folder: folder, host: KernelInputHost(folder: folder), sink: sink)
  }

  init(
    loop: EventLoop, bindings: InputBindings, folder: String?, host: any InputHost,
    sink: @escaping (Action, Instant) -> Void
  ) {
    self.loop = loop
    self.bindings = bindings
    self.folder = folder
    self.host = host
    self.sink = sink
  }

  /// Requests the buttons' lines, opens the devices that are there, and follows those that come and go. What can't be
  /// had is logged and left out: a jukebox without buttons still plays.
  public func start() {
    openButtons()
    guard let folder, watch == nil else { return }
    do throws(SystemError) {
      let watch = try DeviceFolderWatch(path: folder, loop: loop) { [weak self] event in self?.handle(event) }
      self.watch = watch
      try watch.start()
    } catch {
      Log.warning("\(folder): \(error); keys and remotes do nothing")
    }
  }

  /// Lets go of everything.
  public func stop() {
    watch = nil
    for device in devices.values { device.detach() }
    for button in buttons.values { button.detach() }
    devices = [:]
    buttons = [:]
  }

  /// The configuration was read again: everything is opened anew where it differs.
  public func apply(_ new: InputBindings) {
    if new == bindings { return }
    let old = bindings
    bindings = new
    if old.keys != new.keys || old.grab != new.grab {
      for device in devices.values { device.detach() }
      devices = [:]
      for name in names.sorted(by: { $0.lexicographicallyPrecedes($1) }) { open(name) }
    }
    if old.buttons != new.buttons {
      for button in buttons.values { button.detach() }
      buttons = [:]
      openButtons()
    }
  }

  /// How many devices and buttons are listened to.
  public var deviceCount: Int { devices.count }
  public var buttonCount: Int { buttons.count }

  /// What `start` hears of the folder.
  func handle(_ event: DeviceFolderEvent) {
    switch event {
    case .appeared(let name):
      guard name.starts(with: "event".utf8) else { return }
      names.insert(name)
      open(name)
    case .attributesChanged(let name):
      if names.contains(name), devices[name] == nil { open(name) }
    case .disappeared(let name):
      names.remove(name)
      devices.removeValue(forKey: name)?.detach()
    }
  }

  // MARK: Private

  private func open(_ name: [UInt8]) {
    guard devices[name] == nil else { return }
    let text = String(decoding: name, as: UTF8.self)
    do throws(SystemError) {
      let device = try host.openKeyDevice(name)
      guard bindings.keys.contains(where: { !$0.value.isEmpty && device.has($0.key) }) else { return }
      let deviceName = device.name
      devices[name] = try AttachedDevice(
        device, bindings: bindings, loop: loop, latency: { [weak self] in self?.latency.record($0) },
        sink: sink
      ) { [weak self] error in self?.lost(name, deviceName, error) }
      if wantsGrab(deviceName) { grab(device) }
      Log.info("input \(text) (\(deviceName)): listening")
    } catch {
      // Without its permissions yet, or gone again: the folder's watch tells when another try is worth it.
      if ![.accessDenied, .notPermitted, .noSuchFile, .noSuchDevice].contains(error.code) {
        Log.warning("input \(text): \(error)")
      }
    }
  }

  private func wantsGrab(_ name: String) -> Bool {
    switch bindings.grab {
    case .none: false
    case .all: true
    case .named(let names): names.contains(name)
    }
  }

  private func grab(_ device: any KeyDevice) {
    do throws(SystemError) {
      try device.grab()
    } catch {
      Log.warning("input \(device.name) can't be grabbed, its keys reach others too: \(error)")
    }
  }

  private func lost(_ name: [UInt8], _ deviceName: String, _ error: SystemError) {
    devices[name] = nil
    if error.code == .noSuchDevice {
      Log.info("input \(deviceName): unplugged")
    } else {
      Log.warning("input \(deviceName): \(error)")
    }
  }

  private func openButtons() {
    for button in bindings.buttons {
      do throws(SystemError) {
        let line = try host.openLine(button)
        buttons[button.name] = try AttachedButton(
          line, button, loop: loop, latency: { [weak self] in self?.latency.record($0) }, sink: sink
        ) { [weak self] error in
          self?.buttons[button.name] = nil
          Log.warning("button \(button.name): \(error); it does nothing any more")
        }
      } catch {
        Log.warning("button \(button.name): \(error); check chip and line in the configuration")
      }
    }
  }
}
