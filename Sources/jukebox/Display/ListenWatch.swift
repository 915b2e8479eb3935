import Client
import Linux

/// Has the jukebox listen, and shows what it hears at each change, until Ctrl-C.
final class ListenWatch {
  private let connection: Connection
  private let subsystem: String
  private let show: (ListenStatus) -> Void
  private let loop: EventLoop
  private var registration: EventLoop.Registration?
  private var signals: SignalSource?
  private var failure: Failure?

  /// - Parameter subsystem: `listen` for chords, `tuner` for tones.
  init(_ connection: Connection, subsystem: String, show: @escaping (ListenStatus) -> Void) throws {
    self.connection = connection
    self.subsystem = subsystem
    self.show = show
    loop = try EventLoop()
  }

  /// Returns when the person ends it (SIGINT, SIGTERM); throws when listening or the connection ends.
  func run() throws {
    // A device may take its time to open: Ctrl-C ends the program until then.
    _ = try connection.ask("listen", "start")
    try Signal.block()
    signals = try SignalSource(loop: loop) { [unowned self] _ in loop.stop() }
    registration = try loop.register(connection.socket, for: .read) { [unowned self] _ in changed() }
    try wait()
    try loop.run()
    if let failure { throw failure }
  }

  /// The end of listening is an event of `listen`.
  private func wait() throws(Failure) { try connection.send(["idle"] + Set([subsystem, "listen"]).sorted()) }

  private func changed() {
    do throws(Failure) {
      _ = try connection.answer()
      let status = ListenStatus(try connection.ask("listen"))
      guard status.state != "off" else {
        throw .refused("Listening has ended: \(status.message ?? "another client stopped it")")
      }
      try wait()
      show(status)
    } catch {
      failure = error
      loop.stop()
    }
  }
}
