import Client
import Linux

/// Waits for changes of a jukebox, and does something at each.
final class Watch {
  let loop: EventLoop
  private let connection: Connection
  private let subsystems: [String]
  private let changed: () throws(Failure) -> Void
  private var registration: EventLoop.Registration?
  private var signals: SignalSource?
  private var failure: Failure?

  init(
    _ connection: Connection, _ subsystems: [String], changed: @escaping () throws(Failure) -> Void
  ) throws {
    (self.connection, self.subsystems, self.changed) = (connection, subsystems, changed)
    loop = try EventLoop()
  }

  /// Returns when the person ends it (SIGINT, SIGTERM); throws when `changed` does, or when the connection ends.
  func run() throws {
    try Signal.block()
    signals = try SignalSource(loop: loop) { [unowned self] _ in loop.stop() }
    registration = try loop.register(connection.socket, for: .read) { [unowned self] _ in answered() }
    try connection.send(["idle"] + subsystems)
    try loop.run()
    if let failure { throw failure }
  }

  private func answered() {
    do throws(Failure) {
      _ = try connection.answer()
      try changed()
      try connection.send(["idle"] + subsystems)
    } catch {
      failure = error
      loop.stop()
    }
  }
}

/// Shows a jukebox's status at once, at each change, and on a screen each second while it plays.
final class StatusWatch {
  private let connection: Connection
  private let screen: WatchScreen
  private var status: Status
  /// When `status` was true.
  private var asOf: Instant

  private static let subsystems = ["player", "mixer", "options", "playlist", "update"]
  private static let interval = Duration.seconds(1)

  init(_ connection: Connection, _ screen: WatchScreen) throws(Failure) {
    (self.connection, self.screen) = (connection, screen)
    status = try connection.status()
    asOf = .now()
  }

  /// - Parameter ticks: whether time that passes is shown too.
  func run(ticks: Bool) throws {
    let watch = try Watch(connection, Self.subsystems) { [unowned self] () throws(Failure) in
      (status, asOf) = (try connection.status(), .now())
      screen.show(status)
    }
    screen.show(status)
    if ticks { tickLater(watch.loop) }
    try watch.run()
  }

  private func tickLater(_ loop: EventLoop) {
    loop.schedule(after: Self.interval) { [unowned self] in
      if status.state == "play" { screen.show(status.later(by: loop.now - asOf)) }
      tickLater(loop)
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
