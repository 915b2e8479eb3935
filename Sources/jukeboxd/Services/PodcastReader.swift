import Control
import Library
import Linux
import Model

/// Reads the feeds of podcasts, on demand and now and then, and has episodes fetched. Loop thread only.
final class PodcastReader: Podcasting {
  private let loop: EventLoop
  private let library: MusicLibrary
  private let fetcher: Fetcher
  private let uploads: Uploads
  /// The feeds that are being read, and who waits for each.
  private var reading: [String: [Waiting]] = [:]
  private var waiting: [EpisodeFetch] = []
  private var targets: [String: (volume: String, path: String)] = [:]
  private var current: EpisodeDownload?
  /// Those whose server is away: they wait after all others.
  private var later: [EpisodeDownload] = []
  private var ended: [EpisodeFetch] = []

  private struct Waiting {
    /// That the playlist is to have; nil for any.
    let name: String?
    /// Somebody asked for the feed: a podcast without a picture gets that of the feed.
    let isPerson: Bool
    let completion: (Result<(playlist: String, added: Int), Refusal>) -> Void
  }

  /// Feeds are read this often.
  private static let period = Duration.seconds(2 * 3600)
  /// After the start, when the network is likely to be there.
  private static let firstDelay = Duration.seconds(60)
  private static let mostWaiting = 1000

  init(loop: EventLoop, library: MusicLibrary, fetcher: Fetcher, uploads: Uploads) {
    (self.loop, self.library, self.fetcher, self.uploads) = (loop, library, fetcher, uploads)
    readAll(after: Self.firstDelay)
  }

  // MARK: Feeds

  private func readAll(after delay: Duration) {
    loop.schedule(after: delay) { [weak self] in
      self?.library.podcasts.all { [weak self] podcasts in self?.read(podcasts[...]) }
      self?.readAll(after: Self.period)
    }
  }

  /// One after the other.
  private func read(_ podcasts: ArraySlice<PodcastReport>) {
    guard let first = podcasts.first else { return }
    readFeed(
      at: first.url,
      Waiting(name: nil, isPerson: false) { [weak self] result in
        if case .failure(let refusal) = result { Log.notice("\(first.playlist): \(refusal.message)") }
        self?.read(podcasts.dropFirst())
      })
  }

  func podcasts(completion: @escaping ([PodcastReport]) -> Void) -> Query {
    library.podcasts.all(completion: completion)
    return .done
  }

  func subscribe(
    to url: String, name: String?,
    completion: @escaping (Result<(playlist: String, added: Int), Refusal>) -> Void
  ) {
    readFeed(at: url, Waiting(name: name, isPerson: true, completion: completion))
  }

  private func readFeed(at url: String, _ waiting: Waiting) {
    reading[url, default: []].append(waiting)
    guard reading[url]?.count == 1 else { return }
    fetcher.podcast(at: url) { [weak self] result in
      switch result {
      case .failure(let refusal):
        self?.library.podcasts.note(refusal.message, of: url)
        self?.answer(.failure(refusal), of: url)
      case .success(let feed):
        self?.library.podcasts.update(feed, name: waiting.name) { result in
          let isPerson = self?.reading[url]?.contains { $0.isPerson } ?? false
          self?.answer(result, of: url)
          if isPerson, let playlist = (try? result.get())?.playlist { self?.setPicture(feed, of: playlist) }
        }
      }
    }
  }

  private func answer(_ result: Result<(playlist: String, added: Int), Refusal>, of url: String) {
    for waiting in reading.removeValue(forKey: url) ?? [] {
      let playlist = (try? result.get())?.playlist
      let refusal = playlist.flatMap { LibraryPodcasts.refusal(of: waiting.name, for: $0) }
      waiting.completion(refusal.map { .failure($0) } ?? result)
    }
  }

  /// A picture that the playlist has already stays.
  private func setPicture(_ feed: ListedPodcast, of name: String) {
    guard let url = feed.picture else { return }
    library.playlists.all { [weak self] playlists in
      let playlist = playlists.first { $0.name.utf8.elementsEqual(name.utf8) }
      guard let self, let playlist, !playlist.hasCover else { return }
      fetcher.picture(at: url) { [weak self] bytes in
        guard let bytes else {
          return Log.notice("\(name): the picture of the podcast cannot be had, or is too large")
        }
        self?.library.playlists.change(name, .describe([.cover(bytes)])) { refusal in
          if let refusal { Log.notice("\(name): its picture cannot be used: \(refusal.message)") }
        }
      }
    }
  }

