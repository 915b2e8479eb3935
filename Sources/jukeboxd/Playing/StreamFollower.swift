import Linux
import Model
import Player

/// Takes in what the current stream says of itself, as far as it is heard. Loop thread only.
final class StreamFollower: EffectHandler {
  private let loop: EventLoop
  private let controller: PlaybackController
  private let streams: Streams
  private let nowPlaying: NowPlaying
  private let notify: ChangeNotifier
  private var tick: EventLoop.Timer?
  /// As clients saw the current stream last.
  private var shown: StreamStatus?
  private var isFollowing = false

  init(
    loop: EventLoop, controller: PlaybackController, streams: Streams, nowPlaying: NowPlaying,
    notify: ChangeNotifier
  ) {
    self.loop = loop
    self.controller = controller
    self.streams = streams
    self.nowPlaying = nowPlaying
    self.notify = notify
    streams.changed = { [weak self] in self?.follow() }
  }

  func handle(_ effect: Effect) -> Bool {
    if case .changed = effect { follow() }
    return false
  }

  private func follow() {
    let player = controller.player
    guard let current = player.current, let url = current.track.url, !isFollowing else { return }
    isFollowing = true
    defer { isFollowing = false }
    tick.take().map { loop.cancel($0) }
    let isPlaying = player.transport != .stop
    if isPlaying, let next = streams.follow(player.serial, to: controller.status.elapsed ?? .zero) {
      tick = loop.schedule(after: max(.milliseconds(50), min(next, .seconds(1)))) { [weak self] in
        self?.tick = nil
        self?.follow()
      }
    }
    var status = isPlaying ? streams.status(of: player.serial) : nil
    status?.retry = nil
    let isNew = nowPlaying.learn(stream: streams.song(url), streams.known(of: url).bitrate, of: current.id)
    guard isNew || status != shown else { return }
    if status?.trouble != shown?.trouble, let trouble = status?.trouble {
      Log.repeatable(.notice, "\(url): \(trouble)\(status?.state == .waiting ? "; trying again" : "")")
    }
    shown = status
    notify(.player)
    if isNew { controller.report(.factsChanged(.network)) }
  }
}
