import Library
import Linux
import Model

/// Analyses that somebody waits for, one after the other beside all else; they are kept nowhere. Loop thread only.
final class OnDemandAnalyses {
  private final class Item {
    let file: OpenFile
    let track: TrackReference?
    let part: AnalyserRun.Part
    let completion: Completion<MusicAnalysis>

    init(
      _ file: OpenFile, _ track: TrackReference?, _ part: AnalyserRun.Part,
      _ completion: @escaping Completion<MusicAnalysis>
    ) {
      (self.file, self.track, self.part, self.completion) = (file, track, part, completion)
    }
  }

  private let loop: EventLoop
  private var waiting: [Item] = []
  private var running: (item: Item, run: AnalyserRun)?
  static let most = 16

  init(loop: EventLoop) { self.loop = loop }

  var isBusy: Bool { running != nil }

  /// Whether it rests until something that matters more has had its turn.
  var isPaused = false { didSet { running?.run.isPaused = isPaused } }

  /// - Parameter track: the song that it is, if it is one: when its volume leaves, that is the end of it.
  func add(
    _ file: OpenFile, of track: TrackReference?, _ part: AnalyserRun.Part, by program: String?,
    completion: @escaping Completion<MusicAnalysis>
  ) -> Query {
    guard let program else { return .refused(.system("jukebox-analyzer is not installed"), completion) }
    guard waiting.count < Self.most else {
      return .refused(
        .failed(.limitReached, "\(Self.most) analyses are already waiting: try again soon"), completion)
    }
    let item = Item(file, track, part, completion)
    waiting.append(item)
    goOn(by: program)
    return Query { [weak self] in self?.end { $0 === item } }
  }

  func left(_ volume: VolumeID) { end { $0.track?.volume == volume } }

  func cancel() { end { _ in true } }

  private func end(_ isMeant: (Item) -> Bool) {
    let ended = waiting.filter(isMeant)
    waiting.removeAll(where: isMeant)
    if let running, isMeant(running.item) { running.run.kill() }
    for item in ended { item.completion(.failure(.failed(.noAnalysis, "It was cancelled"))) }
  }

  private func goOn(by program: String) {
    guard running == nil, !waiting.isEmpty else { return }
    let item = waiting.removeFirst()
    do throws(SystemError) {
      let run = try AnalyserRun(
        program, item.file.descriptor, track: item.track, item.part, isAsked: true, loop: loop
      ) { [weak self] run in
        self?.running = nil
        let (outcome, analysis, problem) = run.result
        item.completion(
          analysis.map { .success($0) }
            ?? .failure(.failed(.noAnalysis, "It has no analysis: \(problem ?? outcome.reason)")))
        self?.goOn(by: program)
      }
      run.isPaused = isPaused
      running = (item, run)
    } catch {
      item.completion(.failure(Refusal(system: error)))
      goOn(by: program)
    }
  }
}
