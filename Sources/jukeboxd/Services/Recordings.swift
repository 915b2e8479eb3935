import Audio
import Control
import Exchange
import Library
import Linux
import Media
import Model
import Player

/// Takes from a microphone: an unsaved one is in the state folder until it is saved as a sound or discarded. Loop thread
/// only.
final class Recordings: Recording, EffectHandler, EngineObserver {
  private let loop: EventLoop
  private let library: MusicLibrary
  private let engine: Engine
  private let pads: PadBoard
  private let microphone: Microphone
  private let path: String
  private let reports: Mailbox<RecordingReport>
  private var recording: Recording?
  private var take = Take()
  /// Keeps the analysis of a take that is a sound of a volume from now on.
  private let analysisScheduler: AnalysisScheduler
  private var registration: EventLoop.Registration?
  /// Called once the take sounds, or with the reason why not.
  private var whenLoaded: [(Refusal?) -> Void] = []
  private let notify: ChangeNotifier

  /// The unsaved take, or the one that is being recorded.
  private struct Take {
    /// Different for each take.
    var number: UInt64 = 0
    var limitSeconds = 0
    var name: String?
    /// nil where there is none, and while it is recorded.
    var length: Duration?
    var analyses: [AnalysisSource: MusicAnalysis] = [:]
    /// Warning of the last recording; nil if it ended normally.
    var warning: (text: String, key: ProblemKey?)?
  }

  private struct Recording {
    let recorder: Recorder
    var isStopping = false
    /// Called with whether the microphone could be opened.
    var began: ((Refusal?) -> Void)?
    /// Callers that wait for the end of the recording.
    var whenEnded: [() -> Void] = []
  }

  private static let key = SoundKey.take
  private static let meterPeriod = Duration.milliseconds(100)

  /// - Parameter folder: the box's state.
  init(
    loop: EventLoop, library: MusicLibrary, engine: Engine, pads: PadBoard,
    analysisScheduler: AnalysisScheduler,
    microphone: Microphone, folder: String, notify: ChangeNotifier
  ) throws(SystemError) {
    self.analysisScheduler = analysisScheduler
    self.notify = notify
    self.loop = loop
    self.library = library
    self.engine = engine
    self.pads = pads
    self.microphone = microphone
    path = "\(folder)/take.flac"
    reports = try Mailbox(capacity: 4)
    registration = try reports.attach(to: loop) { [weak self] in self?.receive($0) }
  }

  /// A take of the time before a start has a name by its time, and the length that its frames have: a cut leaves none in its
  /// head.
  private func findTake() {
    do {
      let file = try HostFile.open(path)
      let status = try file.status()
      let decoder = try openDecoder(file)
      let frames = decoder.lengthFrames ?? decoder.estimatedLengthFrames ?? 0
      guard frames > 0 else { return }
      take.length = .milliseconds(frames * 1000 / Int64(decoder.format.rate))
      take.name = Self.name(at: status.modifiedNanoseconds / 1_000_000_000)
    } catch {
      // There is none, or nothing of it was written yet.
    }
  }

  /// - Parameter seconds: since 1970, UTC.
  private static func name(at seconds: Int64) -> String {
    WallClock.localName(of: seconds).map { "Recording \($0)" } ?? "Recording"
  }

  var isRecording: Bool { recording != nil }
  var name: String? { take.name }
  var takeNumber: UInt64 { take.number }
  var message: String? { take.warning?.text }
  var messageKey: ProblemKey? { take.warning?.key }
  var elapsed: Duration { recording?.recorder.elapsed ?? take.length ?? .zero }
  var limit: Duration { .seconds(take.limitSeconds) }
  var levels: (peak: Double, rms: Double)? { recording?.recorder.levels }
  /// Analyses of the unsaved take, once somebody asked for one.
  var analyses: [AnalysisSource: MusicAnalysis] {
    get { take.analyses }
    set { take.analyses = newValue }
  }
  var hasTake: Bool {
    if isRecording { return false }
    if take.length == nil { findTake() }
    return take.length != nil
  }

