/// Section `[web]`: the page that jukebox-web serves.
public struct WebSettings: Hashable, Sendable {
  /// nil: nowhere.
  public var listen: NetworkAddress?
  public var guests = WebGuests.control
  /// Further names of this machine.
  public var hosts: [String] = []
}
