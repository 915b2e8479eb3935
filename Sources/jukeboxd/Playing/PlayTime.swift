import Linux

/// How long the daemon runs, and how long music has sounded in it.
final class PlayTime {
  private let began = Instant.now()
  private var soundingSince: Instant?
  private var sounded = Duration.zero

  var uptime: Duration { Instant.now() - began }

  var playtime: Duration { sounded + (soundingSince.map { Instant.now() - $0 } ?? .zero) }

  /// Called whenever sound may have begun or ended.
  func note(isSounding: Bool) {
    let now = Instant.now()
    if let since = soundingSince { sounded += now - since }
    soundingSince = isSounding ? now : nil
  }
}
