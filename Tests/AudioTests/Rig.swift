import CLinux
import Linux
import Media
import Synchronization

@testable import Audio

/// An engine without threads: the decode step, the audio step and the clock are moved by hand.
final class Rig {
  let engine: Engine
  let feeder: Feeder
  let mixer: Mixer
  var bus: MusicBus { mixer.bus }
  let parts: EngineParts
  private(set) var reports: [EngineReport] = []
  var onReport: (EngineReport) -> Void = { _ in }
  private(set) var now: Int64 = 1_000_000_000
  private let opening = Opening()

  /// Which plan the opener that ran last stands for.
  private final class Opening: Sendable {
    let plans = Mutex<[UInt32: SyntheticDecoder.Plan]>([:])
    let last = Atomic<UInt32>(0)
  }

  init(
    rate: Int = 44_100, pace: MusicBus.Pace = .realTime, volume: Int = 100, bufferSeconds: Int = 1,
    soundBytes: Int = 16 << 20
  ) throws {
    var settings = EngineSettings()
    settings.rate = rate
    settings.volume = volume
    settings.bufferSeconds = bufferSeconds
    settings.soundBytes = soundBytes
    var parts = try EngineParts(settings)
    mixer = parts.makeMixer(pace: pace)
    let opening = opening
    let inbox = Inbox()
    func open(_ descriptor: consuming Descriptor, _ index: SeekIndex?) throws(MediaError) -> any Decoder {
      let serial = opening.last.load(ordering: .relaxed)
      guard let plan = opening.plans.withLock({ $0[serial] }) else {
        return try openDecoder(descriptor, index: index)
      }
      return SyntheticDecoder(plan)
    }
    feeder = parts.makeFeeder(openDecoder: open, report: { inbox.messages.append($0) })
    let sounds = sounds
    parts.loader = try SoundLoader(openDecoder: open) { report in
      sounds.withLock { $0.append(report) }
      return true
    }
    self.parts = parts
    let clock = Clock()
    let outlet = Outlet()
    engine = Engine(
      parts: parts, clock: { clock.now }, schedule: { at, act in clock.timers.append((at, act)) },
      report: { outlet.deliver($0) })
    self.inbox = inbox
    self.clock = clock
    clock.now = now
    outlet.deliver = { [weak self] report in
      self?.reports.append(report)
      self?.onReport(report)
    }
  }

  private final class Outlet {
    var deliver: (EngineReport) -> Void = { _ in }
  }

  private let sounds = Guarded<[SoundLoader.Report]>([])

  /// Steps the sound thread until it has nothing to do.
  func loadSounds() {
    while parts.loader?.step() == true {}
    let reports = sounds.withLock { reports in
      defer { reports = [] }
      return reports
    }
    for report in reports { engine.voices.receive(report) }
  }

  private final class Inbox { var messages: [FeederReport] = [] }
  private final class Clock {
    var now: Int64 = 0
    var timers: [(Int64, () -> Void)] = []
  }
  private let inbox: Inbox
  private let clock: Clock

  /// An entry that gives `plan`'s frames.
  func entry(_ plan: SyntheticDecoder.Plan) -> EngineEntry {
    let opening = opening
    opening.plans.withLock { $0[plan.serial] = plan }
    let serial = plan.serial
    return EngineEntry(serial: EntrySerial(rawValue: serial)) { () throws(SystemError) in
      opening.last.store(serial, ordering: .relaxed)
      return Descriptor(
        owning: try systemCall("open") { unsafe clinux_open("/dev/null", O_RDONLY | O_CLOEXEC, 0) })
    }
  }

  /// The entries that were told to have begun.
  var started: [UInt32] {
    reports.compactMap { if case .started(let serial, _) = $0 { serial.rawValue } else { nil } }
  }

  var isDrained: Bool { reports.contains { if case .drained = $0 { true } else { false } } }

  /// An entry that can't be opened.
  static func absent(_ serial: UInt32) -> EngineEntry {
    EngineEntry(serial: EntrySerial(rawValue: serial)) { () throws(SystemError) in
      throw SystemError(.noSuchFile, call: "open")
    }
  }

  /// Steps the decode side until it has nothing to do, or so many times.
  func feed(steps: Int = .max) {
    var left = steps
    while left > 0 {
      left -= 1
      switch feeder.step() {
      case .worked: continue
      case .full, .idle: left = 0
      }
    }
    listen()
  }

  /// Pulls frames; `look` sees every run.
  func pull(_ frames: Int, _ look: (Run) -> Void = { _ in }) {
    var left = frames
    bus.audibleNanoseconds = now
    while left > 0 {
      guard let run = mixer.render(left) else { break }
      look(run)
      left -= run.frames
    }
    bus.publishPosition()
    now += Int64(frames) * 1_000_000_000 / Int64(bus.rate)
    clock.now = now
    listen()
  }

  /// Pulls frames as samples.
  func collect(_ frames: Int) -> [Float] {
    var samples: [Float] = []
    samples.reserveCapacity(frames * 2)
    pull(frames) { run in
      if let from = unsafe run.samples {
        unsafe samples += UnsafeBufferPointer(start: from, count: run.frames * 2)
      } else {
        samples += [Float](repeating: 0, count: run.frames * 2)
      }
    }
    return samples
  }

  /// Somebody else moves the clock.
  func clockIs(_ nanoseconds: Int64) { clock.now = max(clock.now, nanoseconds) }

  /// Lets the loop side take what has been reported.
  func listen() {
    while !inbox.messages.isEmpty { engine.receive(inbox.messages.removeFirst()) }
    engine.receiveAudioEvents()
    let due = clock.timers.filter { $0.0 <= clock.now }
    clock.timers.removeAll { $0.0 <= clock.now }
    for timer in due { timer.1() }
  }
}
