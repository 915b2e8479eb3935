/// A podcast as its feed lists it: RSS 2.0 (https://www.rssboard.org/rss-specification) and 1.0 with Apple's and Yahoo's
/// extensions, or Atom (RFC 4287).
public struct PodcastFeed: Hashable, Sendable {
  public struct Episode: Hashable, Sendable {
    /// URL of the sound, as written in the feed.
    public var url = ""
    public var title: String?
    /// In seconds since 1970.
    public var published: Int64?
    public var seconds: Int?
    /// Identifies the episode, also where its URL changes; nil where the feed has nothing that does.
    public var identity: String?
    /// Season and number, as Apple has them.
    var number: Int?

    public init() {}
  }

  public var title: String?
  /// URL of the podcast's picture, as written in the feed.
  public var picture: String?
  /// The newest first; those without sound are left out.
  public var episodes: [Episode] = []

  /// Limit of episodes: the newest are kept.
  public static let mostEpisodes = 2000
  /// Episodes that are held before older ones are left out.
  static let mostHeld = 8 * mostEpisodes

  /// Whether it breaks off: it has the episodes up to there.
  public var isCut = false

  public init() {}

  /// - Parameter charset: as the server states it; nil where it states none.
  /// - Returns: nil for what is no feed.
  public static func read(_ bytes: [UInt8], charset: String? = nil) -> PodcastFeed? {
    var reader = FeedReader(FeedEncoding.utf8(bytes, charset: charset))
    return reader.read()
  }

  /// The URL of the feed that a page of HTML refers to, as it stands there; nil where it refers to none.
  public static func link(inPage bytes: [UInt8], charset: String? = nil) -> String? {
    var reader = MarkupReader(FeedEncoding.utf8(bytes, charset: charset))
    while let part = reader.next() {
      guard case .begin(let name, let source, _) = part else { continue }
      if name == "body" { break }
      guard name == "link" else { continue }
      let values = reader.attributes(of: source)
      let relations = (values["rel"] ?? "").lowercased().split { $0.isWhitespace }
      let type = (values["type"] ?? "").lowercased().prefix { $0 != ";" && $0 != " " }
      if relations.contains("alternate"), feedTypes.contains(String(type)), let place = values["href"] {
        return place
      }
    }
    return nil
  }

  private static let feedTypes: Set = [
    "application/rss+xml", "application/atom+xml", "application/rdf+xml", "text/rss+xml", "application/rss",
  ]

  // MARK: Order

  mutating func append(_ episode: Episode) {
    if episodes.count >= Self.mostHeld { keepNewest() }
    episodes.append(episode)
  }

  /// Leaves older episodes out; those that are left stay in their order.
  private mutating func keepNewest() {
    let kept = Set(newestFirst().prefix(Self.mostEpisodes))
    episodes = episodes.indices.filter { kept.contains($0) }.map { episodes[$0] }
  }

  /// Puts the newest first, whatever the order of the feed, and gives identities to those alone that have one of their own.
  mutating func finish() {
    episodes = newestFirst().prefix(Self.mostEpisodes).map { episodes[$0] }
    var urls: [String: String] = [:]
    var shared: Set<String> = []
    for episode in episodes {
      guard let identity = episode.identity else { continue }
      if let other = urls[identity], other != episode.url { shared.insert(identity) }
      urls[identity] = episode.url
    }
    for place in episodes.indices where episodes[place].identity.map(shared.contains) ?? false {
      episodes[place].identity = nil
    }
    var known: Set<String> = []
    episodes = episodes.filter { known.insert($0.identity ?? $0.url).inserted }
  }

  /// Order by date. An episode without a date stays next to the one before it in the feed. If none has a date, numbers
  /// of seasons and episodes decide, if all have them.
  private func newestFirst() -> [Int] {
    var keys = episodes.map(\.published)
    if !keys.contains(where: { $0 != nil }), episodes.allSatisfy({ $0.number != nil }) {
      keys = episodes.map { $0.number.map(Int64.init) }
    }
    var (rising, falling) = (0, 0)
    var last = keys.lazy.compactMap(\.self).first ?? 0
    let filled = keys.map { key in
      if let key {
        if key > last { rising += 1 }
        if key < last { falling += 1 }
        last = key
      }
      return last
    }
    let isOldestFirst = rising > falling
    return filled.indices.sorted { one, other in
      if filled[one] != filled[other] { return filled[one] > filled[other] }
      return isOldestFirst ? one > other : one < other
    }
  }
}
