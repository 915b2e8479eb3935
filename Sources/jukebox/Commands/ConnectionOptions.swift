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
  func target() throws(ValidationError) -> Target {
    do throws(Target.Unreadable) {
      return try Target(socket: socket, host: host, environment: ProcessEnvironment.all)
    } catch {
      throw ValidationError(error.message)
    }
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
    } catch let failure as Failure {
      // Output written before the failure comes before its message.
      fflush(nil)
      Notice.tell(["jukebox: \(failure)"])
      throw ExitCode(failure.kind.rawValue)
    }
  }
}

/// A command's name and the sentence about it.
struct CommandHelp {
  let name: String
  let abstract: String
  let aliases: [String]

  init(_ name: String, _ abstract: String, aliases: [String] = []) {
    (self.name, self.abstract, self.aliases) = (name, abstract, aliases)
  }
}

/// Arguments of a command, with its help.
protocol CommandArguments: ParsableArguments {
  static var help: CommandHelp { get }
  /// The help after the sentence, above all examples.
  static var discussion: String { get }
}

extension ParsableArguments {
  /// Refuses arguments that do not fit together, or are out of range.
  func require(_ isRight: Bool, _ message: @autoclosure () -> String) throws {
    if !isRight { throw ValidationError(message()) }
  }
}

extension CommandArguments {
  static var discussion: String { "" }

  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: help.name, abstract: help.abstract, discussion: discussion, aliases: help.aliases)
  }
}

/// A command that asks a jukebox: its arguments, and its work with an open connection. A failure ends it with a message.
protocol ConnectedCommand: CommandArguments {
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

/// A command that sends one request, and then prints at most a sentence.
protocol RequestCommand: ConnectedCommand {
  /// The request in the protocol's words.
  var request: [String] { get }
  /// The sentence after it; nil for none.
  var done: String? { get }
}

extension RequestCommand {
  var done: String? { nil }

  func run(_ connection: Connection) throws {
    _ = try connection.asked(request)
    if let done { Page.print(done) }
  }
}

/// A command without arguments that sends one request and prints nothing.
protocol PlainRequest {
  /// The command after `jukebox`, and what it does.
  static var help: (path: String, abstract: String) { get }
  /// The request in the protocol's words.
  static var words: [String] { get }
}

struct PlainCommand<Request: PlainRequest>: RequestCommand {
  static var help: CommandHelp {
    CommandHelp(String(Request.help.path.split(separator: " ").last ?? ""), Request.help.abstract)
  }
  static var discussion: String { "EXAMPLE: jukebox \(Request.help.path)" }

  var request: [String] { Request.words }
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
