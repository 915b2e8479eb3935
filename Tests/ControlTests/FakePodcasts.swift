import Model

@testable import Control

/// Podcasts without a network.
final class FakePodcasts: Podcasting {
  var reports: [PodcastReport] = []
  /// What `subscribe` is refused with.
  var refusal: Refusal?
  private(set) var subscribed: [(url: String, name: String?)] = []
  private(set) var volumes: [String?] = []
  private(set) var fetches: [EpisodeFetch] = []
  private(set) var marked: [(url: String, isHeard: Bool)] = []

  func podcasts(completion: @escaping ([PodcastReport]) -> Void) -> Query {
    .answered(reports, completion)
  }

  func subscribe(
    to url: String, name: String?, completion: @escaping Completion<(playlist: String, added: Int)>
  ) {
    if let refusal { return completion(.failure(refusal)) }
    subscribed.append((url, name))
    completion(.success((name ?? "News", 3)))
  }

  func fetch(
    _ entries: [PlaylistEntry], of playlist: String, onto volume: String?,
    completion: @escaping Completion<Int>
  ) {
    volumes.append(volume)
    fetches += entries.map { entry in
      var fetch = EpisodeFetch(
        url: entry.track.url ?? "", title: entry.told.first { $0.field == .title }?.text, playlist: playlist)
      (fetch.state, fetch.received, fetch.size) = (.fetching, 5, 10)
      return fetch
    }
    completion(.success(entries.count))
  }

  func mark(_ entries: [PlaylistEntry], isHeard: Bool, completion: @escaping Completion<Int>) {
    marked += entries.map { ($0.track.url ?? "", isHeard) }
    completion(.success(entries.count))
  }

  func stopFetching() { fetches = [] }
}
