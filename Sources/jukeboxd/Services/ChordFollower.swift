import Library
import Linux
import Model
import Player

/// Knows which chord sounds, and reports each change. Loop thread only.
final class ChordFollower: EffectHandler {
  private let loop: EventLoop
  private let library: MusicLibrary
  private let controller: PlaybackController
  private let notify: ChangeNotifier

  /// The song that plays, with its key, tempo and chords; nil while they are not known.
  private var track: TrackReference?
  private(set) var key: MusicalKey?
  private(set) var tempo: TempoEstimate?
  private var chords: [ChordSegment]?
  private var told: ChordSegment?
  private var timer: EventLoop.Timer?

  /// A boundary is looked for this long after its computed time: the position itself is an estimate.
  private static let slack = Duration.milliseconds(2)

  init(loop: EventLoop, library: MusicLibrary, controller: PlaybackController, notify: ChangeNotifier) {
    self.notify = notify
    self.loop = loop
    self.library = library
    self.controller = controller
  }

  /// The chord that is heard; nil while nothing is known of it.
  var current: ChordSegment? {
    guard let seconds, let chords else { return nil }
    // The last one that has begun.
    var (low, high) = (0, chords.count)
    while low < high {
      let middle = (low + high) / 2
      if chords[middle].start <= seconds { low = middle + 1 } else { high = middle }
    }
    return low > 0 && seconds < chords[low - 1].end ? chords[low - 1] : nil
  }

  /// How far along the current song's file what is heard is; nil while stopped.
  var seconds: Double? {
    guard let entry = controller.player.current, let elapsed = controller.status.elapsed else { return nil }
    return (entry.region.start + elapsed) / .seconds(1)
  }

  func handle(_ effect: Effect) -> Bool {
    if case .changed = effect, let current = controller.player.current { follow(current) }
    return false
  }

  /// Something of the current entry may have changed: which it is, where it is, or whether it plays.
  private func follow(_ entry: QueueEntry) {
    if entry.track != track { read(entry.track) }
    step()
  }

  /// An analysis has come.
  func readAgain() { if let track, chords == nil { read(track) } }

  /// Its key may be another one.
  func readAgain(_ track: TrackReference) { if track == self.track { read(track) } }

  private func read(_ track: TrackReference) {
    self.track = track
    (key, chords, tempo) = (nil, nil, nil)
    library.analyses.report(of: track, withRecord: true) { [weak self] result in
      guard let self, self.track == track, case .success(let report) = result else { return }
      (key, chords, tempo) = (report.key, report.analysis?.chords, report.analysis?.tempo)
      step()
    }
  }

  /// Reports a chord that has begun, and waits for the next one.
  private func step() {
    timer.take().map { loop.cancel($0) }
    let now = current
    if now != told {
      told = now
      notify(.chord)
    }
    guard controller.player.transport == .play, let seconds, let chords else { return }
    guard let next = chords.first(where: { $0.start > seconds })?.start ?? chords.last.map(\.end),
      next > seconds
    else { return }
    let wait = (next - seconds) / max(0.1, controller.player.modes.speed)
    timer = loop.schedule(after: .milliseconds(Int64(wait * 1000)) + Self.slack) { [weak self] in
      self?.timer = nil
      self?.step()
    }
  }
}
