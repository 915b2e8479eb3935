import Control
import Library
import Linux
import Model
import Player

/// The songs of the current entry and the one that follows, stored so that `currentsong` asks nobody. Loop thread only.
final class NowPlaying: EffectHandler, LibraryObserver {
  private let controller: PlaybackController
  private let library: MusicLibrary
  private let driver: EngineDriver
  private let notify: ChangeNotifier
  /// Whether songs whose tags say no ReplayGain get what their analysis measured.
  private let usesMeasuredLoudness: Bool
  private var songs: [EntryID: (song: Song, bitrate: Int)] = [:]
  /// The first playable file of a volume that is scanned for the first time, before it is in the database.
  private var firstTrack: Track?
  /// Entries whose songs are being read.
  private var asked: Set<EntryID> = []
  /// Commands that wait for the current one's.
  private let waiters: BriefWaiters

  init(
    controller: PlaybackController, library: MusicLibrary, driver: EngineDriver, notify: ChangeNotifier,
    usesMeasuredLoudness: Bool, loop: EventLoop
  ) {
    self.controller = controller
    self.library = library
    self.driver = driver
    self.notify = notify
    self.usesMeasuredLoudness = usesMeasuredLoudness
    waiters = BriefWaiters(loop: loop)
  }

  var currentSong: Song? { controller.player.current.flatMap { songs[$0.id]?.song } }

  /// In kbit/s; 0 where unknown.
  var currentBitrate: Int { controller.player.current.flatMap { songs[$0.id]?.bitrate } ?? 0 }

  /// Continues once the current song is known; at once if there is none, or if it is not being read.
  func whenSongIsKnown(_ proceed: @escaping () -> Void) {
    guard let current = controller.player.current, songs[current.id] == nil, asked.contains(current.id)
    else { return proceed() }
    waiters.add(proceed)
  }

  func handle(_ effect: Effect) -> Bool {
    switch effect {
    case .setNext(let stamped):
      if let stamped { lookUp(stamped.entry) }
      return true
    case .changed:
      if let current = controller.player.current { lookUp(current) }
    default: break
    }
    return false
  }

  func receive(_ event: LibraryEvent) {
    if case .firstTrack(let track) = event { firstTrack = track }
    guard case .tracksChanged = event else { return }
    // Tags may have changed: they are looked up again, and hold until the answer.
    forgetOthers()
    for case let entry? in [controller.player.current, controller.player.next] where entry.track.url == nil {
      ask(for: entry)
    }
  }

  private func lookUp(_ entry: QueueEntry) {
    if songs[entry.id] == nil, entry.track.url == nil { ask(for: entry) }
  }

  private func ask(for entry: QueueEntry) {
    asked.insert(entry.id)
    library.catalogue.tracks([entry.track]) { [weak self] tracks in
      guard let self else { return }
      asked.remove(entry.id)
      defer { if controller.player.current?.id == entry.id { waiters.release() } }
      guard let track = (tracks.first ?? nil) ?? (firstTrack?.reference == entry.track ? firstTrack : nil)
      else { return driver.learnNothing(of: entry.id) }
      forgetOthers()
      learnSound(track, of: entry)
      if learn(Song(track, uri: entry.track.uri(in: library)), track.bitrate, of: entry.id),
        controller.player.current?.id == entry.id
      {
        notify(.player)
      }
    }
  }

  /// Takes what tags say of how an entry sounds, and asks which of its cues say how it goes over into others.
  private func learnSound(_ track: Track, of entry: QueueEntry) {
    driver.learn(PlaybackInfo(track, [], usesMeasured: usesMeasuredLoudness), of: entry.id)
    library.cues.all(of: .track(entry.track)) { [weak self] result in
      guard let self, driver.knows(entry.id), case .success(let cues) = result, !cues.isEmpty else { return }
      driver.learn(PlaybackInfo(track, cues, usesMeasured: usesMeasuredLoudness), of: entry.id)
    }
  }

  /// - Returns: whether the song is another.
  private func learn(_ song: Song, _ bitrate: Int, of entry: EntryID) -> Bool {
    let isNew = songs[entry]?.song != song
    songs[entry] = (song, bitrate)
    return isNew
  }

  /// Takes the data that the current entry's stream reports.
  /// - Returns: whether that is new.
  func learn(stream song: Song, _ bitrate: Int, of entry: EntryID) -> Bool {
    forgetOthers()
    return learn(song, bitrate, of: entry)
  }

  private func forgetOthers() {
    let kept = [controller.player.current?.id, controller.player.next?.id]
    songs = songs.filter { kept.contains($0.key) }
    driver.forgetAll(but: kept)
  }
}

/// Those who wait for something for a moment: they continue when it is there, or at the end of their patience.
final class BriefWaiters {
  private let loop: EventLoop
  private var waiting: [() -> Void] = []
  private var patienceEnd: EventLoop.Timer?

  /// How long a command waits at most: a stick may be dying.
  private static let patience = Duration.milliseconds(100)

  init(loop: EventLoop) { self.loop = loop }

  func add(_ proceed: @escaping () -> Void) {
    waiting.append(proceed)
    guard waiting.count == 1 else { return }
    patienceEnd = loop.schedule(at: .now() + Self.patience) { [weak self] in
      self?.patienceEnd = nil
      self?.release()
    }
  }

  func release() {
    patienceEnd.take().map { loop.cancel($0) }
    let waiters = waiting
    waiting = []
    for proceed in waiters { proceed() }
  }
}

extension TrackReference {
  /// As clients see it, also while its volume is away.
  func uri(in library: MusicLibrary) -> String { library.shownURI(of: self) }
}