  var status: RecordingStatus {
    var status = RecordingStatus()
    status.state = isRecording ? .recording : hasTake ? .take : .none
    (status.name, status.elapsed, status.limit) = (name, elapsed, limit)
    if let levels { (status.peak, status.rms) = (levels.peak, levels.rms) }
    status.message = message
    status.messageKey = message == nil ? nil : messageKey
    return status
  }

  /// - Parameters:
  ///   - name: nil for one by the time.
  ///   - completion: called once the microphone is open.
  func start(_ name: String?, seconds: Int, completion: @escaping (Refusal?) -> Void) {
    guard !isRecording else {
      return completion(.failed(.recordsAlready, "A recording is in progress: stop it first"))
    }
    microphone.take(for: .recording) { [weak self] refusal in
      guard let self else { return }
      if let refusal { return completion(refusal) }
      do throws(Refusal) {
        try begin(name, seconds: seconds)
        recording?.began = completion
      } catch {
        microphone.release()
        completion(error)
      }
    }
  }

  private func begin(_ name: String?, seconds: Int) throws(Refusal) {
    let free = try system { () throws(SystemError) in try HostFolder.freeBytes(at: folder) }
    guard free > Recorder.keptFreeBytes else {
      throw .failed(.limitReached, "Not enough space for a recording: 16 MiB of the box must stay free")
    }
    engine.voices.forgetSound(Self.key)
    let reports = reports
    let recorder = try system { () throws(SystemError) in
      try Recorder(
        device: microphone.device, rate: microphone.rate, limitSeconds: seconds, path: path
      ) { _ = reports.send($0) }
    }
    recording = Recording(recorder: recorder)
    take = Take(
      number: take.number + 1, limitSeconds: seconds, name: name ?? Self.name(at: WallClock.now()))
    notify(.record)
    meter()
  }

  private var folder: String { String(path.dropLast("/take.flac".count)) }

  private func system<Value>(_ body: () throws(SystemError) -> Value) throws(Refusal) -> Value {
    do throws(SystemError) { return try body() } catch { throw Refusal(system: error) }
  }

  /// Clients in `idle` see the meter move.
  private func meter() {
    loop.schedule(after: Self.meterPeriod) { [weak self] in
      guard let self, isRecording else { return }
      notify(.record)
      meter()
    }
  }

  /// - Parameter completion: called once the recording is a whole file.
  func stop(completion: @escaping (Refusal?) -> Void) {
    guard let recording else { return completion(.failed(.notRecording, "No recording is in progress")) }
    recording.recorder.stop()
    self.recording?.isStopping = true
    self.recording?.whenEnded.append { completion(nil) }
  }

  private func receive(_ report: RecordingReport) {
    switch report {
    case .began:
      let began = recording?.began.take()
      began?(nil)
    case .ended(let end, let frames, let overruns): ended(end, frames, overruns)
    }
  }

  private func ended(_ end: RecordingEnd, _ frames: Int, _ overruns: Int) {
    guard let ended = recording else { return }
    take.length = frames > 0 ? ended.recorder.length(of: frames) : nil
    recording = nil
    microphone.release()
    if frames == 0 {
      _ = try? HostFile.remove(path)
      take.name = nil
    }
    var words: [String] = []
    var key: ProblemKey? = overruns > 0 ? .soundLost : nil
    switch end {
    case .stopped, .limit: break
    case .device(let reason):
      words.append("the microphone: \(reason)")
      key = .microphone
    case .full:
      words.append("the box is full: the recording was stopped")
      key = .full
    case .unwritable(let reason):
      words.append("cannot write: \(reason)")
      key = .unwritable
    }
    if overruns > 0 { words.append("sound was lost \(overruns) times") }
    take.warning = words.isEmpty ? nil : (words.joined(separator: "; "), key)
    if let message { Log.warning("recording: \(message)") }
    notify(.record)
    if let began = ended.began {
      var reason = message ?? "it was stopped"
      if case .device = end { reason += Microphone.advice }
      began(.failed(.system, "Nothing is recorded: \(reason)"))
    }
    for act in ended.whenEnded { act() }
  }

