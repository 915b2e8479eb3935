import Audio
import Control
import Library
import Linux
import Model

/// Takes from a microphone: one lies apart in the box's state until it is kept as a sound or discarded. Loop thread only.
final class Recordings {
  private let loop: EventLoop
  private let library: MusicLibrary
  private let engine: Engine
  private let device: String
  private let rate: Int
  private let path: String
  private let ends: Mailbox<Ended>
  private var recorder: Recorder?
  private(set) var name: String?
  private var limitSeconds = 0
  /// Of the take that lies there.
  private(set) var takeLength: Duration?
  /// Of the take that lies there, once somebody asked for it.
  var analysis: MusicAnalysis?
  /// Another one for each take.
  private(set) var takeNumber: UInt64 = 0
  /// Keeps the analysis of a take that is a sound of a volume from now on.
  var keepAnalysis: (MusicAnalysis, TrackReference) -> Void = { _, _ in }
  /// How the last one ended, where that is worth a word.
  private(set) var message: String?
  private var registration: EventLoop.Registration?
  /// Told what changed, for `idle`.
  var announce: (Subsystems) -> Void = { _ in }

  private struct Ended: Sendable {
    let end: RecordingEnd
    let frames: Int
    let overruns: Int
  }

  private static let key = SoundKey(rawValue: -101)
  private static let meterPeriod = Duration.milliseconds(100)

  /// - Parameter folder: the box's state.
  init(
    loop: EventLoop, library: MusicLibrary, engine: Engine, device: String, rate: Int, folder: String
  ) throws(SystemError) {
    self.loop = loop
    self.library = library
    self.engine = engine
    self.device = device
    self.rate = rate
    path = "\(folder)/take.flac"
    ends = try Mailbox(capacity: 4)
    registration = try ends.attach(to: loop) { [weak self] in self?.ended($0) }
  }

  var isRecording: Bool { recorder != nil }
  var elapsed: Duration { recorder?.elapsed ?? takeLength ?? .zero }
  var limit: Duration { .seconds(limitSeconds) }
  var levels: (peak: Double, rms: Double)? { recorder?.levels }
  /// A take that lies there may be of the time before a restart.
  var hasTake: Bool { !isRecording && (takeLength != nil || HostFile.realPath(of: path) != nil) }

  func start(_ name: String?, seconds: Int) throws(Refusal) {
    guard recorder == nil else { throw .failed(.recordsAlready, "A recording is in progress: stop it first") }
    let free = try system { () throws(SystemError) in try HostFolder.freeBytes(at: folder) }
    guard free > Recorder.keptFreeBytes else {
      throw .failed(.limitReached, "Not enough space for a recording: 16 MiB of the box must stay free")
    }
    engine.forgetSound(Self.key)
    let ends = ends
    recorder = try system { () throws(SystemError) in
      try Recorder(device: device, rate: rate, limitSeconds: seconds, path: path) { end, frames, overruns in
        _ = ends.send(Ended(end: end, frames: frames, overruns: overruns))
      }
    }
    takeNumber += 1
    (self.name, limitSeconds, takeLength, message, analysis) = (name, seconds, nil, nil, nil)
    announce(.record)
    meter()
  }

  private var folder: String { String(path.dropLast("/take.flac".count)) }

  private func system<Value>(_ body: () throws(SystemError) -> Value) throws(Refusal) -> Value {
    do throws(SystemError) { return try body() } catch { throw .system("\(error)") }
  }

  /// Whoever idles sees the meter move.
  private func meter() {
    loop.schedule(after: Self.meterPeriod) { [weak self] in
      guard let self, isRecording else { return }
      announce(.record)
      meter()
    }
  }

  func stop() throws(Refusal) {
    guard let recorder else { throw .failed(.notRecording, "No recording is in progress") }
    recorder.stop()
  }

  private func ended(_ ended: Ended) {
    takeLength = ended.frames > 0 ? recorder?.length(of: ended.frames) : nil
    recorder = nil
    if ended.frames == 0 { _ = try? HostFile.remove(path) }
    var words: [String] = []
    switch ended.end {
    case .stopped, .limit: break
    case .device(let reason): words.append("the microphone: \(reason)")
    case .full: words.append("the box is full: the recording was stopped")
    case .unwritable(let reason): words.append("cannot write: \(reason)")
    }
    if ended.overruns > 0 { words.append("sound was lost \(ended.overruns) times") }
    message = words.isEmpty ? nil : words.joined(separator: "; ")
    if let message { Log.warning("recording: \(message)") }
    announce(.record)
  }

  /// A button is pressed: to start or stop, or to keep what there is under the next free name.
  func perform(_ action: Action) {
    do throws(Refusal) {
      switch action {
      case .recordKeep:
        keep(name ?? "Recording", folder: "") { result in
          switch result {
          case .success(let uri): Log.notice("recording: kept as \(uri)")
          case .failure(let refusal): Log.warning("recording: not kept: \(refusal.message)")
          }
        }
      default: if isRecording { try stop() } else { try start(nil, seconds: RecordingStatus.usualSeconds) }
      }
    } catch {
      Log.repeatable(.warning, "recording: \(error.message)")
    }
  }

  /// Plays the take, over the music.
  func play() throws(Refusal) {
    try requireTake()
    let path = path
    let entry = EngineEntry(serial: EntrySerial(rawValue: 0)) { () throws(SystemError) in
      try HostFile.open(path)
    }
    engine.forgetSound(Self.key)
    engine.loadSound(SoundSource(entry), as: Self.key)
    guard engine.startVoice(Self.key, VoiceSettings()) != nil else { throw .system("There is no output") }
  }

  private func requireTake() throws(Refusal) {
    if isRecording { throw .failed(.recordsAlready, "A recording is in progress: stop it first") }
    guard hasTake else { throw .failed(.noTake, "There is no unsaved take") }
  }

  /// The take's file.
  func openTake() throws(Refusal) -> Descriptor {
    try requireTake()
    let path = path
    do throws(SystemError) { return try HostFile.open(path) } catch { throw .system("\(error)") }
  }

  func discard() throws(Refusal) {
    if let recorder {
      recorder.stop()
      throw .failed(.recordsAlready, "The recording is being stopped: discard it afterwards")
    }
    try requireTake()
    engine.forgetSound(Self.key)
    takeLength = nil
    message = nil
    analysis = nil
    _ = try? HostFile.remove(path)
    announce(.record)
  }

  /// Makes the take a sound of the first volume that takes it; then it lies apart no more.
  func keep(_ name: String, folder: String, completion: @escaping (Result<String, Refusal>) -> Void) {
    do throws(Refusal) { try requireTake() } catch { return completion(.failure(error)) }
    guard let volume = library.volumes.first(where: { !$0.isCopy }) ?? library.volumes.first else {
      return completion(.failure(.noVolume))
    }
    library.keepSound(path, as: name, folder: folder, on: volume.id) { [weak self] result in
      switch result {
      case .failure(let refusal): completion(.failure(refusal))
      case .success(let track):
        guard let self else { return completion(.failure(.volumeGone)) }
        if let analysis { keepAnalysis(analysis, track) }
        try? discard()
        completion(.success(library.uri(of: track) ?? EscapedName.text(for: track.path)))
      }
    }
  }
}
