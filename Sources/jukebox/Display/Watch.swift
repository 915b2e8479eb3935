import Client
import Linux

/// Follows a jukebox: shows its status at once, at each change, and on a screen each second while it plays.
final class Watch {
  private let connection: Connection
  private let show: (Status) -> Void
  /// Whether time that passes is shown too.
  private let ticks: Bool
  private let loop: EventLoop
  private var registration: EventLoop.Registration?
  private var signals: SignalSource?
  private var status: Status
  /// When `status` was true.
  private var asOf: Instant
  private var failure: Failure?

  private static let subsystems = ["player", "mixer", "options", "playlist", "update"]
  private static let interval = Duration.seconds(1)

  init(_ connection: Connection, ticks: Bool, show: @escaping (Status) -> Void) throws {
    self.connection = connection
    self.show = show
    self.ticks = ticks
    loop = try EventLoop()
    status = try connection.status()
    asOf = .now()
  }

  /// Returns when the person ends it (SIGINT, SIGTERM); throws when the connection ends.
  func run() throws {
    try Signal.block()
    signals = try SignalSource(loop: loop) { [unowned self] _ in loop.stop() }
    registration = try loop.register(connection.socket, for: .read) { [unowned self] _ in changed() }
    try connection.send(["idle"] + Self.subsystems)
    show(status)
    if ticks { tickLater() }
    try loop.run()
    if let failure { throw failure }
  }

  private func changed() {
    do throws(Failure) {
      _ = try connection.answer()
      status = try connection.status()
      asOf = .now()
      try connection.send(["idle"] + Self.subsystems)
      show(status)
    } catch {
      failure = error
      loop.stop()
    }
  }

  private func tickLater() {
    loop.schedule(after: Self.interval) { [unowned self] in
      if status.state == "play" { show(status.later(by: loop.now - asOf)) }
      tickLater()
    }
  }
}

extension Status {
  /// This status after `time` in which nothing else changed.
  func later(by time: Duration) -> Status {
    var status = self
    guard state == "play", let elapsed else { return status }
    let later = elapsed + Double(time.nanoseconds) / 1_000_000_000
    status.elapsed = duration.map { min($0, later) } ?? later
    return status
  }
}

/// Output of `jukebox watch`: one line that is redrawn, or a line per change.
final class WatchScreen {
  private let json: Bool
  private let isLive: Bool
  private var last = ""

  init(json: Bool, isLive: Bool) {
    self.json = json
    self.isLive = isLive
  }

  func show(_ status: Status) {
    if isLive {
      Page.redraw(StatusText.line(status, columns: Terminal.columns - 1))
    } else {
      guard let line = json ? try? JSON.line(status) : StatusText.line(status, columns: 120), line != last
      else {
        return
      }
      last = line
      Page.print(line)
    }
    OutputEnd.flush()
  }

  func end() {
    if isLive { Page.print("") }
  }
}
