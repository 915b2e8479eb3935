import Audio
import Control
import Library
import Linux
import Media
import Model
import Player

/// One mix at a time, rendered into a file that has no name: clients read it, and it is gone with the job. Loop thread only.
final class MixExporter: Rendering {
  private let loop: EventLoop
  private let library: MusicLibrary
  private let controller: PlaybackController
  private let usesMeasuredLoudness: Bool
  private let settings: EngineSettings
  private let folder: String
  private var job: Job?
  private var lastNumber = 0

  /// Time after the last request at which a job ends; another job may replace it sooner.
  private static let patience = Duration.seconds(30)
  private static let leastPatience = Duration.seconds(2)
  private static let readMost = 1 << 20

  private final class Job {
    let number: Int
    let request: RenderRequest
    let parts: [(entry: QueueEntry, facts: PlaybackInfo, length: Duration)]
    let file: SharedFile
    var engine: Engine?
    /// Which of the parts is heard.
    var place = 0
    var starts: [Duration?]
    var state = RenderStatus.State.working
    var failure: String?
    var lastAsked = Instant.now()

    init(
      _ number: Int, _ request: RenderRequest, _ parts: [(QueueEntry, PlaybackInfo, Duration)],
      _ file: SharedFile
    ) {
      self.number = number
      self.request = request
      self.parts = parts
      self.file = file
      starts = Array(repeating: nil, count: parts.count)
    }
  }

  /// A file that two threads read.
  private final class SharedFile: Sendable {
    let descriptor: Descriptor
    init(_ descriptor: consuming Descriptor) { self.descriptor = descriptor }
  }

  init(
    loop: EventLoop, library: MusicLibrary, controller: PlaybackController, settings: EngineSettings,
    usesMeasuredLoudness: Bool, folder: String
  ) {
    self.usesMeasuredLoudness = usesMeasuredLoudness
    self.loop = loop
    self.library = library
    self.controller = controller
    self.settings = settings
    self.folder = folder
  }

  // MARK: - Jobs

  /// Waits for a moment where another mix is under way: its client may have been killed, and nobody asks for it then.
  /// - Parameter completion: gets the job's number once it is under way.
  func begin(_ request: RenderRequest, completion: @escaping (Result<Int, Refusal>) -> Void) {
    guard let job, Instant.now() - job.lastAsked < Self.leastPatience else {
      return beginWhenFree(request, completion)
    }
    loop.schedule(at: job.lastAsked + Self.leastPatience) { [weak self] in
      guard let self else { return completion(.failure(.volumeGone)) }
      beginWhenFree(request, completion)
    }
  }

  private func beginWhenFree(
    _ request: RenderRequest, _ completion: @escaping (Result<Int, Refusal>) -> Void
  ) {
    do throws(Refusal) { try requireFree() } catch { return completion(.failure(error)) }
    // The loudness, transitions and length of each song.
    library.cues.cuedTracks(request.entries.map(\.track)) { [weak self] tracks in
      guard let self else { return completion(.failure(.volumeGone)) }
      do throws(Refusal) {
        completion(.success(try begin(request, try parts(of: request.entries, tracks))))
      } catch {
        completion(.failure(error))
      }
    }
  }

  private func requireFree() throws(Refusal) {
    if let job, Instant.now() - job.lastAsked < Self.leastPatience {
      throw .failed(.limitReached, "Another mix is being rendered")
    }
  }

  private func parts(
    of entries: [QueueItem], _ tracks: [(track: Track, cues: [Cue])?]
  ) throws(Refusal) -> [(QueueEntry, PlaybackInfo, Duration)] {
    var parts: [(QueueEntry, PlaybackInfo, Duration)] = []
    for (next, known) in zip(entries, tracks) {
      guard let (track, cues) = known else {
        let name = next.track.uri(in: library)
        throw .failed(.noSuchSong, "No such song: \(name)", about: name)
      }
      let entry = QueueEntry(
        id: EntryID(rawValue: UInt32(parts.count + 1)), track: next.track, region: next.region)
      let whole = track.details.duration ?? .zero
      let length = max(.zero, (next.region.end ?? whole) - next.region.start)
      parts.append((entry, PlaybackInfo(track, cues, usesMeasured: usesMeasuredLoudness), length))
    }
    return parts
  }

  private func begin(_ request: RenderRequest, _ parts: [(QueueEntry, PlaybackInfo, Duration)])
    throws(Refusal)
    -> Int
  {
    // Another one may have been first while the songs were read.
    try requireFree()
    if let job { end(job.number) }
    guard !parts.isEmpty else { throw .failed(.nothingToPlay, "There is nothing to render") }
    let seconds = parts.reduce(0.0) { $0 + $1.2 / .seconds(1) }
    let bytes = Int64(seconds * Double(settings.rate * 2 * request.bits / 8))
    let file: SharedFile
    let writer: SoundFileWriter
    do {
      guard try HostFolder.freeBytes(at: folder) - bytes > Recorder.keptFreeBytes else {
        throw Refusal.failed(
          .limitReached, "Not enough space for the mix: \(bytes >> 20) MiB and 16 MiB are needed")
      }
      let path = "\(folder)/render.part"
      let descriptor = try HostFile.create(path)
      // Whatever happens, nothing of it stays.
      try HostFile.remove(path)
      file = SharedFile(try descriptor.duplicate())
      writer = try SoundFileWriter(
        descriptor, request.container == .wav ? .wave : .flac, rate: settings.rate, channels: 2,
        bits: request.bits)
    } catch {
      throw Refusal(error)
    }
    lastNumber += 1
    let job = Job(lastNumber, request, parts, file)
    do throws(SystemError) {
      job.engine = try Engine.render(on: loop, settings, into: writer, bits: request.bits) {
        [weak self, weak job] in
        if let job { self?.receive($0, of: job) }
      }
    } catch {
      throw Refusal(system: error)
    }
    self.job = job
    let modes = controller.player.modes
    job.engine?.shape.equaliser = request.isShaped ? modes.shape.equaliser : request.equaliser
    job.engine?.speed = request.speed
    job.engine?.replayGain = modes.replayGain == .auto ? .album : modes.replayGain
    job.engine?.play(entry(0, of: job))
    follow(job)
    watch(job)
    return job.number
  }

