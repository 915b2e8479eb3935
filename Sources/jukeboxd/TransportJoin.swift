import Control
import Model
import Player

/// What the protocol says of playback, in the player's terms and back.
final class TransportJoin: Transport {
  private let conductor: Conductor

  init(conductor: Conductor) { self.conductor = conductor }

  var playback: PlaybackStatus {
    let player = conductor.status
    var status = PlaybackStatus()
    status.state = PlaybackStatus.State(player.state)
    status.volume = player.muted ? 0 : player.volume
    status.isMuted = player.muted
    status.unmutedVolume = player.volume
    status.options = PlaybackOptions(player.modes)
    if let entry = player.current, let position = player.currentPosition {
      status.current = PlaybackStatus.Place(position: position, id: entry.id)
    }
    if let entry = player.next, let position = player.nextPosition {
      status.next = PlaybackStatus.Place(position: position, id: entry.id)
    }
    status.elapsed = player.elapsed ?? .zero
    status.loop = player.loop
    let whole = conductor.currentSong?.duration
    status.duration = player.length ?? player.current.flatMap { $0.excerpt.length(of: whole) }
    status.format = player.state == .stop ? nil : conductor.currentSong?.format
    status.bitrate = player.state == .stop ? 0 : conductor.currentBitrate
    status.error = player.error
    status.lastLoadedPlaylist = conductor.player.lastLoaded
    return status
  }

  var currentSong: Song? { conductor.currentSong }

  func whenSongIsKnown(completion: @escaping (()) -> Void) -> Query {
    conductor.whenSongIsKnown { completion(()) }
    return .done
  }

  func perform(_ command: TransportCommand) throws(Refusal) {
    switch command {
    case .play: try handle(.play)
    case .playEntry(let id): try handle(.playID(id))
    case .pause(nil): try handle(.togglePause)
    case .pause(.some(let paused)): try handle(.setPaused(paused))
    case .stop: try handle(.stop)
    case .next: try handle(.next)
    case .previous: try handle(.previous)
    case .seek(let id, let time): try handle(.seekID(id, to: time))
    case .seekCurrent(let time): try handle(.seekCurrent(to: time))
    case .seekCurrentBy(let step): try handle(.seekCurrentBy(step))
    case .loop(let section): try handle(.setLoop(section))
    case .setVolume(let percent): try handle(.setVolume(percent))
    case .changeVolume(let step): try handle(.changeVolume(by: step))
    case .setMuted(let isMuted): try handle(.setMuted(isMuted))
    case .clearError: try handle(.clearError)
    case .setOptions(let options): for event in changes(to: options) { try handle(event) }
    }
  }

  private func handle(_ event: Event) throws(Refusal) {
    do throws(PlayerRefusal) { try conductor.handle(event) } catch { throw Refusal(error) }
  }

  private func changes(to options: PlaybackOptions) -> [Event] {
    let now = PlaybackOptions(conductor.status.modes)
    var events: [Event] = []
    if options.random != now.random { events.append(.setRandom(options.random)) }
    if options.repeats != now.repeats { events.append(.setRepeat(options.repeats)) }
    if options.single != now.single { events.append(.setSingle(ModeSwitch(options.single))) }
    if options.consume != now.consume { events.append(.setConsume(ModeSwitch(options.consume))) }
    if options.crossfadeSeconds != now.crossfadeSeconds {
      events.append(.setCrossfade(seconds: options.crossfadeSeconds))
    }
    if options.mixRampDecibels != now.mixRampDecibels {
      events.append(.setMixRampDecibels(options.mixRampDecibels))
    }
    let delay = options.mixRampDelaySeconds
    if delay.isNaN != now.mixRampDelaySeconds.isNaN || (!delay.isNaN && delay != now.mixRampDelaySeconds) {
      events.append(.setMixRampDelay(seconds: delay.isNaN ? nil : delay))
    }
    if options.replayGain != now.replayGain {
      events.append(.setReplayGain(Model.ReplayGainMode(options.replayGain)))
    }
    return events
  }
}
