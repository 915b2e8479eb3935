public import Linux
public import Media

extension Engine {
  /// Starts a separate engine that plays into a sound file, as fast as it can with the processor time that others
  /// leave. Beginnings and ends are reported by the file's time (`reportedNanoseconds`); the file is whole after
  /// `close`.
  /// - Parameters:
  /// - settings: rate and loudness count; the volume is full.
  /// - bits: of the file, 16 or 24; dithered.
  public static func render(
    on loop: EventLoop, _ settings: EngineSettings, into writer: SoundFileWriter, bits: Int,
    report: @escaping (EngineReport) -> Void
  ) throws(SystemError) -> Engine {
    var settings = settings
    settings.output = .file(path: "")
    settings.volume = 100
    settings.isMuted = false
    let parts = try EngineParts(settings)
    let link = parts.link
    let fromFeeder = try Mailbox<FeederReport>(capacity: 256)
    let feeder = parts.makeFeeder(openDecoder: decoder) { link.send($0, to: fromFeeder) }
    let mixer = parts.makeMixer(pace: .entriesOnly)
    mixer.stampsFrames = true
    let pump = FilePump(
      mixer: mixer, link: link, writer: RenderSink(writer, bits: bits),
      capacityFrames: parts.ring.capacityFrames)
    // Decades after the beginning of the file: everything has been heard already.
    let engine = Engine(
      parts: parts, clock: { 1 << 60 },
      schedule: { _, act in loop.schedule(at: loop.now, act) }, report: report)
    let registrations = [
      try fromFeeder.attach(to: loop) { [weak engine] in engine?.receive($0) },
      try link.toLoop.attach(to: loop) { [weak engine] in engine?.receiveAudioEvents() },
    ]
    engine.adopt(
      try EngineThreads.start(feeder: feeder, pump: pump, link: link, isInBackground: true),
      reportingTo: registrations)
    return engine
  }
}
