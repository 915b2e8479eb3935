/// Section `[web]`: the page that jukebox-web serves.
public struct WebSettings: Hashable, Sendable {
  /// nil: nowhere.
  public var listen: NetworkAddress?
  /// Whether the page is served by HTTPS too.
  public var tls = WebTLS.off
  public var guests = WebGuests.control
  /// Language of the page, by two letters; nil: that of the browser.
  public var language: String?
  /// Further names of this machine.
  public var hosts: [String] = []
}
