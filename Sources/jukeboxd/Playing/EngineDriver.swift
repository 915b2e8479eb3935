import Audio
import Library
import Linux
import Model
import Player

/// Has the engine do what the player decides, and knows its next entry. Loop thread only.
final class EngineDriver: EffectHandler {
  private let controller: PlaybackController
  private let engine: Engine
  private let library: MusicLibrary
  private let streams: Streams
  private let indexes: SeekIndexes
  /// The engine's next entry.
  private var following: StampedEntry?
  /// Loudness and transitions of the current entry and the next one.
  private var facts: [EntryID: PlaybackInfo] = [:]

  init(
    controller: PlaybackController, engine: Engine, library: MusicLibrary, streams: Streams,
    indexes: SeekIndexes
  ) {
    self.controller = controller
    self.engine = engine
    self.library = library
    self.streams = streams
    self.indexes = indexes
    followModes()
  }

  private var player: Jukebox { controller.player }

  func handle(_ effect: Effect) -> Bool {
    switch effect {
    case .start(let stamped, let time, let paused): start(stamped, at: time, paused: paused)
    case .setNext(let stamped):
      setNext(stamped)
      return false
    case .pause:
      engine.pause()
      streams.pause(player.serial)
      return false
    case .resume: resume()
    case .stop:
      streams.stopWaiting()
      following = nil
      engine.stop()
      return false
    case .runOut:
      following = nil
      engine.runOut()
    case .seek(_, let time): engine.seek(to: time)
    case .setLoop(_, let section): engine.setLoop(section.map { $0.start..<$0.end })
    case .setVolume(let percent): engine.volume = percent
    case .setMuted(let muted): engine.isMuted = muted
    case .setFade(let level): engine.fade = level
    case .changed(let subsystems):
      if subsystems.contains(.options) { followModes() }
      if !subsystems.isDisjoint(with: [.options, .player]) { followFacts() }
      return false
    default: return false
    }
    return true
  }

  private func start(_ stamped: StampedEntry, at time: Duration, paused: Bool) {
    var entry = engineEntry(stamped)
    if let following, following.entry.soundsAs(stamped.entry) {
      entry.repeated = EntrySerial(rawValue: following.serial.rawValue)
    }
    following = nil
    streams.stopWaiting()
    engine.play(entry, from: time, paused: paused, speed: player.modes.speed)
    if paused { streams.pause(stamped.serial) }
  }

  private func setNext(_ stamped: StampedEntry?) {
    var entry = stamped.map(engineEntry)
    // Elsewhere it may be waited for, and a part that begins within its file may take long to find.
    let isFile = entry?.stream == nil
    entry?.opensAhead =
      stamped?.entry.track.volume == player.current?.track.volume && stamped?.entry.region.start == .zero
      && isFile
    following = stamped
    engine.setNext(entry, transition: transition)
  }

  private func resume() {
    if streams.resume(player.serial), let current = player.current {
      let again = engineEntry(StampedEntry(serial: player.serial, entry: current))
      engine.play(
        again, from: engine.position?.elapsed ?? .zero, paused: false, speed: player.modes.speed)
    } else {
      engine.resume()
    }
  }

  private func engineEntry(_ stamped: StampedEntry) -> EngineEntry {
    let track = stamped.entry.track
    let serial = EntrySerial(rawValue: stamped.serial.rawValue)
    if let url = track.url {
      do throws(SystemError) {
        return try streams.entry(url, as: stamped.serial, beside: player.serial)
      } catch {
        return EngineEntry(serial: serial) { () throws(SystemError) in throw error }
      }
    }
    let index = indexes.index(of: stamped.entry.id)
    let storedIndex = indexes.give(stamped.entry, as: serial)
    let region = stamped.entry.region
    var entry = EngineEntry(
      serial: serial, index: index, start: region.start, end: region.end, gain: region.gain,
      open: library.opener(of: track))
    entry.storedIndex = storedIndex
    entry.loudness = facts[stamped.entry.id]?.loudness
    return entry
  }

  /// How the current entry goes over into the following one, as far as their songs are known.
  private var transition: Transition? {
    guard let current = player.current, let following, current.track.url == nil,
      following.entry.track.url == nil
    else { return nil }
    let (first, second) = (facts[current.id] ?? PlaybackInfo(), facts[following.entry.id] ?? PlaybackInfo())
    return Transition(
      from: (current.region, first), to: (following.entry.region, second), modes: player.modes,
      crossfadesAlbums: player.policy.crossfadesAlbums,
      gains: (engine.gain(of: first.loudness), engine.gain(of: second.loudness)))
  }

  /// Applies the modes that concern the sound.
  private func followModes() {
    let modes = player.modes
    engine.shape = modes.shape
    engine.speed = modes.speed
    engine.replayGain = modes.replayGain == .auto ? modes.random ? .track : .album : modes.replayGain
  }

  // MARK: Facts

  func knows(_ entry: EntryID) -> Bool { facts[entry] != nil }

  /// How an entry sounds has been read.
  func learn(_ info: PlaybackInfo, of entry: EntryID) {
    facts[entry] = info
    followFacts()
  }

  /// Nothing is known of how an entry sounds: it sounds as it is.
  func learnNothing(of entry: EntryID) {
    var serials: [PlaySerial] = []
    if player.current?.id == entry { serials.append(player.serial) }
    if let following, following.entry.id == entry { serials.append(following.serial) }
    for serial in serials.map({ EntrySerial(rawValue: $0.rawValue) }) where engine.lacksLoudness(serial) {
      engine.learn(Loudness(), of: serial)
    }
  }

  func forgetAll(but kept: [EntryID?]) { facts = facts.filter { kept.contains($0.key) } }

  /// The facts, or what is made of them, may have changed.
  private func followFacts() {
    if let current = player.current, let facts = facts[current.id] {
      engine.learn(facts.loudness, of: EntrySerial(rawValue: player.serial.rawValue))
    }
    guard let following else { return }
    if let facts = facts[following.entry.id] {
      engine.learn(facts.loudness, of: EntrySerial(rawValue: following.serial.rawValue))
    }
    engine.setTransition(transition)
  }
}
