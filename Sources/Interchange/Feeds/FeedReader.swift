/// The elements of all kinds of feed: their names do not collide. An element counts wherever it stands within its episode, so
/// that one that is not closed, or closed at another's end, costs nothing but its own text.
struct FeedReader {
  private var markup: MarkupReader
  private var feed = PodcastFeed()
  private var root: String?
  private var episode: Draft?
  private var text: Text?
  /// An element that has a title of its own, as pictures have.
  private var foreign: String?
  /// Meanings of namespace prefixes.
  private var prefixes = [
    "itunes": "itunes", "media": "media", "dc": "dc", "dcterms": "dc", "atom": "", "rdf": "rdf", "enc": "",
  ]

  /// An episode before its end.
  private struct Draft {
    var episode = PodcastFeed.Episode()
    let isAtom: Bool
    /// By their elements.
    var titles: [String: String] = [:]
    var dates: [String: Int64] = [:]
    var season: Int?
    var number: Int?
    /// A sound of Yahoo's extension, which counts where there is no other.
    var media: String?
    var mediaSeconds: Int?
  }

  /// The text of an element that is being read.
  private struct Text {
    let name: String
    var isPlain = false
    var bytes: [UInt8] = []
  }

  private static let mostTextBytes = 4 * PlaylistFile.mostTextBytes
  private static let roots: Set = ["rss", "feed", "rdf:rdf"]
  private static let titles = ["title", "itunes:title", "media:title"]
  private static let dates = [
    "pubdate", "published", "dc:date", "issued", "dc:issued", "created", "dc:created", "date", "updated",
    "modified",
  ]
  private static let texts = Set(
    titles + dates + ["guid", "id", "itunes:duration", "itunes:episode", "itunes:season"])
  /// The elements that end the text before: no title holds one.
  private static let structure: Set = [
    "item", "entry", "channel", "enclosure", "link", "description", "summary", "content", "author",
    "category",
    "comments", "contributor", "image", "source", "textinput", "subtitle", "language", "generator",
    "copyright",
    "rights", "lastbuilddate", "managingeditor", "webmaster", "ttl",
  ]

  init(_ bytes: ArraySlice<UInt8>) { markup = MarkupReader(bytes) }

  /// - Returns: nil for what is no feed.
  mutating func read() -> PodcastFeed? {
    var isWhole = false
    while let part = markup.next() {
      switch part {
      case .text(let characters): if text != nil { take(markup.resolved(characters)) }
      case .characters(let characters): take(characters)
      case .begin(let name, let source, let isClosed):
        if root == nil || prefixed(name) == "" { learn(markup.attributes(of: source)) }
        let name = prefixed(name)
        guard root != nil || Self.roots.contains(name) else {
          if name == "html" || name == "body" { return nil }
          continue
        }
        root = root ?? name
        began(name, source, isClosed)
      case .end(let name, _):
        let name = prefixed(name)
        ended(name)
        if name == root { isWhole = true }
      }
    }
    guard root != nil else { return nil }
    endText()
    endEpisode()
    feed.isCut = !isWhole
    feed.finish()
    return feed
  }

  // MARK: Names

  /// Parts of their URIs, of which people write many forms, and the usual prefixes.
  private static let namespaces: [(part: String, prefix: String)] = [
    ("itunes.com/dtds", "itunes"), ("search.yahoo.com/mrss", "media"), ("purl.org/dc/", "dc"),
    ("w3.org/2005/atom", ""), ("purl.org/atom", ""), ("purl.org/rss", ""), ("netscape.com/rdf", ""),
    ("w3.org/1999/02/22-rdf", "rdf"), ("backend.userland.com/rss", ""), ("cyber.law.harvard.edu/rss", ""),
  ]

  private mutating func learn(_ attributes: [String: String]) {
    for (key, value) in attributes
    where key.hasPrefix("xmlns:") && prefixes.count < MarkupReader.mostAttributes {
      let uri = value.lowercased()
      func holds(_ text: String, _ part: String) -> Bool {
        let (text, part) = (Array(text.utf8), Array(part.utf8))
        return text.indices.contains { text[$0...].starts(with: part) }
      }
      // Modules of RSS 1.0 have words of their own, but for the one that has sounds.
      let isModule = holds(uri, "purl.org/rss/1.0/modules/") && !holds(uri, "modules/enclosure")
      guard !isModule, let known = Self.namespaces.first(where: { holds(uri, $0.part) }) else { continue }
      prefixes[String(key.dropFirst(6))] = known.prefix
    }
  }

  /// With the prefix that is usual for its namespace; empty for the elements of others.
  private func prefixed(_ name: String) -> String {
    guard let colon = name.firstIndex(of: ":") else { return name }
    let local = name[name.index(after: colon)...]
    guard let prefix = prefixes[String(name[..<colon])] else { return "" }
    return prefix.isEmpty ? String(local) : "\(prefix):\(local)"
  }

  // MARK: Elements

