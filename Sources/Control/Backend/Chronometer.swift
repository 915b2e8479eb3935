/// How long things have been going on. Loop thread only.
public protocol Chronometer: AnyObject {
  /// Since the daemon started.
  var uptime: Duration { get }
  /// Of music that sounded since the daemon started.
  var playtime: Duration { get }
}
