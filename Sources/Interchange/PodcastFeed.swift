/// A podcast as its feed lists it: RSS 2.0 (https://www.rssboard.org/rss-specification) with Apple's extensions, or Atom
/// (RFC 4287).
public struct PodcastFeed: Hashable, Sendable {
  public struct Episode: Hashable, Sendable {
    /// Of the sound, as it stands in the feed.
    public var url = ""
    public var title: String?
    /// In seconds since 1970.
    public var published: Int64?
    public var seconds: Int?
    /// Identifies the episode, also where its URL changes.
    public var identity: String?

    public init() {}
  }

  public var title: String?
  /// In the order of the feed, which is mostly the newest first; those without sound are left out.
  public var episodes: [Episode] = []

  /// Limit of episodes; more are not read.
  public static let mostEpisodes = 2000

  /// Whether it breaks off: it has the episodes up to there.
  public var isCut = false

  public init() {}

  /// - Returns: nil for what is no feed.
  public static func read(_ bytes: [UInt8]) -> PodcastFeed? {
    // Many servers send blank lines before the declaration.
    let text = Array(bytes.drop { $0 <= 0x20 })
    guard let feed = read(text, as: nil) else { return read(repaired(text), as: "UTF-8") }
    guard feed.isCut, let whole = read(repaired(text), as: "UTF-8") else { return feed }
    return whole.episodes.count > feed.episodes.count ? whole : feed
  }

  private static func read(_ bytes: [UInt8], as encoding: String?) -> PodcastFeed? {
    let reader = FeedReader()
    reader.feed.isCut = !XMLDocument.read(bytes, encoding: encoding, to: reader)
    return reader.isFeed ? reader.feed : nil
  }

  /// As expat reads it: UTF-8, whatever is declared, and no ampersand but before what XML itself knows.
  private static func repaired(_ bytes: [UInt8]) -> [UInt8] {
    let text = SourceText.isUTF8(bytes) ? bytes : SourceText.windows1252(bytes)
    let known = ["amp;", "lt;", "gt;", "quot;", "apos;", "#"].map { Array($0.utf8) }
    var result: [UInt8] = []
    result.reserveCapacity(text.count + text.count / 16)
    for (place, byte) in text.enumerated() {
      result.append(byte)
      guard byte == UInt8(ascii: "&") else { continue }
      let rest = text[(place + 1)...].prefix(5)
      if !known.contains(where: { rest.starts(with: $0) }) { result += Array("amp;".utf8) }
    }
    return result
  }
}

/// The elements of both kinds of feed: their names do not collide.
private final class FeedReader: XMLHandler {
  var feed = PodcastFeed()
  var isFeed = false
  private var path: [String] = []
  private var episode: PodcastFeed.Episode?

  func began(_ name: String, _ attributes: [String: String]) {
    path.append(name)
    if path.count == 1 { isFeed = name == "rss" || name == "feed" }
    switch (parent, name) {
    case ("channel", "item"), ("feed", "entry"): episode = PodcastFeed.Episode()
    case ("item", "enclosure"): take(attributes["url"], type: attributes["type"])
    case ("entry", "link"):
      if attributes["rel"] == "enclosure" { take(attributes["href"], type: attributes["type"]) }
    default: break
    }
  }

  private var parent: String { path.dropLast().last ?? "" }

  private func take(_ url: String?, type: String?) {
    guard let url, Self.isSound(type?.lowercased() ?? "", at: url), episode?.url.isEmpty ?? false else {
      return
    }
    // A blank is no part of a URL (RFC 3986, 2), and stands in many.
    episode?.url = url.split(separator: " ").joined(separator: "%20")
  }

  /// Servers are careless with types: then the name of the file decides.
  private static func isSound(_ type: String, at url: String) -> Bool {
    if type.hasPrefix("audio/") || type == "application/ogg" { return true }
    if type.hasPrefix("video/") || type.hasPrefix("image/") || type.hasPrefix("text/") { return false }
    let name = url.prefix { $0 != "?" && $0 != "#" }.lowercased()
    return type.isEmpty
      || ["mp3", "m4a", "m4b", "aac", "ogg", "oga", "opus", "flac", "wav"].contains { ending in
        name.hasSuffix(".\(ending)")
      }
  }

  func ended(_ value: ArraySlice<UInt8>) {
    let name = path.last ?? ""
    let text = PlaylistFile.text(value)
    switch (parent, name) {
    case ("channel", "title"), ("feed", "title"): feed.title = feed.title ?? text
    case ("channel", "item"), ("feed", "entry"):
      if let episode, !episode.url.isEmpty, feed.episodes.count < PodcastFeed.mostEpisodes {
        feed.episodes.append(episode)
      }
      episode = nil
    case ("item", "title"), ("entry", "title"): episode?.title = text
    case ("item", "guid"), ("entry", "id"): episode?.identity = text
    case ("item", "pubDate"): episode?.published = text.flatMap { RFC822Date.seconds($0) }
    case ("entry", "published"): episode?.published = text.flatMap { ISODate.seconds($0) }
    case ("entry", "updated"):
      if episode?.published == nil { episode?.published = text.flatMap { ISODate.seconds($0) } }
    case ("item", "itunes:duration"), ("entry", "itunes:duration"):
      episode?.seconds = text.flatMap { Self.seconds($0) }
    default: break
    }
    path.removeLast()
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

/// Points in time as RSS has them: `Tue, 05 Mar 2024 10:00:00 +0100` (RFC 822, 5, with a year of four digits).
enum RFC822Date {
  private static let months = [
    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
  ]
  private static let zones = [
    "est": "-0500", "edt": "-0400", "cst": "-0600", "cdt": "-0500", "mst": "-0700", "mdt": "-0600",
    "pst": "-0800", "pdt": "-0700",
  ]

  /// - Returns: seconds since 1970; nil for what is no such date.
  static func seconds(_ text: String) -> Int64? {
    var words = text.split { $0 == " " || $0 == "," }
    if let first = words.first, first.first?.isLetter ?? false { words.removeFirst() }
    guard words.count >= 4, let day = Int(words[0]), (1...31).contains(day), let year = Int(words[2]),
      (1000...9999).contains(year), let month = months.firstIndex(of: words[1].prefix(3).lowercased())
    else { return nil }
    var clock = words[3].split(separator: ":").map { Int($0) ?? 99 }
    if clock.count == 2 { clock.append(0) }
    guard clock.count == 3, clock.allSatisfy({ (0...60).contains($0) }) else { return nil }
    let name = words.count > 4 ? words[4].lowercased() : ""
    let zone = name.first == "+" || name.first == "-" ? name : zones[name] ?? "Z"
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return ISODate.seconds(
      "\(year)-\(two(month + 1))-\(two(day))T\(two(clock[0])):\(two(clock[1])):\(two(clock[2]))\(zone)")
  }
}
