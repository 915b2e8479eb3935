import Audio
import Configuration
import Control
import Library
import Model
import Player

/// The player, the output and the buttons' playlists as the protocol has them.
final class PlaybackAdapter: Playback {
  private let core: JukeboxCore
  private let output: OutputChoice
  private var controller: PlaybackController { core.controller }
  private var engine: Engine { core.engine }

  init(_ core: JukeboxCore, output: OutputChoice) {
    self.core = core
    self.output = output
  }

  var status: PlaybackStatus {
    var status = controller.status
    let whole = core.playing.now.currentSong?.duration
    status.length = status.length ?? controller.player.current.flatMap { $0.region.length(of: whole) }
    if status.state != .stop, let serial = status.serial {
      status.stream = core.playing.streams.status(of: serial)
    }
    if let trouble = status.stream?.trouble {
      status.error = status.error ?? trouble
      status.errorKey = status.errorKey ?? .stream
    }
    status.family.isLocked = core.policies.family.isLocked
    status.isDeviceReleased = engine.isReleased
    status.isOutputOff = !engine.isOutputEnabled
    status.announcement = core.services.announcer.announced
    if status.state != .stop {
      status.format = core.playing.now.currentSong?.format
      status.bitrate = core.playing.now.currentBitrate
    }
    return status
  }

  var partyRules: PartyRules { controller.player.policy.party }

  var currentSong: Song? { core.playing.now.currentSong }

  func whenSongIsKnown(completion: @escaping (()) -> Void) -> Query {
    core.playing.now.whenSongIsKnown { completion(()) }
    return .done
  }

  var queue: QueueSnapshot {
    QueueSnapshot(version: controller.queue.version, entries: controller.queue.entries)
  }

  func position(of entry: EntryID) -> Int? { controller.queue.position(of: entry) }

  func perform(_ event: Event, whenDurable: @escaping (Refusal?) -> Void) throws(Refusal) -> [EntryID] {
    if case .setSpeed(let speed) = event, speed != 1, let reason = EngineSettings.speedRefusal {
      throw .unsupported(reason)
    }
    try controller.handle(event, whenDurable: whenDurable)
    switch event {
    case .add, .addItems, .request: return controller.player.lastAdded.map { EntryID(rawValue: $0) }
    default: return []
    }
  }

  func noteAsked() { controller.noteAsked() }

  var canTakeBackClear: Bool { controller.canTakeBackClear }

  func takeBackClear(completion: @escaping (()) -> Void) {
    let store = core.store
    // Queue and place in one commit.
    let others = store.defersFlush
    store.defersFlush = true
    controller.report(.takeBackClear)
    store.defersFlush = others
    store.flush { _ in completion(()) }
  }

  func noteLoaded(_ playlist: String) { controller.report(.loaded(playlist)) }

  // MARK: Output

  /// Under this name the box remembers that the output is switched off.
  static let outputSetting = "output-off"

  var outputs: [OutputStatus] {
    let device = engine.status.device
    return [
      OutputStatus(name: device.isEmpty ? plugin : device, plugin: plugin, isEnabled: engine.isOutputEnabled)
    ]
      + core.outputs.status.map {
        OutputStatus(
          name: $0.name, plugin: $0.kind.rawValue, isEnabled: $0.isEnabled, volume: $0.volume)
      }
  }

  func setOutput(_ number: Int, enabled: Bool?) throws(Refusal) {
    if number > 0 {
      let further = core.outputs.status
      guard number <= further.count else { throw .noSuchOutput }
      core.outputs.set(number - 1, enabled: enabled ?? !further[number - 1].isEnabled)
      return core.announce(.output)
    }
    guard number == 0 else { throw .noSuchOutput }
    let enabled = enabled ?? !engine.isOutputEnabled
    if enabled == engine.isOutputEnabled { return }
    if case .file = output { throw .system("a file output cannot be switched off") }
    engine.isOutputEnabled = enabled
    core.store.save(enabled ? nil : .integer(1), as: Self.outputSetting)
    core.announce(.output)
  }

  func setOutput(_ number: Int, volume: Int) throws(Refusal) {
    guard number > 0, number <= core.outputs.status.count else { throw .noSuchOutput }
    core.outputs.set(number - 1, volume: volume)
    core.announce(.output)
  }

  private var plugin: String {
    switch output {
    case .alsa: "alsa"
    case .null: "null"
    case .file: "file"
    }
  }

  // MARK: Mix slots and presets

  func mix(slot: Int, completion: @escaping Completion<MixOutcome>) {
    guard controller.player.transport != .stop, let track = controller.player.current?.track else {
      return completion(.failure(.notPlaying))
    }
    core.playing.presets.mix(track, slot: slot, completion: completion)
  }

  func presets(completion: @escaping ([PresetReport]) -> Void) {
    core.library.playlists.playlists { [core] playlists in
      let names = Dictionary(playlists.map { ($0.identity, $0.name) }) { first, _ in first }
      var reports = core.playing.presets.presets.sorted { $0.key < $1.key }.map {
        number, binding in
        let name = names[binding.playlist]
        // One that was deleted and made again is found by its name.
        let isMadeAgain = playlists.contains {
          $0.identity != .lovelySongs && $0.name.utf8.elementsEqual(binding.name.utf8)
        }
        return PresetReport(
          number: number, name: name ?? binding.name, kind: binding.kind,
          isPresent: name != nil || binding.isOfPlaylist && isMadeAgain)
      }
      var waiting = reports.indices.filter { reports[$0].kind != .playlist }
      func lookForNext() {
        guard let index = waiting.popLast() else { return completion(reports) }
        core.playing.presets.isThere(reports[index].name, kind: reports[index].kind) {
          reports[index].isPresent = $0
          lookForNext()
        }
      }
      lookForNext()
    }
  }

  func bind(preset: Int, to name: String?, completion: @escaping (Refusal?) -> Void) {
    core.playing.presets.bind(preset: preset, to: name) { [core] refusal in
      if refusal == nil { core.announce(.storedPlaylist) }
      completion(refusal)
    }
  }

  func play(_ shortcut: Shortcut, completion: @escaping (Refusal?) -> Void) {
    core.playing.presets.play(shortcut, completion: completion)
  }
}
