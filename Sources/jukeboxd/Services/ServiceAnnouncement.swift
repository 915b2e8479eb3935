import Linux

/// Announces the jukebox by mDNS as a server of MPD's protocol (`_mpd._tcp`, RFC 6763), so that an app finds it without an
/// address. Loop thread only.
///
/// avahi-publish(1) does it: a library would keep ten times its memory locked in this process. A file in
/// /etc/avahi/services would need root for each change of the port. It waits for avahi-daemon, also when that starts again;
/// when it ends, avahi withdraws the service.
final class ServiceAnnouncement {
  static let program = "/usr/bin/avahi-publish"

  private let words: [String]
  private let loop: EventLoop
  private let firstDelay: Duration
  private var delay: Duration
  private var publisher: Subprocess?
  private var retry: EventLoop.Timer?
  private var isStopped = false

  /// The bus that it needs may come after the jukebox, or not at all.
  private static let longestDelay = Duration.seconds(600)
  /// Bytes of a service's name (RFC 6763, 4.1.1).
  private static let longestName = 63

  /// - Parameters:
  ///   - port: where the jukebox listens.
  ///   - firstDelay: after this time an ended program is started again; the time doubles with each.
  init(port: UInt16, loop: EventLoop, program: String = program, firstDelay: Duration = .seconds(5)) {
    words = [program, "--no-fail", "--service", Self.name(host: HostName.current), "_mpd._tcp", "\(port)"]
    self.loop = loop
    self.firstDelay = firstDelay
    delay = firstDelay
  }

  static func name(host: String) -> String {
    var name = host.isEmpty ? "Jukebox" : "Jukebox on \(host)"
    while name.utf8.count > longestName { name.removeLast() }
    return name
  }

  func start() {
    guard HostFile.realPath(of: words[0]) != nil else {
      Log.notice(
        "control: not announced on the network, as \(words[0]) is not installed (Debian: avahi-utils)")
      return
    }
    publish()
  }

  /// Withdraws the service.
  func stop() {
    isStopped = true
    if let retry { loop.cancel(retry) }
    publisher?.kill()
  }

  private func publish() {
    let beginning = loop.now
    do throws(SystemError) {
      publisher = try Subprocess.startCompanion(words, loop: loop) { [weak self] status in
        self?.ended(status, after: beginning)
      }
    } catch {
      tryAgain("\(error)")
    }
  }

  private func ended(_ status: Int32, after beginning: Instant) {
    publisher = nil
    if loop.now - beginning > Self.longestDelay { delay = firstDelay }
    tryAgain("\(words[0]) ended with status \(status)")
  }

  private func tryAgain(_ reason: String) {
    if isStopped { return }
    Log.repeatable(.notice, "control: not announced on the network for now: \(reason)")
    retry = loop.schedule(after: delay) { [weak self] in self?.publish() }
    delay = min(delay * 2, Self.longestDelay)
  }
}
