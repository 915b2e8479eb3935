import Audio
import Control
import Library
import Linux
import Model
import Player

/// Has songs analysed by a program beside the daemon, one after the other: what somebody asked for, what plays, what comes,
/// favourites, then the rest of each volume in natural order, first without chords and then with them. Loop thread only.
final class AnalysisScheduler: LibraryObserver {
  private let loop: EventLoop
  private let library: MusicLibrary
  private let controller: PlaybackController
  private var gate: AnalysisGate { didSet { wake() } }
  /// Called when an analysis is stored, and at progress.
  let notify: (Subsystems) -> Void

  /// The analyser's path: beside the daemon's own program.
  var program: String?
  private var queue = AnalysisQueue()
  private var running: AnalyserRun?
  private let onDemand: OnDemandAnalyses
  /// Whether a song is being chosen or opened.
  private var isChoosing = false
  /// Volumes that are marking all results for a new analysis.
  private var marking = 0 { didSet { if marking == 0 { wake() } } }
  private var timer: EventLoop.Timer?
  /// Counts since the start.
  private(set) var tally = AnalysisTally()
  /// Analyses of sounds whose rows the next scan of their volume makes.
  private var coming: [TrackReference: [AnalysisSource: MusicAnalysis]] = [:]
  private var hasToldOfProgram = false

  /// Limit of recorded sounds that wait for a scan.
  private static let mostComing = 16
  /// Limit of waiting requests.
  static let mostAsked = AnalysisQueue.mostAsked
  /// How often it looks whether it may work.
  static let period = Duration.seconds(1)
  /// Number of songs of the queue to look at.
  private static let ahead = 10
  init(
    loop: EventLoop, library: MusicLibrary, engine: Engine, controller: PlaybackController,
    when: AnalysisTime,
    notify: @escaping (Subsystems) -> Void
  ) {
    self.notify = notify
    self.loop = loop
    onDemand = OnDemandAnalyses(loop: loop)
    self.library = library
    self.controller = controller
    gate = AnalysisGate(loop: loop, library: library, engine: engine, controller: controller, when: when)
    program = ProcessImage.path(beside: "jukebox-analyzer")
  }

  /// When songs are analysed that nobody asked for.
  var when: AnalysisTime {
    get { gate.when }
    set { gate.when = newValue }
  }
  /// The song in analysis.
  var current: TrackReference? { running.flatMap(\.track) }
  /// Progress of that analysis, 0 to 99 percent.
  var percent: Int { running?.percent ?? 0 }
  /// Requested analyses that are not done; a request for all songs counts as one.
  var waitingCount: Int { queue.count }
  var isBusyAside: Bool { onDemand.isBusy }

  // MARK: Asking

  /// - Returns: false where too many wait.
  func ask(for tracks: [TrackReference], isForced: Bool) -> Bool {
    guard queue.add(tracks, isForced: isForced) else { return false }
    wake()
    return true
  }

  /// Analyses everything without waiting for an idle time, until it is done.
  /// - Parameter isForced: analyses songs with results as well; old results stay until then.
  func hurry(isForced: Bool) {
    queue.isHurrying = true
    for volume in library.volumes {
      queue.begin(on: volume.id)
      guard isForced else { continue }
      marking += 1
      library.analyses.analyseAgain(true, on: volume.id) { [weak self] in self?.marking -= 1 }
    }
    wake()
  }

  /// Ends what runs and forgets what somebody asked for.
  func cancel() {
    queue.cancel()
    running?.kill()
    onDemand.cancel()
    for volume in library.volumes { library.analyses.analyseAgain(false, on: volume.id) }
    notify(.analysis)
  }

  // MARK: What happens

  func receive(_ event: LibraryEvent) {
    switch event {
    case .opened(let info):
      queue.begin(on: info.id)
      wake()
    case .closed(let volume, _): queue.closed(volume)
    case .tracksChanged(let volume), .scanEnded(let volume, _, _):
      for (track, analyses) in coming where track.volume == volume { keep(analyses, of: track) }
      queue.begin(on: volume)
      wake()
    default: break
    }
  }

  /// Keeps the analyses of a new sound, as soon as a scan has found its file.
  func keep(_ analyses: [AnalysisSource: MusicAnalysis], of track: TrackReference) {
    let kept = { [weak self] (result: Result<AnalysisOutcome, Refusal>) in
      guard let self else { return }
      if case .failure(.noSuchSong) = result {
        if coming.count < Self.mostComing { coming[track] = analyses }
      } else if coming.removeValue(forKey: track) != nil || (try? result.get()) != nil {
        notify(.analysis)
      }
    }
    if let own = analyses[.own] {
      library.analyses.keep(.done, own, problem: nil, of: track, completion: kept)
    }
    if let remote = analyses[.remote] { library.analyses.keepRemote(remote, of: track, completion: kept) }
  }

