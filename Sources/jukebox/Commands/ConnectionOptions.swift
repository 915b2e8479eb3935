import ArgumentParser
import Client
import Glibc
import Linux

/// Which jukebox a command talks to; the same for all commands.
struct ConnectionOptions: ParsableArguments {
  @Option(help: ArgumentHelp("Connect to this Unix socket.", valueName: "path"))
  var socket: String?

  @Option(
    help: ArgumentHelp(
      "Connect to a jukebox on the network: HOST or HOST:PORT (default port 6600).", valueName: "host"))
  var host: String?

  func validate() throws {
    if socket == "" { throw ValidationError("The socket path is empty.") }
    if host == "" { throw ValidationError("The host name is empty.") }
    if socket != nil, host != nil { throw ValidationError("Give --socket or --host, not both.") }
  }

  /// The jukebox that the options and the environment name.
  func target() throws(Target.Unreadable) -> Target {
    try Target(socket: socket, host: host, environment: ProcessEnvironment.all)
  }

  /// The configuration of the jukebox that answers; nil where none does, or where it runs elsewhere.
  var configurationFile: String? {
    guard let target = try? target(), target.isOnThisMachine else { return nil }
    return try? Connection(to: target, explain: RefusalText.explain).ask("config")["configuration_file"]
  }

  /// Runs `action` with a connection, and turns what goes wrong into a message and an exit status.
  func withConnection(_ action: (Connection) throws -> Void) throws {
    do {
      try action(Connection(to: target(), explain: RefusalText.explain))
    } catch let error as Target.Unreadable {
      throw ValidationError(error.message)
    } catch let failure as Failure {
      // Output written before the failure comes before its message.
      fflush(nil)
      Notice.tell(["jukebox: \(failure)"])
      throw ExitCode(failure.kind.rawValue)
    }
  }
}

/// A command that asks a jukebox: the connection is open when it runs, and a failure ends it with a message.
protocol ConnectedCommand: ParsableCommand {
  var connection: ConnectionOptions { get }

  func run(_ connection: Connection) throws
}

extension ConnectedCommand {
  func run() throws { try connection.withConnection(run) }
}
