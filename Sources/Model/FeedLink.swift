/// Addresses of podcasts as web pages give them to programs.
public enum FeedLink {
  private static let schemes = ["feed", "pcast", "itpc", "podcast"]

  /// The URL of the feed that a link for programs names: `pcast://HOST/…` is HTTP, and `feed:https://…` has the URL itself. Any
  /// other text stays as it is.
  public static func url(_ link: String) -> String {
    guard let colon = link.firstIndex(of: ":"), schemes.contains(link[..<colon].lowercased()) else {
      return link
    }
    let rest = link[link.index(after: colon)...]
    let place = rest.hasPrefix("//") ? rest.dropFirst(2) : rest
    return TrackReference(url: String(place)) == nil ? "http://\(place)" : String(place)
  }
}
