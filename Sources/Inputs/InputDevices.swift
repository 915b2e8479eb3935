public import Linux
public import Model

/// Every key, button and knob that the jukebox listens to, and every LED that it lights: opens what has a bound key,
/// follows what is plugged and pulled, and hands over what the gestures mean. Loop thread only.
public final class InputDevices {
  private let loop: EventLoop
  private let host: any InputHost
  private let sink: ActionSink
  public let readers = CardReaders()
  private var bindings: InputBindings
  /// The names in /dev/input, whether of use or not.
  private var names: Set<[UInt8]> = []
  private var devices: [[UInt8]: AttachedDevice] = [:]
  /// From `start` to `stop`.
  private var lines: LineControls?
  private var signs: Set<LEDSign> = []
  private var unboundWatch: UnboundWatch?
  private var unboundTimer: EventLoop.Timer?
  static let unboundPatience = Duration.seconds(10)
  private let folder: String?
  private var watch: DeviceFolderWatch?

  /// From the kernel's time of a key or edge to the moment when the sink has dealt with what it means; gestures that
  /// a timer decides are left out.
  public private(set) var latency = LatencyHistogram()

  /// - Parameters:
  ///   - folder: where the kernel shows input devices.
  ///   - lock: keeps them from acting.
  ///   - alarmRings: whether an alarm rings: a button of play and pause is one of the alarm meanwhile.
  ///   - sink: called in the loop with each action and the time of the event that caused it.
  public convenience init(
    loop: EventLoop, bindings: InputBindings, folder: String = "/dev/input",
    lock: InputLock = InputLock(), alarmRings: @escaping () -> Bool = { false },
    sink: @escaping (Action, Instant) -> Void
  ) {
    self.init(
      loop: loop, bindings: bindings, folder: folder, host: KernelInputHost(folder: folder), lock: lock,
      alarmRings: alarmRings, sink: sink)
  }

  init(
    loop: EventLoop, bindings: InputBindings, folder: String?, host: any InputHost,
    lock: InputLock = InputLock(), alarmRings: @escaping () -> Bool = { false },
    sink: @escaping (Action, Instant) -> Void
  ) {
    self.loop = loop
    self.bindings = bindings
    self.folder = folder
    self.host = host
    self.sink = ActionSink(lock: lock, alarmRings: alarmRings, perform: sink)
  }

  /// Requests the lines, opens the present devices, and follows those that come and go. A failure is logged, and tried
  /// again: a jukebox without buttons still plays.
  public func start() {
    openLines()
    guard let folder, watch == nil else { return }
    do throws(SystemError) {
      let watch = try DeviceFolderWatch(path: folder, loop: loop) { [weak self] event in self?.handle(event) }
      self.watch = watch
      try watch.start()
    } catch {
      Log.warning("\(folder): \(error); keys and remotes do not work")
    }
  }

  /// Lets go of everything; LEDs are dark then.
  public func stop() {
    watch = nil
    for device in devices.values { device.detach() }
    devices = [:]
    lines?.end()
    lines = nil
    readers.closeLines()
    endUnboundWatch()
  }

  private func endUnboundWatch() {
    if let unboundTimer { loop.cancel(unboundTimer) }
    (unboundTimer, unboundWatch) = (nil, nil)
  }

  /// The configuration was read again: everything that differs is reopened.
  public func apply(_ new: InputBindings) {
    if new == bindings { return }
    let old = bindings
    bindings = new
    // A line that it listens to may be a button's now.
    endUnboundWatch()
    if old.keys != new.keys || old.grab != new.grab || old.readers != new.readers {
      for device in devices.values { device.detach() }
      devices = [:]
      for name in names.sorted(by: { $0.lexicographicallyPrecedes($1) }) { open(name) }
    }
    // All lines are let go before one is asked for: a LED may have taken a button's place.
    if lines != nil,
      old.buttons != new.buttons || old.chords != new.chords || old.encoders != new.encoders
        || old.leds != new.leds || old.readers != new.readers
    {
      lines?.end()
      readers.closeLines()
      openLines()
    }
  }