  /// A volume is on its way out: its file is let go at once.
  func left(_ volume: VolumeID) {
    queue.cancel(on: volume)
    if running?.track?.volume == volume { running?.kill() }
    onDemand.left(volume)
    coming = coming.filter { $0.key.volume != volume }
  }

  /// The daemon ends.
  func stop() {
    queue.cancel()
    when = .off
    running?.kill()
    onDemand.cancel()
    timer.take().map { loop.cancel($0) }
  }

  func wake() { if timer == nil { schedule(after: .zero) } }

  private func schedule(after delay: Duration) {
    timer = loop.schedule(after: delay) { [weak self] in
      self?.timer = nil
      self?.look()
    }
  }

  private func look() {
    onDemand.isPaused = onDemand.isBusy && !gate.isOpen(isAsked: true)
    work()
    if onDemand.isBusy, timer == nil { schedule(after: Self.period) }
  }

  private func work() {
    if let running {
      running.isPaused = !gate.isOpen(isAsked: running.isAsked || queue.isHurrying)
      return schedule(after: Self.period)
    }
    guard !isChoosing, marking == 0 else { return schedule(after: Self.period) }
    guard queue.hasRequests || queue.isHurrying || when != .off else { return }
    guard gate.isOpen(isAsked: queue.hasRequests || queue.isHurrying) else {
      return schedule(after: Self.period)
    }
    choose()
  }

  // MARK: Choosing

  private func choose() {
    isChoosing = true
    if let request = queue.next() {
      if request.isForced { return open(request.track, .chords, isAsked: true) }
      return library.analyses.lacking(.chords, among: [request.track], again: true) { [weak self] lacking in
        guard let self else { return }
        guard let track = lacking.first else { return goOn(with: nil) }
        open(track, .chords, isAsked: true)
      }
    }
    let entries = controller.queue.entries
    let place =
      controller.player.current.flatMap { current in entries.firstIndex { $0.id == current.id } } ?? 0
    let near = entries[place...].prefix(Self.ahead).map(\.track).filter { queue.takesResults($0.volume) }
    choose(near: near, favouritesOn: library.volumes.map(\.id).filter { queue.takesResults($0) })
  }

  /// A song of the queue, else a favourite, else the next one of any volume.
  private func choose(near: [TrackReference], favouritesOn volumes: [VolumeID]) {
    let all = library.volumes.map(\.id)
    // A request for all songs is done soonest in one pass.
    var depth = queue.isHurrying ? AnalysisDepth.chords : .first
    var places = queue.places(in: all, depth)
    if places.isEmpty, depth == .first { (depth, places) = (.chords, queue.places(in: all, .chords)) }
    library.analyses.next(near, favouritesOn: volumes, depth, after: places) { [weak self] found, passed in
      guard let self else { return }
      for (volume, next) in passed { queue.advance(volume, depth, to: next) }
      if let found { return open(found.track, found.depth, isAsked: false) }
      // All is done, until something changes. Somebody may have asked for more meanwhile.
      let depths: [AnalysisDepth] = [.first, .chords]
      guard depths.contains(where: { !queue.places(in: library.volumes.map(\.id), $0).isEmpty }) else {
        return (isChoosing, queue.isHurrying) = (false, false)
      }
      // One window of each at a time: requests in between do not wait.
      loop.schedule(after: .zero) { [weak self] in self?.choose(near: [], favouritesOn: []) }
    }
  }

  private func goOn(with refusal: Refusal?) {
    (isChoosing, queue.isServing) = (false, false)
    if let refusal { Log.repeatable(.warning, "analysis: \(refusal.message)") }
    // The timer checked once a second while the analyser ran.
    timer.take().map { loop.cancel($0) }
    schedule(after: refusal == nil ? .zero : Self.period)
  }

  // MARK: Working

  private func open(_ track: TrackReference, _ depth: AnalysisDepth, isAsked: Bool) {
    library.files.open(track) { [weak self] result in
      guard let self else { return }
      switch result {
      case .failure(let refusal):
        // The next scan will see that it has gone.
        keep(.unreadable, nil, "\(refusal.message)", track)
      case .success(let file): start(file, track, depth, isAsked)
      }
    }
  }

  private func start(_ file: OpenFile, _ track: TrackReference, _ depth: AnalysisDepth, _ isAsked: Bool) {
    guard let program else { return goOn(with: nil) }
    isChoosing = false
    do throws(SystemError) {
      running = try AnalyserRun(
        program, file.descriptor, track: track, depth == .first ? .first : .chords, isAsked: isAsked,
        loop: loop
      ) { [weak self] in self?.ended($0) }
    } catch {
      // Without the program there is nothing to be done; a restart after an installation looks again.
      if !hasToldOfProgram { Log.warning("analysis: cannot run \(program): \(error)") }
      hasToldOfProgram = true
      queue.cancel()
      queue.isServing = false
      return
    }
    schedule(after: Self.period)
    notify(.analysis)
  }