  /// A button is pressed: to start or stop, or to save the take.
  func handle(_ effect: Effect) -> Bool {
    guard case .perform(let action) = effect, action == .record || action == .recordKeep else { return false }
    perform(action)
    return true
  }

  func perform(_ action: Action) {
    func done(_ refusal: Refusal?) {
      if let refusal { Log.repeatable(.warning, "recording: \(refusal.message)") }
    }
    switch action {
    case .recordKeep:
      keep(nil, folder: "") { result in
        switch result {
        case .success(let uri): Log.notice("recording: kept as \(uri)")
        case .failure(let refusal): Log.warning("recording: not kept: \(refusal.message)")
        }
      }
    default:
      if isRecording {
        stop(completion: done)
      } else {
        start(nil, seconds: RecordingStatus.usualSeconds, completion: done)
      }
    }
  }

  /// Plays the take, over the music.
  /// - Parameter completion: called once it sounds.
  func play(completion: @escaping (Refusal?) -> Void) {
    do throws(Refusal) { try requireTake() } catch { return completion(error) }
    let path = path
    let entry = EngineEntry(serial: EntrySerial(rawValue: 0)) { () throws(SystemError) in
      try HostFile.open(path)
    }
    engine.voices.forgetSound(Self.key)
    engine.voices.loadSound(SoundSource(entry), as: Self.key)
    guard engine.voices.startVoice(Self.key, VoiceSettings()) != nil else {
      return completion(.system("There is no output"))
    }
    whenLoaded.append(completion)
  }

  /// From the engine.
  func receive(_ report: EngineReport) {
    let refusal: Refusal?
    switch report {
    case .soundLoaded(Self.key, _): refusal = nil
    case .soundFailed(Self.key, let failure):
      refusal = .system("The recording can't be played: \(failure.withoutPath)")
    default: return
    }
    let waiting = whenLoaded
    whenLoaded = []
    for completion in waiting { completion(refusal) }
  }

  private func requireTake() throws(Refusal) {
    if isRecording { throw .failed(.recordsAlready, "A recording is in progress: stop it first") }
    guard hasTake else { throw .failed(.noTake, "There is no unsaved take") }
  }

  /// The take's file.
  func openTake() throws(Refusal) -> Descriptor {
    try requireTake()
    let path = path
    do throws(SystemError) { return try HostFile.open(path) } catch { throw Refusal(system: error) }
  }

  /// Stops what is being recorded before.
  func discard(completion: @escaping (Refusal?) -> Void) {
    if isRecording {
      return stop { [weak self] _ in
        self?.removeTake()
        completion(nil)
      }
    }
    do throws(Refusal) { try requireTake() } catch { return completion(error) }
    removeTake()
    completion(nil)
  }

  private func removeTake() {
    engine.voices.forgetSound(Self.key)
    take = Take(number: take.number, limitSeconds: take.limitSeconds)
    _ = try? HostFile.remove(path)
    notify(.record)
  }

  /// Makes the take a sound of the first volume, and removes it here.
  /// - Parameters:
  ///   - name: nil for the one of the start.
  ///   - completion: gets its URI once its pad can be pressed.
  func keep(_ name: String?, folder: String, completion: @escaping (Result<String, Refusal>) -> Void) {
    if recording?.isStopping == true {
      recording?.whenEnded.append { [weak self] in self?.keep(name, folder: folder, completion: completion) }
      return
    }
    do throws(Refusal) { try requireTake() } catch { return completion(.failure(error)) }
    guard let volume = library.volumes.first(where: { !$0.isCopy }) ?? library.volumes.first else {
      return completion(
        .failure(.failed(.system, "No stick or music folder is there to keep the recording on: plug one in")))
    }
    let name = name ?? self.name ?? "Recording"
    LibrarySounds(library).keep(
      path, as: name, folder: folder, on: volume.id,
      completion: passingRefusals(to: completion) { [weak self] track in
        guard let self else { return completion(.failure(.volumeGone)) }
        if !analyses.isEmpty { analysisScheduler.keep(analyses, of: track) }
        if !isRecording { removeTake() }
        let uri = track.uri(in: library)
        pads.whenKnown(track) { completion(.success(uri)) }
      })
  }
}