  /// Whether anybody looks at `show`.
  public var hasLEDs: Bool { !bindings.leds.isEmpty }

  /// Sets the signs for the LEDs that show them.
  public func show(_ signs: Set<LEDSign>) {
    self.signs = signs
    lines?.show(signs)
  }

  /// How many devices and buttons are listened to.
  public var deviceCount: Int { devices.values.count { !$0.isIdle } }
  public var buttonCount: Int { lines?.buttonCount ?? 0 }

  /// Every device, button, chord, encoder and LED, in that order.
  public var status: [InputStatus] {
    let known = devices.filter { !$0.value.isIdle }.sorted { $0.key.lexicographicallyPrecedes($1.key) }.map {
      name, device in
      InputStatus(
        device.reader == nil ? .device : .reader, device.reader?.name ?? device.name,
        String(decoding: name, as: UTF8.self), nil, device.count)
    }
    return known + (lines?.status ?? [])
  }

  /// Handles an event of the folder.
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

  // MARK: Unbound keys and lines

  /// Keys and lines that changed since the last call and that the configuration does not use. The first call begins to
  /// listen; it ends `unboundPatience` after the last.
  /// - Parameter named: lines to listen to; empty: those that may be listened to without harm.
  /// - Returns: also how many lines are listened to.
  public func unbound(named: [LineAddress] = []) -> (lines: Int, changes: [UnboundChange]) {
    if let unboundTimer { loop.cancel(unboundTimer) }
    unboundTimer = loop.schedule(after: Self.unboundPatience) { [weak self] in self?.unboundWatch = nil }
    if unboundWatch?.named != named {
      // It lets go of its lines before they are requested again.
      unboundWatch = nil
      unboundWatch = UnboundWatch(
        loop: loop, host: host,
        names: names.filter { devices[$0] == nil }.sorted { $0.lexicographicallyPrecedes($1) }, named: named)
    }
    return (unboundWatch?.lineCount ?? 0, unboundWatch?.takeChanges() ?? [])
  }

  // MARK: Private

  private func open(_ name: [UInt8]) {
    guard devices[name] == nil else { return }
    let text = String(decoding: name, as: UTF8.self)
    do throws(SystemError) {
      let device = try host.openKeyDevice(name)
      let deviceName = device.name
      let reader = bindings.readers.first { $0.device == deviceName }
      guard
        reader != nil || bindings.keys.contains(where: { !$0.value.isEmpty && device.has($0.key) })
          || ReaderDetector.keys.allSatisfy(device.has)
      else { return }
      devices[name] = try AttachedDevice(
        device, bindings: bindings, loop: loop,
        latency: { [weak self] in self?.latency.record($0) },
        sink: sink, unbound: { [weak self] in self?.unboundWatch?.note($0, of: deviceName) }, reader: reader,
        placed: { [weak self] in self?.readers.placed($0, reader?.name ?? "", $1) },
        typed: { [weak self] in self?.readers.note(typing: deviceName) }
      ) { [weak self] error in self?.lost(name, deviceName, error) }
      if reader != nil || wantsGrab(deviceName) { grab(device) }
      if devices[name]?.isIdle == false { Log.info("input \(text) (\(deviceName)): listening") }
    } catch {
      // Without its permissions yet, or gone again: the folder's watch says when to try again.
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
      Log.warning("cannot grab input \(device.name), other programs receive its keys too: \(error)")
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

  private func openLines() {
    let lines = LineControls(
      loop: loop, bindings: bindings, host: host,
      latency: { [weak self] in self?.latency.record($0) }, sink: sink)
    self.lines = lines
    lines.start(signs: signs)
    readers.openLines(of: bindings.readers, loop: loop, host: host)
  }
}
