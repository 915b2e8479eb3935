import Audio
import Library
import Linux
import Model

/// Sounds of pads in the engine, and the files that could not be read. Loop thread only: a sound that is forgotten may end a voice,
/// and the report of that comes back at once.
final class PadSounds {
  private struct Sound {
    let key: SoundKey
    let made: Made
  }

  /// The values that a sound's memory depends on.
  private struct Made: Hashable {
    let track: TrackReference
    let start: Duration
    let end: Duration?
    let speed: Double
    let equaliser: EqualiserGains
    /// The device's sample rate.
    let rate: Int

    init(_ pad: Pad, rate: Int) {
      self.rate = rate
      track = pad.track
      (start, end) = (pad.settings.start, pad.settings.end)
      (speed, equaliser) = (pad.settings.speed, pad.settings.equaliser)
    }
  }

  private struct Failure {
    let made: Made
    let fileBytes: Int64
    let reason: String
    let key: ProblemKey

    func holds(for pad: Pad) -> Bool {
      made == Made(pad, rate: made.rate) && fileBytes == pad.fileBytes
    }
  }

  private let engine: Engine
  private var sounds: [PadID: Sound] = [:]
  private var lastKey: Int64 = 0
  /// Why a file could not be read when it was tried. Until it is another file, or another part is wanted, only a press tries
  /// again, and the same reason is not logged again.
  private var failures: [PadID: Failure] = [:]

  init(engine: Engine) { self.engine = engine }

  var ids: [PadID] { Array(sounds.keys) }
  var loadedCount: Int { sounds.values.count { engine.voices.soundBytes(of: $0.key) != nil } }

  /// nil where nothing of it is in memory.
  func bytes(of id: PadID) -> Int? { sounds[id].flatMap { engine.voices.soundBytes(of: $0.key) } }

  /// Whether it is in memory as it is wanted now.
  func isLoaded(_ pad: Pad) -> Bool {
    sounds[pad.id]?.made == Made(pad, rate: engine.rate) && bytes(of: pad.id) != nil
  }

  func id(of key: SoundKey) -> PadID? { sounds.first { $0.value.key == key }?.key }

  @discardableResult func load(_ pad: Pad, from library: MusicLibrary) -> SoundKey {
    let made = Made(pad, rate: engine.rate)
    if let sound = sounds[pad.id], sound.made == made { return sound.key }
    let key: SoundKey
    if let sound = sounds[pad.id] {
      key = sound.key
    } else {
      lastKey += 1
      key = SoundKey(rawValue: lastKey)
    }
    sounds[pad.id] = Sound(key: key, made: made)
    let entry = EngineEntry(
      serial: EntrySerial(rawValue: 0), start: pad.settings.start, end: pad.settings.end,
      open: library.opener(of: pad.track))
    var source = SoundSource(entry)
    source.speed = pad.settings.speed
    source.equaliser = pad.settings.equaliser
    source.isOptional = true
    engine.voices.loadSound(source, as: key)
    return key
  }

  func forget(_ id: PadID) {
    if let sound = sounds.removeValue(forKey: id) { engine.voices.forgetSound(sound.key) }
  }

  // MARK: - Failures

  func hasFailed(_ id: PadID) -> Bool { failures[id] != nil }

  /// Why its file can't be read; nil where it can, or was not tried.
  func failure(of pad: Pad) -> (reason: String, key: ProblemKey)? {
    failures[pad.id].flatMap { $0.holds(for: pad) ? ($0.reason, $0.key) : nil }
  }

  func fail(_ pad: Pad, _ reason: String, _ key: ProblemKey) {
    guard let made = sounds[pad.id]?.made else { return }
    if failure(of: pad)?.reason != reason { Log.warning("cannot play the pad \(pad.name): \(reason)") }
    failures[pad.id] = Failure(made: made, fileBytes: pad.fileBytes, reason: reason, key: key)
  }

  func forgetFailures(on volume: VolumeID) {
    failures = failures.filter { $0.key.volume != volume }
  }
}
