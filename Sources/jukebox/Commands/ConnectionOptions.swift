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

/// A command that asks a jukebox: its arguments, and its work with an open connection. A failure ends it with a message.
protocol ConnectedCommand: ParsableArguments {
  static var configuration: CommandConfiguration { get }

  func run(_ connection: Connection) throws
}

extension ConnectedCommand {
  /// The command as the parser takes it.
  static var command: any ParsableCommand.Type { Connected<Self>.self }
}

/// The options of the connection, the same for all commands that ask a jukebox, before those of the command.
struct Connected<Command: ConnectedCommand>: ParsableCommand {
  static var configuration: CommandConfiguration { Command.configuration }

  @OptionGroup var connection: ConnectionOptions
  @OptionGroup var command: Command

  func run() throws { try connection.withConnection(command.run) }
}

/// A command without arguments that sends one request and prints nothing.
protocol PlainRequest {
  /// The command after `jukebox`, and what it does.
  static var help: (path: String, abstract: String) { get }
  /// The request in the protocol's words.
  static var words: [String] { get }
}

struct PlainCommand<Request: PlainRequest>: ConnectedCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: Request.help.path.split(separator: " ").last.map(String.init),
      abstract: Request.help.abstract, discussion: "EXAMPLE: jukebox \(Request.help.path)")
  }

  func run(_ connection: Connection) throws { _ = try connection.asked(Request.words) }
}

/// A command that plays what is called so in place of the queue.
protocol NamedPlayCommand: ConnectedCommand {
  /// All that is called so; a failure where nothing is.
  func find(_ connection: Connection) throws(Failure) -> [NamedMusic]

  var name: String { get }
}

extension NamedPlayCommand {
  func run(_ connection: Connection) throws {
    let found = try find(connection)
    if found.count > 1 { throw NamedMusic.choice(name, found) }
    for music in found { Page.print(try music.play(connection)) }
  }
}
