public import Model

/// Playlists whose entries are the episodes of a podcast. Loop thread only; completions are called on the loop, once.
public protocol Podcasting: AnyObject {
  /// All of them, in the order of the volumes.
  func podcasts(completion: @escaping ([PodcastReport]) -> Void) -> Query

  /// Reads a feed (RSS or Atom) and makes a playlist of it, or adds what is new to the one that it has.
  /// - Parameters:
  ///   - name: of the playlist; nil: the title of the podcast.
  ///   - completion: gets the playlist and the number of new episodes, once that would survive a power cut.
  func subscribe(
    to url: String, name: String?, completion: @escaping Completion<(playlist: String, added: Int)>
  )

  /// Fetches episodes onto a volume, one after the other: the entries are those files then.
  ///
  /// - Parameters:
  ///   - entries: of a podcast; those that are files already are left out.
  ///   - volume: its name; nil: the playlist's.
  ///   - completion: gets how many are fetched.
  func fetch(
    _ entries: [PlaylistEntry], of playlist: String, onto volume: String?,
    completion: @escaping Completion<Int>
  )

  /// Marks episodes as heard or as new, from their beginning.
  ///
  /// - Parameters:
  ///   - entries: of a podcast; others are left out.
  ///   - completion: gets how many are marked, once that would survive a power cut.
  func mark(_ entries: [PlaylistEntry], isHeard: Bool, completion: @escaping Completion<Int>)

  /// Ends what is being fetched, and forgets what waits.
  func stopFetching()

  /// Episodes fetched since the last order, being fetched, and waiting, in this order.
  var fetches: [EpisodeFetch] { get }
}

/// An episode on its way onto a volume.
public struct EpisodeFetch: Hashable, Sendable {
  public enum State: String, Hashable, Sendable {
    case waiting, fetching, done, failed
  }

  public var url: String
  public var title: String?
  public var playlist: String
  public var state = State.waiting
  public var received: Int64 = 0
  /// In bytes; nil while it is not known.
  public var size: Int64?
  /// The URI of the file, once it is there.
  public var file: String?
  /// Why it failed.
  public var problem: String?

  public init(url: String, title: String?, playlist: String) {
    (self.url, self.title, self.playlist) = (url, title, playlist)
  }
}
