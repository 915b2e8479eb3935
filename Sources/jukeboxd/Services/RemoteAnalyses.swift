import Audio
import Configuration
import Control
import Library
import Linux
import Model

/// Analyses by the server of `[analysis] remote` that somebody waits for, one after the other: `jukebox-fetch` sends each
/// file, and reads the answer. Nothing is sent that nobody asked for. Loop thread only.
final class RemoteAnalyses {
  /// The server that gets the files.
  struct Server: Hashable {
    let url: String
    let timeoutSeconds: Int

    /// nil without a URL.
    init?(_ settings: AnalysisSettings) {
      guard let url = settings.remote else { return nil }
      (self.url, timeoutSeconds) = (url, settings.remoteTimeout)
    }
  }

  private final class Item {
    let file: OpenFile
    let track: TrackReference?
    /// Name of the sound's file, for the server.
    let name: String
    let completion: Completion<MusicAnalysis>
    var tries = 0

    init(
      _ file: OpenFile, _ track: TrackReference?, _ name: String,
      _ completion: @escaping Completion<MusicAnalysis>
    ) {
      (self.file, self.track, self.name, self.completion) = (file, track, name, completion)
    }
  }

  private let loop: EventLoop
  private let engine: Engine
  private let notify: ChangeNotifier
  /// nil where it is not installed.
  var program: String?
  /// nil: the configuration names none.
  var server: Server?
  private var waiting: [Item] = []
  private var current: Item?
  private var run: WorkerRun?
  /// Looks after the run, or waits for the next try.
  private var timer: EventLoop.Timer?
  private var percent = 0
  /// Waits before another try; after these it has failed.
  var pauses: [Duration] = [.milliseconds(500), .seconds(1), .seconds(3)]

  static let most = 16
  private static let period = Duration.milliseconds(250)

  init(
    loop: EventLoop, engine: Engine, program: String?, server: Server?, notify: ChangeNotifier
  ) {
    (self.loop, self.engine, self.program, self.server) = (loop, engine, program, server)
    self.notify = notify
  }

  /// Returns the progress of sending or analysing; nil while there is none.
  func progress(_ uri: (TrackReference) -> String?) -> RemoteProgress? {
    current.map {
      RemoteProgress(
        subject: $0.track.flatMap(uri) ?? "take",
        state: run == nil ? .pausing : percent < 100 ? .sending : .analyzing, percent: percent,
        tries: $0.tries, waiting: waiting.count)
    }
  }

  /// - Parameters:
  ///   - track: the song that it is, if it is one: when its volume leaves, that is the end of it.
  ///   - suffix: of the file's name, by which servers know the format.
  func add(
    _ file: OpenFile, of track: TrackReference?, suffix: String,
    completion: @escaping Completion<MusicAnalysis>
  ) -> Query {
    guard waiting.count < Self.most else {
      return .refused(
        .failed(.limitReached, "\(Self.most) analyses are already waiting: try again soon"), completion)
    }
    // It becomes part of a header.
    let plain = suffix.filter { $0.isASCII && ($0.isLetter || $0.isNumber) }.prefix(8)
    let item = Item(file, track, "sound.\(plain)", completion)
    waiting.append(item)
    if current == nil { goOn() }
    return Query { [weak self] in self?.end { $0 === item } }
  }

  func left(_ volume: VolumeID) { end { $0.track?.volume == volume } }

  func cancel() { end { _ in true } }

  private func end(_ isMeant: (Item) -> Bool) {
    var ended = waiting.filter(isMeant)
    waiting.removeAll(where: isMeant)
    if let current, isMeant(current) {
      ended.append(current)
      run?.kill()
      leave()
    }
    for item in ended { item.completion(.failure(.failed(.noAnalysis, "It was cancelled"))) }
  }

  /// Ends with the current one; the next one follows in a turn of its own.
  private func leave() {
    timer.take().map { loop.cancel($0) }
    (current, run, percent) = (nil, nil, 0)
    loop.schedule(after: .zero) { [weak self] in if self?.current == nil { self?.goOn() } }
    notify(.analysis)
  }

  private func goOn() {
    guard current == nil, !waiting.isEmpty else { return }
    current = waiting.removeFirst()
    start()
  }

  private func start() {
    guard let item = current else { return }
    guard let server else {
      return finish(
        .failure(
          .failed(
            .notConfigured,
            "No server for analyses is configured: set `remote` in the section [analysis] of the configuration"
          )))
    }
    guard let program, HostFile.allows(program) else {
      return finish(.failure(.system("jukebox-fetch is not installed")))
    }
    item.tries += 1
    let words = [program, "--analyze", item.name, "--timeout", "\(server.timeoutSeconds)", "--url-from", "3"]
    do throws(SystemError) {
      run = try WorkerRun(words, secret: server.url, item.file.descriptor, loop: loop) { [weak self] run in
        if let self, run === self.run { ended(run, server) }
      }
      percent = 0
      look()
      notify(.analysis)
    } catch {
      finish(.failure(Refusal(system: error, "jukebox-fetch")))
    }
  }

  /// The music has the storage first.
  private func look() {
    guard let run else { return }
    run.isPaused = engine.status.isBehind
    if run.percent != percent {
      percent = run.percent
      notify(.analysis)
    }
    timer = loop.schedule(after: Self.period) { [weak self] in self?.look() }
  }

  private func ended(_ run: WorkerRun, _ server: Server) {
    guard let item = current else { return }
    timer.take().map { loop.cancel($0) }
    self.run = nil
    if run.status == 0, let analysis = AnalysisCoding.analysis(of: run.bytes) {
      return finish(.success(analysis))
    }
    guard let fault = RemoteFault(rawValue: run.status) else {
      return finish(.failure(.system("jukebox-fetch ended with status \(run.status)")))
    }
    if fault.isTransient, item.tries <= pauses.count {
      timer = loop.schedule(after: pauses[item.tries - 1]) { [weak self] in
        self?.timer = nil
        self?.start()
      }
      return notify(.analysis)
    }
    let words = String(decoding: run.bytes.prefix(1000), as: UTF8.self)
    let tries = item.tries > 1 ? " (\(item.tries) tries)" : ""
    // The URL may hold a password.
    finish(.failure(.failed(fault.key, "No analysis by the server: \(words)\(tries)", about: "the server")))
  }

  private func finish(_ result: Result<MusicAnalysis, Refusal>) {
    guard let item = current else { return }
    leave()
    item.completion(result)
  }
}
