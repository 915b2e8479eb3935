import Audio
import Control
import Library
import Linux
import Model
import Player

/// The sound of an alarm: its content, else a folder for alarms, else a piece that the jukebox computes. Each step gets some
/// seconds for its first sound. Loop thread only.
final class AlarmSound {
  private let loop: EventLoop
  private let library: MusicLibrary
  private let engine: Engine
  private let controller: PlaybackController
  private let presets: PresetsAndMixSlots
  private let cards: CardPlayer
  private let notify: ChangeNotifier
  private let piece: AlarmPiece

  /// Sounds to try, in this order.
  private enum Step {
    case content(Alarm.Content)
    /// A folder's path.
    case folder(String)
    case piece
  }

  private struct Progress {
    var steps: [Step] = []
    /// Counts the steps: the outcome of an earlier one is dropped.
    var attempt = 0
    var timer: EventLoop.Timer?
    /// The library has answered what the step plays.
    var isAnswered = false
    /// The music of the step was heard.
    var wasHeard = false
  }

  private var alarm: Alarm?
  private var progress = Progress()
  private var output = Output()

  private struct Output {
    /// It was off, and is to be so again.
    var switchedOn = false
    var isDue = false
  }

  /// The folder at the top of a volume whose music plays if an alarm has none, or none that can be played.
  static let folder = "Alarm"
  private static let patience = Duration.seconds(5)
  private static let streamPatience = Duration.seconds(15)

  init(_ dependencies: Dependencies, presets: PresetsAndMixSlots, cards: CardPlayer) {
    (loop, library, engine) = (dependencies.loop, dependencies.library, dependencies.engine)
    (controller, notify) = (dependencies.controller, dependencies.notify)
    (self.presets, self.cards) = (presets, cards)
    piece = AlarmPiece(loop: loop, voices: engine.voices)
  }

  /// Whether something of the present step was heard.
  var hasSounded: Bool { progress.wasHeard || piece.sounds }
  /// The queue is put aside for the alarm.
  private(set) var hasQueue = false
  /// An alarm rings in a moment.
  var isDue: Bool {
    get { output.isDue }
    set {
      output.isDue = newValue
      followDevice()
    }
  }

  /// The sound card is kept from before the first sound to the last one.
  private func followDevice() {
    let isNeeded = isDue || alarm != nil || hasQueue
    if isNeeded != engine.isDeviceNeeded { engine.isDeviceNeeded = isNeeded }
  }

  func start(_ alarm: Alarm) {
    endStep()
    self.alarm = alarm
    followDevice()
    let paths = [Self.folder] + library.volumes.map { "\($0.name)/\(Self.folder)" }
    progress.steps = (alarm.content.map { [.content($0)] } ?? []) + paths.map { .folder($0) } + [.piece]
    if !engine.isOutputEnabled {
      engine.isOutputEnabled = true
      output.switchedOn = true
      notify(.output)
    }
    // The present song is stored with its place before it is put aside.
    if !controller.player.isRinging { controller.report(.setPaused(true)) }
    next()
  }

  func stop(fades: Bool) {
    guard alarm != nil || hasQueue else { return }
    alarm = nil
    guard fades, controller.player.ringingSounds || piece.sounds else { return end() }
    progress.attempt += 1
    if let timer = progress.timer.take() { loop.cancel(timer) }
    controller.report(.fadeRinging)
    piece.fadeOut()
    progress.timer = loop.schedule(after: Jukebox.ringingFade) { [weak self] in
      self?.progress.timer = nil
      self?.end()
    }
  }

  private func end() {
    endStep()
    hasQueue = false
    controller.report(.endRinging)
    followDevice()
    if output.switchedOn {
      output.switchedOn = false
      engine.isOutputEnabled = false
      notify(.output)
    }
  }

  /// Ends what the present step has begun.
  private func endStep() {
    progress.attempt += 1
    (progress.isAnswered, progress.wasHeard) = (false, false)
    if let timer = progress.timer.take() { loop.cancel(timer) }
    piece.stop()
  }

  /// Other music has taken the queue.
  func abandon() {
    endStep()
    alarm = nil
    (output.switchedOn, hasQueue) = (false, false)
    followDevice()
  }

  // MARK: Steps

  /// The music of the present step failed, or was never heard.
  func failed() {
    guard let alarm, !piece.isOn else { return }
    Log.warning("alarm \(alarm.id): nothing sounds, the next step follows")
    // A stick that hangs has no folder for it either.
    if !progress.isAnswered { progress.steps = [.piece] }
    next()
  }

  private func next() {
    endStep()
    guard let alarm, !progress.steps.isEmpty else { return }
    switch progress.steps.removeFirst() {
    case .content(let content):
      watch(content.kind == .stream ? Self.streamPatience : Self.patience)
      cards.music(of: content.request, completion: music(of: alarm))
    case .folder(let path):
      watch(Self.patience)
      presets.music(at: path, completion: music(of: alarm))
    case .piece:
      Log.notice("alarm \(alarm.id): the piece of the jukebox")
      ring([], alarm, fade: .zero)
      piece.play(fade: .seconds(alarm.fadeSeconds))
    }
  }

  private func music(of alarm: Alarm) -> (PresetsAndMixSlots.Loaded) -> Void {
    let attempt = progress.attempt
    return { [weak self] loaded in
      guard let self, progress.attempt == attempt else { return }
      progress.isAnswered = true
      switch loaded {
      case .success(let (items, _)):
        Log.notice("alarm \(alarm.id): \(items.count) songs")
        ring(items, alarm, fade: .seconds(alarm.fadeSeconds))
      case .failure(let refusal):
        Log.info("alarm \(alarm.id): \(refusal.message)")
        next()
      }
    }
  }

  private func ring(_ items: [QueueItem], _ alarm: Alarm, fade: Duration) {
    hasQueue = true
    controller.report(.ring(items, volume: alarm.volume, fade: fade))
  }

  /// Looks repeatedly whether the step's music is heard: a stick may be pulled, a stream may stand still.
  private func watch(_ patience: Duration) {
    let before = engine.position
    progress.timer = loop.schedule(after: patience) { [weak self] in
      guard let self else { return }
      progress.timer = nil
      follow()
      let goesOn = controller.player.transport == .play && engine.position != before
      if progress.wasHeard, goesOn { watch(patience) } else { failed() }
    }
  }

  /// Something of the player has changed.
  func follow() { if controller.player.ringingSounds { progress.wasHeard = true } }

  /// From the engine.
  func receive(_ report: EngineReport) { piece.receive(report) }
}

extension Alarm.Content {
  var request: CardRequest {
    switch kind {
    case .playlist, .podcast: .playlist(target)
    case .folder: .folder(target)
    case .song: .song(target)
    case .stream: .stream(target)
    }
  }
}