  private func entry(_ place: Int, of job: Job) -> EngineEntry {
    let (entry, facts, _) = job.parts[place]
    // For a single stem, the other parts play as silence.
    let isMute = job.request.stem.map { $0 != place } ?? false
    var given = EngineEntry(
      serial: EntrySerial(rawValue: UInt32(place + 1)), start: entry.region.start, end: entry.region.end,
      gain: isMute ? -400 : entry.region.gain, open: library.opener(of: entry.track))
    given.loudness = facts.loudness
    return given
  }

  /// Gives the engine the entry after the one that is heard.
  private func follow(_ job: Job) {
    guard job.place + 1 < job.parts.count else { return }
    let (first, second) = (job.parts[job.place], job.parts[job.place + 1])
    let gains = (
      job.engine?.gain(of: first.facts.loudness) ?? 0, job.engine?.gain(of: second.facts.loudness) ?? 0
    )
    let transition = Transition(
      from: (first.entry.region, first.facts), to: (second.entry.region, second.facts),
      modes: controller.player.modes, crossfadesAlbums: controller.player.policy.crossfadesAlbums,
      gains: gains)
    job.engine?.setNext(entry(job.place + 1, of: job), transition: transition)
  }

  private func receive(_ report: EngineReport, of job: Job) {
    switch report {
    case .started(let serial, _):
      job.place = Int(serial.rawValue) - 1
      job.starts[job.place] = .nanoseconds(job.engine?.reportedNanoseconds ?? 0)
      follow(job)
    case .failed(let serial, let failure):
      let name = library.uri(of: job.parts[Int(serial.rawValue) - 1].entry.track) ?? ""
      fail(job, "\(name): \(failure)")
    case .deviceLost(let reason): fail(job, "cannot write the file: \(reason)")
    case .drained: finish(job)
    default: break
    }
  }

  private func fail(_ job: Job, _ reason: String) {
    guard job.state == .working else { return }
    (job.state, job.failure) = (.failed, reason)
    // Not from within its own report.
    loop.schedule(at: loop.now) {
      job.engine?.close()
      job.engine = nil
    }
  }

  private func finish(_ job: Job) {
    guard job.state == .working else { return }
    loop.schedule(at: loop.now) {
      job.engine?.close()
      job.engine = nil
      if job.state == .working { job.state = .done }
    }
  }

  /// A client that went away without a word.
  private func watch(_ job: Job) {
    loop.schedule(after: Self.patience) { [weak self, weak job] in
      guard let self, let job, self.job === job else { return }
      if Instant.now() - job.lastAsked >= Self.patience { end(job.number) } else { watch(job) }
    }
  }

  func end(_ number: Int) {
    guard let job, job.number == number else { return }
    job.engine?.close()
    job.engine = nil
    self.job = nil
  }

  // MARK: - Asking

  private func job(_ number: Int) throws(Refusal) -> Job {
    guard let job, job.number == number else { throw .failed(.notFound, "No such mix: it was ended") }
    job.lastAsked = .now()
    return job
  }

  func status(_ number: Int) throws(Refusal) -> RenderStatus {
    let job = try job(number)
    var status = RenderStatus(state: job.state)
    status.total = job.parts.reduce(.zero) { $0 + $1.length }
    let before = job.parts[..<job.place].reduce(Duration.zero) { $0 + $1.length }
    let elapsed = min(job.engine?.position?.elapsed ?? .zero, job.parts[job.place].length)
    status.done = job.state == .done ? status.total : before + elapsed
    status.failure = job.failure
    status.bytes = job.state == .done ? (try? job.file.descriptor.status().size) : nil
    status.songs = zip(job.parts, job.starts).map { part, start in
      (part.entry.track.uri(in: library), start)
    }
    return status
  }

  func read(
    _ number: Int, at offset: Int64, limit: Int, completion: @escaping (Result<[UInt8], Refusal>) -> Void
  ) {
    let file: SharedFile
    do throws(Refusal) {
      let job = try job(number)
      guard job.state == .done else { throw .failed(.notFound, "The mix is not done yet") }
      file = job.file
    } catch {
      return completion(.failure(error))
    }
    let limit = min(limit, Self.readMost)
    // It holds itself until it is taken away.
    var registration: EventLoop.Registration?
    do throws(SystemError) {
      let answer = try Mailbox<Result<[UInt8], SystemError>>(capacity: 1)
      registration = try answer.attach(to: loop) { result in
        _ = registration.take()
        completion(result.mapError { Refusal(system: $0) })
      }
      _ = try Thread.start(name: "render read", payload: file) { file in
        do throws(SystemError) {
          _ = answer.send(.success(try file.descriptor.bytes(limit, at: offset)))
        } catch {
          _ = answer.send(.failure(error))
        }
      }
    } catch {
      registration = nil
      completion(.failure(Refusal(system: error)))
    }
  }
}
