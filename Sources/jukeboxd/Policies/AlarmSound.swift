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

  /// What is tried, in this order.
  private enum Step {
    case content(Alarm.Content)
    /// A folder's path.
    case folder(String)
    case piece
  }

  private var alarm: Alarm?
  private var steps: [Step] = []
  /// Counts the steps: what comes of an earlier one is dropped.
  private var attempt = 0
  private var timer: EventLoop.Timer?
  /// The voice of the piece, and since when it is played.
  private var voice: VoiceID?
  private var pieceStart: Instant?
  /// The music of the step was heard.
  private(set) var hasSounded = false
  /// The output was off, and is to be so again.
  private var switchedOn = false

  /// The folder at the top of a volume whose music plays if an alarm has none, or none that can be played.
  static let folder = "Alarm"
  private static let patience = Duration.seconds(5)
  private static let streamPatience = Duration.seconds(15)
  private static let key = SoundKey.alarm
  /// Plucked chords, again and again.
  private static let piece = ComputedSound.chord(pitches: [60, 67, 72, 76, 79], seconds: 4)
  private static let leastGain: Float = 0.15

  init(_ dependencies: Dependencies, presets: PresetsAndMixSlots, cards: CardPlayer) {
    (loop, library, engine) = (dependencies.loop, dependencies.library, dependencies.engine)
    (controller, notify) = (dependencies.controller, dependencies.notify)
    (self.presets, self.cards) = (presets, cards)
  }

  /// Whether an alarm sounds, or is about to.
  var isOn: Bool { alarm != nil }

  func start(_ alarm: Alarm) {
    endStep()
    self.alarm = alarm
    let paths = [Self.folder] + library.volumes.map { "\($0.name)/\(Self.folder)" }
    steps = (alarm.content.map { [.content($0)] } ?? []) + paths.map { .folder($0) } + [.piece]
    if !engine.isOutputEnabled {
      engine.isOutputEnabled = true
      switchedOn = true
      notify(.output)
    }
    // What plays is stored with its place before it is put aside.
    if !controller.player.isRinging { controller.report(.setPaused(true)) }
    next()
  }

  func stop(fades: Bool) {
    guard alarm != nil else { return }
    endStep()
    alarm = nil
    guard fades, controller.player.ringingSounds else { return end() }
    controller.report(.fadeRinging)
    timer = loop.schedule(after: .seconds(10)) { [weak self] in
      self?.timer = nil
      self?.end()
    }
  }

  private func end() {
    controller.report(.endRinging)
    if switchedOn {
      switchedOn = false
      engine.isOutputEnabled = false
      notify(.output)
    }
  }

  /// Ends what the present step has begun.
  private func endStep() {
    attempt += 1
    hasSounded = false
    if let timer = timer.take() { loop.cancel(timer) }
    pieceStart = nil
    if let voice = voice.take() { engine.voices.stopVoice(voice) }
  }

  // MARK: Steps

  /// The music of the present step failed, or was never heard.
  func failed() {
    guard let alarm, pieceStart == nil else { return }
    Log.warning("alarm \(alarm.id): nothing sounds, the next step follows")
    next()
  }

  private func next() {
    endStep()
    guard let alarm, !steps.isEmpty else { return }
    let attempt = attempt
    let take: (PresetsAndMixSlots.Loaded) -> Void = { [weak self] loaded in
      guard let self, self.attempt == attempt else { return }
      switch loaded {
      case .success(let (items, _)): play(items, alarm)
      case .failure(let refusal):
        Log.notice("alarm \(alarm.id): \(refusal.message)")
        next()
      }
    }
    switch steps.removeFirst() {
    case .content(let content):
      wait(content.kind == .stream ? Self.streamPatience : Self.patience)
      cards.music(of: content.request, completion: take)
    case .folder(let path):
      wait(Self.patience)
      presets.music(at: path, completion: take)
    case .piece: playPiece(alarm)
    }
  }

  private func wait(_ patience: Duration) {
    timer = loop.schedule(after: patience) { [weak self] in
      guard let self else { return }
      timer = nil
      if controller.player.ringingSounds { hasSounded = true } else { failed() }
    }
  }

  private func play(_ items: [QueueItem], _ alarm: Alarm) {
    Log.notice("alarm \(alarm.id): \(items.count) songs")
    controller.report(
      .ring(items, volume: alarm.volume, fade: .seconds(alarm.fadeSeconds)))
  }

  private func playPiece(_ alarm: Alarm) {
    Log.notice("alarm \(alarm.id): the piece of the jukebox")
    controller.report(.ring([], volume: alarm.volume, fade: .zero))
    pieceStart = loop.now
    engine.voices.loadSound(SoundSource(Self.piece), as: Self.key)
  }

  /// Once through the piece; each time louder, until the fade has passed.
  private func repeatPiece() {
    guard let alarm, let pieceStart else { return }
    var settings = VoiceSettings()
    let part = alarm.fadeSeconds > 0 ? Float((loop.now - pieceStart) / .seconds(alarm.fadeSeconds)) : 1
    settings.gain = max(Self.leastGain, min(1, part * part))
    voice = engine.voices.startVoice(Self.key, settings)
    if voice != nil {
      hasSounded = true
    } else {
      Log.warning("alarm \(alarm.id): there is no output")
      timer = loop.schedule(after: Self.patience) { [weak self] in self?.repeatPiece() }
    }
  }

  /// Something of the player has changed.
  func follow() { if controller.player.ringingSounds { hasSounded = true } }

  /// Other music has taken the queue.
  func abandon() {
    endStep()
    alarm = nil
    switchedOn = false
  }

  /// Whether it is music of the queue, not the piece.
  var isMusic: Bool { alarm != nil && pieceStart == nil }

  func receive(_ report: EngineReport) {
    switch report {
    case .soundLoaded(Self.key, _) where pieceStart != nil: repeatPiece()
    case .voiceEnded(let ended) where ended == voice: repeatPiece()
    default: break
    }
  }
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