  private mutating func began(_ name: String, _ source: ArraySlice<UInt8>, _ isClosed: Bool) {
    if name.isEmpty || name.contains(":") || Self.texts.contains(name) || Self.structure.contains(name) {
      endText()
    }
    switch name {
    case "item", "entry":
      endEpisode()
      (episode, foreign) = (Draft(isAtom: name == "entry"), nil)
    case "url" where foreign == "image" && !isClosed: text = Text(name: name)
    case _ where foreign != nil: break
    case "itunes:image" where episode == nil:
      feed.picture = markup.attributes(of: source)["href"].map(Self.place) ?? feed.picture
    case "image", "textinput": if episode == nil, !isClosed { foreign = name }
    case "source": if episode?.isAtom ?? false, !isClosed { foreign = name }
    case "enclosure", "media:content":
      let values = markup.attributes(of: source)
      takeSound(name, values, isUnknownOne: name == "enclosure")
      // Some write the URL as the element's text.
      if !isClosed, name == "enclosure", values["url"] == nil { text = Text(name: name) }
    case "link":
      let values = markup.attributes(of: source)
      if values["rel"]?.lowercased() == "enclosure" { takeSound(name, values, isUnknownOne: true) }
    default:
      guard Self.texts.contains(name), !isClosed else { return take(source) }
      text = Text(name: name)
      if episode?.isAtom ?? (root == "feed"), name == "title" {
        text?.isPlain = markup.attributes(of: source)["type"] == "text"
      }
    }
  }

  private mutating func ended(_ name: String) {
    if text?.name == name { return endText() }
    switch name {
    case "item", "entry", "channel", "rss", "feed", "rdf:rdf":
      endText()
      endEpisode()
      foreign = nil
    case _ where name == foreign: foreign = nil
    default: break
    }
  }

  private mutating func take(_ characters: some Collection<UInt8>) {
    guard let count = text?.bytes.count, count < Self.mostTextBytes else { return }
    text?.bytes += characters.prefix(Self.mostTextBytes - count)
  }

  private mutating func endText() {
    guard let text else { return }
    self.text = nil
    let name = text.name
    if Self.titles.contains(name) {
      guard let title = FeedText.title(text.bytes[...], isPlain: text.isPlain) else { return }
      if episode == nil {
        if name == "title", feed.title == nil { feed.title = title }
      } else if episode?.titles[name] == nil {
        episode?.titles[name] = title
      }
      return
    }
    guard let value = PlaylistFile.text(text.bytes[...]) else { return }
    if name == "url" { return feed.picture = feed.picture ?? Self.place(value) }
    guard episode != nil else { return }
    switch name {
    case "enclosure": takeSound(name, ["url": value], isUnknownOne: false)
    case "guid", "id": if episode?.episode.identity == nil { episode?.episode.identity = value }
    case "itunes:duration": episode?.episode.seconds = Self.seconds(value)
    case "itunes:episode": episode?.number = Int(value)
    case "itunes:season": episode?.season = Int(value)
    default: if episode?.dates[name] == nil { episode?.dates[name] = FeedDate.seconds(value) }
    }
  }

  private mutating func endEpisode() {
    guard let draft = episode else { return }
    episode = nil
    var episode = draft.episode
    if episode.url.isEmpty { episode.url = draft.media ?? "" }
    guard !episode.url.isEmpty else { return }
    episode.title = Self.titles.lazy.compactMap { draft.titles[$0] }.first
    episode.published = Self.dates.lazy.compactMap { draft.dates[$0] }.first
    episode.seconds = episode.seconds ?? draft.mediaSeconds
    let most = 100_000
    if let number = draft.number, (0..<most).contains(number) {
      episode.number = min(max(draft.season ?? 0, 0), most) * most + number
    }
    feed.append(episode)
  }

  // MARK: Sounds

  /// The first of an episode counts.
  /// - Parameter isUnknownOne: whether a file without type is a sound.
  private mutating func takeSound(_ name: String, _ values: [String: String], isUnknownOne: Bool) {
    let isMedia = name == "media:content"
    guard let draft = episode, (isMedia ? draft.media == nil : draft.episode.url.isEmpty),
      let url = values["url"] ?? values["href"] ?? values["rdf:resource"] ?? values["resource"]
    else { return }
    let type = values["type"]?.lowercased() ?? ""
    let isSound = Self.isSound(type, at: url, isUnknownOne: isUnknownOne)
    guard isSound || isMedia && type.isEmpty && values["medium"]?.lowercased() == "audio" else { return }
    let place = Self.place(url)
    if isMedia {
      episode?.media = place
      episode?.mediaSeconds = values["duration"].flatMap { Self.seconds($0) }
    } else {
      episode?.episode.url = place
    }
  }

  /// A blank is no part of a URL (RFC 3986, 2), and stands in many; line breaks and the like are left out (WHATWG URL, 4.4).
  private static func place(_ url: String) -> String {
    let clean = String(decoding: url.utf8.filter { $0 >= 0x20 && $0 != 0x7F }, as: UTF8.self)
    return clean.split(separator: " ").joined(separator: "%20")
  }

  /// Servers are careless with types: then the name of the file decides.
  ///
  /// - Parameter isUnknownOne: whether a file without type is one.
  private static func isSound(_ type: String, at url: String, isUnknownOne: Bool) -> Bool {
    if type.hasPrefix("audio/") || type == "application/ogg" { return true }
    if type.hasPrefix("video/") || type.hasPrefix("image/") { return false }
    let name = url.prefix { $0 != "?" && $0 != "#" }.lowercased()
    return type.isEmpty && isUnknownOne
      || ["mp3", "m4a", "m4b", "aac", "ogg", "oga", "opus", "flac", "wav"].contains { ending in
        name.hasSuffix(".\(ending)")
      }
  }

  /// `3723`, `62:03` or `1:02:03`
  private static func seconds(_ text: String) -> Int? {
    let parts = text.split(separator: ":").map { Int($0.prefix { $0 != "." }) }
    guard (1...3).contains(parts.count) else { return nil }
    var total = 0
    for part in parts {
      guard let part, (0..<1_000_000).contains(part) else { return nil }
      total = total * 60 + part
    }
    return (1..<1_000_000).contains(total) ? total : nil
  }
}