  /// Analyses a file beside all else, at once; it is kept nowhere.
  func analyze(
    _ file: OpenFile, _ part: AnalyserRun.Part,
    completion: @escaping Completion<MusicAnalysis>
  ) -> Query {
    defer { wake() }
    return onDemand.add(file, of: nil, part, by: program, completion: completion)
  }

  /// Finds chords or notes of a song beside all else because somebody waits for them; they are kept.
  func find(
    _ part: AnalyserRun.Part, of track: TrackReference, completion: @escaping Completion<MusicAnalysis>
  ) -> Query {
    let query = Query()
    library.files.open(
      track,
      completion: passingRefusals(to: completion) { [weak self] file in
        guard let self, !query.isCancelled else { return completion(.failure(.volumeGone)) }
        query.rest = onDemand.add(
          file, of: track, part, by: program,
          completion: passingRefusals(to: completion) { [weak self] in self?.keep($0, of: track, completion) }
        )
        wake()
      })
    return query
  }

  /// Stores what was found of a track before it is answered.
  private func keep(
    _ analysis: MusicAnalysis, of track: TrackReference, _ completion: @escaping Completion<MusicAnalysis>
  ) {
    library.analyses.keep(.done, analysis, problem: nil, of: track) { [notify] _ in
      notify(.analysis)
      completion(.success(analysis))
    }
  }

  private func ended(_ run: AnalyserRun) {
    running = nil
    let (outcome, analysis, problem) = run.result
    guard outcome != .cancelled, let track = run.track, library.root(of: track.volume) != nil else {
      queue.isServing = false
      notify(.analysis)
      return wake()
    }
    if let analysis {
      tally.add(analysis.duration, took: loop.now - run.began, isWhole: analysis.chords != nil)
    }
    keep(outcome, analysis, problem, track)
  }

  private func keep(
    _ outcome: AnalysisOutcome, _ analysis: MusicAnalysis?, _ problem: String?, _ track: TrackReference
  ) {
    isChoosing = true
    library.analyses.keep(outcome, analysis, problem: problem, of: track) { [weak self] result in
      guard let self else { return }
      if case .success(.noSpace) = result {
        Log.repeatable(.warning, "analysis stopped: less than 16 MiB free on the volume")
        queue.suspend(track.volume)
      }
      if case .success(.crashed) = result {
        Log.warning("analysis: the analyser crashed on \(name(of: track))")
      }
      if case .success(let kept) = result, kept != .done { tally.failed += 1 }
      tellRate(of: track.volume)
      notify(.analysis)
      var refusal: Refusal?
      if case .failure(let why) = result {
        refusal = why
        if why != .noSuchSong { queue.suspend(track.volume) }
      }
      goOn(with: refusal)
    }
  }

  private func name(of track: TrackReference) -> String {
    track.uri(in: library)
  }

  /// Once: how long all of it will take.
  private func tellRate(of volume: VolumeID) {
    guard let rate = tally.takeFirstRate() else { return }
    library.analyses.count(.chords, on: volume) { count in
      let minutes = Int(Double(count.left.components.seconds) / rate / 60) + 1
      let time = minutes < 120 ? "\(minutes) minutes" : "\(minutes / 60) hours"
      Log.notice("analysis: \(count.songs - count.done) songs remaining, about \(time)")
    }
  }
}

/// Counts of analyses since the start.
struct AnalysisTally {
  /// With all that is looked for by itself: a song's first pass, without chords, does not count.
  private(set) var songs = 0
  private(set) var passes = 0
  /// How many have none, for a reason.
  var failed = 0
  /// Seconds of sound, and of work; the last songs weigh most.
  private var seconds = 0.0
  private var took = 0.0
  private var hasGivenRate = false
  /// Factor for earlier songs when the next one is done.
  private static let memory = 0.9

  mutating func add(_ duration: Double, took time: Duration, isWhole: Bool) {
    passes += 1
    if isWhole { songs += 1 }
    seconds = seconds * Self.memory + duration
    took = took * Self.memory + time / .seconds(1)
  }

  /// Returns the rate once, when enough is known.
  mutating func takeFirstRate() -> Double? {
    guard !hasGivenRate, passes == 10, let rate else { return nil }
    hasGivenRate = true
    return rate
  }

  /// Seconds of sound per second; nil before the first song.
  var rate: Double? { took > 0 ? seconds / took : nil }
}
