public import Linux
import Media

extension Engine {
  /// Whether something that must be heard is due or sounds: the device is kept, or the first other one that can be had.
  public var isDeviceNeeded: Bool {
    get { lease.isNeeded }
    set { lease.isNeeded = newValue }
  }

  /// Starts the engine and its threads; the device is opened meanwhile, and reported.
  /// - Parameters:
  ///   - loop: where reports come; the engine is used on its thread only.
  ///   - tap: gets what the device gets, for further outputs; not with `EngineOutput.file`.
  /// - Throws: what the system refused: threads, descriptors, the file of `EngineOutput.file`.
  public static func start(
    on loop: EventLoop, _ settings: EngineSettings, tap: TapRing? = nil,
    report: @escaping (EngineReport) -> Void
  ) throws(SystemError) -> Engine {
    let finder = DeviceFinder(rate: settings.rate, formats: settings.formats, takesBack: settings.takesBack)
    let open = opener(settings, finder)
    var others: OtherCards?
    if case .alsa(let name) = settings.output {
      let better: @Sendable () throws(DeviceError) -> any OutputDevice = { () throws(DeviceError) in
        try finder.open(waits: false, onlyBetter: true)
      }
      others = OtherCards(
        open: { () throws(DeviceError) in try finder.open(waits: false) },
        openBetter: name == nil ? better : open)
    }
    return try start(on: loop, settings, tap: tap, open: open, others: others, report: report)
  }

  /// - Parameters:
  ///   - open: gives the device, where the output is one; called on the helper's thread.
  ///   - others: while the device is needed and `open` fails.
  static func start(
    on loop: EventLoop, _ settings: EngineSettings, tap: TapRing? = nil,
    open: @escaping @Sendable () throws(DeviceError) -> any OutputDevice,
    others: OtherCards? = nil,
    report: @escaping (EngineReport) -> Void
  ) throws(SystemError) -> Engine {
    var parts = try EngineParts(settings)
    let link = parts.link
    // A decoder's reports are few: two per entry and generation.
    let fromFeeder = try Mailbox<FeederReport>(capacity: 256)
    let fromHelper = try Mailbox<HelperReport>(capacity: 64)
    let fromLoader = try Mailbox<SoundLoader.Report>(capacity: 256)
    parts.loader = try SoundLoader(openDecoder: decoder) { fromLoader.send($0) }
    let feeder = parts.makeFeeder(openDecoder: decoder) { link.send($0, to: fromFeeder) }
    let startThreads: () throws(SystemError) -> EngineThreads
    switch settings.output {
    case .file(let path):
      let writer = try WaveWriter(path: path, rate: settings.rate)
      let pump = FilePump(
        mixer: parts.makeMixer(pace: .entriesOnly), link: link, writer: writer,
        capacityFrames: parts.ring.capacityFrames)
      startThreads = { () throws(SystemError) in
        try EngineThreads.start(feeder: feeder, pump: pump, link: link)
      }
    case .null, .alsa:
      try WarmUp.run()
      let cardMixer: @Sendable (String) -> (any VolumeControl)? = { CardMixer(card: $0) }
      let control = settings.usesCardMixer ? cardMixer : nil
      let helper = try DeviceHelper(
        link: link, isWanted: settings.isOutputEnabled, control: control, open: open, others: others
      ) {
        link.send($0, to: fromHelper)
      }
      parts.helper = helper
      let wakeup = helper.wakeup
      let pump = DevicePump(
        mixer: parts.makeMixer(pace: .realTime), link: link, slot: helper.slot, tap: tap,
        toHelper: { wakeup.signal() })
      startThreads = { () throws(SystemError) in
        try EngineThreads.start(feeder: feeder, pump: pump, helper: helper, link: link)
      }
    }
    let engine = Engine(
      parts: parts, clock: { Instant.now().nanoseconds },
      schedule: { nanoseconds, act in loop.schedule(at: Instant(nanoseconds: nanoseconds), act) },
      report: report)
    let registrations = [
      try fromFeeder.attach(to: loop) { [weak engine] in engine?.receive($0) },
      try fromLoader.attach(to: loop) { [weak engine] in engine?.voices.receive($0) },
      try fromHelper.attach(to: loop) { [weak engine] in engine?.receive($0) },
      try link.toLoop.attach(to: loop) { [weak engine] in engine?.receiveAudioEvents() },
    ]
    engine.adopt(try startThreads(), reportingTo: registrations)
    return engine
  }

  static func decoder(_ descriptor: consuming Descriptor, _ index: SeekIndex?) throws(MediaError)
    -> any Decoder
  {
    try openDecoder(descriptor, index: index)
  }

  private static func opener(
    _ settings: EngineSettings, _ finder: DeviceFinder
  ) -> @Sendable () throws(DeviceError) -> any OutputDevice {
    { () throws(DeviceError) in
      switch settings.output {
      case .alsa(let name?):
        return try PCMDevice(
          name: name, rate: settings.rate, formats: settings.formats, takesBack: settings.takesBack)
      case .alsa(nil): return try finder.open()
      case .null, .file: return NullDevice(rate: settings.rate, at: Instant.now().nanoseconds)
      }
    }
  }
}
