import Audio
import Control
import Library
import Linux
import Model
import Player
import Signal

/// Announcements: files that sound once, one after the other, while the music is softer or waits. Loop thread only.
final class Announcer: EffectHandler, EngineObserver {
  private let library: MusicLibrary
  private let engine: Engine
  private let controller: PlaybackController
  private let pads: PadBoard
  private let fetcher: Fetcher
  private var waiting: [Announcement] = []
  private var current: VoiceID?
  /// The name of the announcement that sounds now.
  private(set) var announced: String? { didSet { if announced != oldValue { notify(.player) } } }
  private let notify: ChangeNotifier
  /// Called once the current one sounds, or with the reason why not.
  private var began: ((Refusal?) -> Void)?
  /// The entry that was paused for them, to resume after the last one.
  private var paused: EntryID?
  /// The controller's `wishes` when the music was paused.
  private var wishes: UInt64 = 0

  private struct Announcement {
    let open: @Sendable () throws(SystemError) -> Descriptor
    let volume: Int?
    let duck: Double?
    let name: String
    var completion: (Refusal?) -> Void
  }

  /// The key of all announcements.
  private static let key = SoundKey.announcement
  /// In dB.
  private static let ringingDuck = 12.0
  /// Limit of waiting announcements.
  private static let most = 16

  init(
    library: MusicLibrary, engine: Engine, controller: PlaybackController, pads: PadBoard, fetcher: Fetcher,
    notify: ChangeNotifier
  ) {
    self.notify = notify
    self.fetcher = fetcher
    self.pads = pads
    self.library = library
    self.engine = engine
    self.controller = controller
  }

  func handle(_ effect: Effect) -> Bool {
    guard case .perform(.announce(let name)) = effect else { return false }
    announce(name, volume: nil, duck: nil) {
      if let refusal = $0 { Log.notice("announce \(name): \(refusal.message)") }
    }
    return true
  }

  /// - Parameters:
  ///   - text: the path of a song, a pad as lists show it, a URL, or `say:` and what is to be spoken.
  ///   - volume: as loud as music is at this volume; nil: at the present one.
  ///   - duck: how much softer the music is meanwhile, in dB; nil: it waits.
  ///   - completion: once it sounds or waits for its turn, or why it does not.
  func announce(_ text: String, volume: Int?, duck: Double?, completion: @escaping (Refusal?) -> Void) {
    func take(_ result: Result<Fetcher.Fetched, Refusal>) {
      switch result {
      case .failure(let refusal):
        Log.notice("not announced: \(refusal.message)")
        completion(refusal)
      case .success(let file):
        announce(text, volume: volume, duck: duck, completion: completion) { () throws(SystemError) in
          try file.descriptor.duplicate()
        }
      }
    }
    if text.hasPrefix("say:") { return fetcher.speak(String(text.dropFirst(4)), completion: take) }
    if TrackReference(url: text) != nil { return fetcher.fetch(text, completion: take) }
    announce(song: text, volume: volume, duck: duck) { [weak self] refusal in
      guard refusal?.key == .noSuchSong, let self, let pad = pads.search.find(text),
        let uri = library.uri(of: pad.track)
      else { return completion(refusal) }
      announce(song: uri, volume: volume, duck: duck, completion: completion)
    }
  }

  private func announce(
    song uri: String, volume: Int?, duck: Double?, completion: @escaping (Refusal?) -> Void
  ) {
    guard let track = library.reference(of: uri) else { return completion(.noSuchSong) }
    library.catalogue.track(at: uri) { [weak self] result in
      guard let self else { return completion(.volumeGone) }
      switch result {
      case .failure(let refusal): completion(refusal)
      case .success:
        announce(
          uri, volume: volume, duck: duck, completion: completion, open: library.opener(of: track))
      }
    }
  }

  private func announce(
    _ name: String, volume: Int?, duck: Double?, completion: @escaping (Refusal?) -> Void,
    open: @escaping @Sendable () throws(SystemError) -> Descriptor
  ) {
    guard waiting.count < Self.most else {
      return completion(.failed(.limitReached, "\(Self.most) announcements are already waiting"))
    }
    let isFirst = current == nil
    waiting.append(
      Announcement(
        open: open, volume: volume, duck: duck, name: name, completion: isFirst ? completion : { _ in }))
    if isFirst { next() } else { completion(nil) }
  }

  private func next() {
    guard !waiting.isEmpty else {
      engine.voices.forgetSound(Self.key)
      announced = nil
      return goOn()
    }
    let announcement = waiting.removeFirst()
    let entry = EngineEntry(serial: EntrySerial(rawValue: 0), open: announcement.open)
    engine.voices.forgetSound(Self.key)
    engine.voices.loadSound(SoundSource(entry), as: Self.key)
    var settings = VoiceSettings()
    // An alarm sounds on, softer: a pause would snooze it.
    let duck = announcement.duck ?? (controller.player.isRinging ? Self.ringingDuck : nil)
    settings.duck = -(duck ?? 0)
    settings.gain = gain(announcement)
    guard let voice = engine.voices.startVoice(Self.key, settings) else {
      Log.warning("\(announcement.name): not announced: there is no output")
      announcement.completion(.system("Not announced: there is no output"))
      return next()
    }
    current = voice
    announced = announcement.name
    began = announcement.completion
    if duck == nil, controller.player.transport == .play {
      paused = controller.player.current?.id
      controller.report(.setPaused(true))
      wishes = controller.wishes
    }
  }

  /// Relative to the volume that holds for all, and never beyond the ceiling.
  private func gain(_ announcement: Announcement) -> Float {
    guard let wanted = announcement.volume else { return 1 }
    let now = VolumeRamp.gain(percent: controller.player.volume)
    let bounded = min(wanted, controller.player.ceiling)
    return now > 0 ? min(16, VolumeRamp.gain(percent: bounded) / now) : 1
  }

  /// After the last one the music resumes, unless a command changed it meanwhile.
  private func goOn() {
    guard let paused else { return }
    self.paused = nil
    guard controller.player.transport == .pause, controller.player.current?.id == paused,
      controller.wishes == wishes
    else { return }
    controller.report(.setPaused(false))
  }

  /// From the engine.
  func receive(_ report: EngineReport) {
    switch report {
    case .voiceEnded(let voice) where voice == current:
      current = nil
      next()
    case .soundLoaded(Self.key, _): began.take()?(nil)
    case .soundFailed(Self.key, let failure):
      Log.warning("cannot play an announcement: \(failure)")
      began.take()?(.system("Cannot play the announcement: \(failure.withoutPath)"))
    default: break
    }
  }
}