  // MARK: Episodes

  var fetches: [EpisodeFetch] {
    ended + (current.map { [$0.state] } ?? []) + waiting + later.map(\.state)
  }

  func fetch(
    _ entries: [PlaylistEntry], of playlist: String, onto volume: String?,
    completion: @escaping (Result<Int, Refusal>) -> Void
  ) {
    library.playlists.all { [weak self] playlists in
      guard let self else { return }
      let volumes = library.volumes
      let own = playlists.first { $0.name.utf8.elementsEqual(playlist.utf8) }?.volume
      let target = volumes.first {
        volume.map(EscapedName.text(for: $0.name.utf8).elementsEqual) ?? ($0.id == own)
      }
      guard let target else { return completion(.failure(.noSuchVolume)) }
      guard fetcher.program != nil else { return completion(.failure(Fetcher.isMissing)) }
      if current == nil, later.isEmpty { ended = [] }
      let known = Set(fetches.filter { $0.state == .waiting || $0.state == .fetching }.map(\.url))
      let new = entries.filter { entry in
        entry.episode != nil && (entry.track.url.map { !known.contains($0) } ?? false)
      }
      for entry in new.prefix(Self.mostWaiting - waiting.count) {
        guard let url = entry.track.url else { continue }
        let title = entry.told.first { $0.field == .title }?.text
        waiting.append(EpisodeFetch(url: url, title: title, playlist: playlist))
        targets[url] = (EscapedName.text(for: target.name.utf8), Self.path(of: entry, in: playlist))
      }
      fetchNext()
      completion(.success(new.count))
    }
  }

  func mark(
    _ entries: [PlaylistEntry], isHeard: Bool, completion: @escaping (Result<Int, Refusal>) -> Void
  ) {
    let urls = entries.compactMap { entry in
      entry.episode.flatMap { entry.track.url ?? $0.source?.url }
    }
    library.podcasts.mark(urls, isHeard: isHeard) { refusal in
      completion(refusal.map { .failure($0) } ?? .success(urls.count))
    }
  }

  func stopFetching() {
    waiting = []
    targets = [:]
    let stopped = (current.map { [$0] } ?? []) + later
    (current, later) = (nil, [])
    for download in stopped { download.stop() }
  }

  /// `Podcasts/PLAYLIST/DAY TITLE`
  private static func path(of entry: PlaylistEntry, in playlist: String) -> String {
    func text(_ field: SourceMetadata.Field) -> String? {
      entry.told.first { $0.field == field }?.text.split(separator: "/").joined(separator: "-")
    }
    let words = [text(.date), text(.title)].compactMap { $0 }
    return "Podcasts/\(playlist)/\(words.isEmpty ? "Episode" : words.joined(separator: " "))"
  }

  private func fetchNext() {
    if let current, current.isPausing, !waiting.isEmpty { putBack(current) }
    guard current == nil, let program = fetcher.program else { return }
    guard !waiting.isEmpty else {
      guard !later.isEmpty else { return }
      current = later.removeFirst()
      current?.goOn()
      return
    }
    let next = waiting.removeFirst()
    guard let target = targets.removeValue(forKey: next.url) else { return fetchNext() }
    let download = EpisodeDownload(
      next, to: target, program: program, uploads: uploads, loop: loop,
      paused: { [weak self] download in
        guard let self, download === current, !waiting.isEmpty || !later.isEmpty else { return }
        putBack(download)
        fetchNext()
      }, ended: { [weak self] in self?.take($0) })
    current = download
    download.start()
  }

  private func putBack(_ download: EpisodeDownload) {
    download.giveWay()
    later.append(download)
    current = nil
  }

  private func take(_ download: EpisodeDownload) {
    if download === current { current = nil }
    let fetch = download.state
    ended.append(fetch)
    if ended.count > Self.mostWaiting { ended.removeFirst() }
    if let problem = fetch.problem { Log.warning("cannot fetch \(fetch.url): \(problem)") }
    if let file = fetch.file.flatMap({ library.reference(of: $0) }) {
      library.podcasts.fetched(fetch.url, to: file) {}
    }
    fetchNext()
  }
}
