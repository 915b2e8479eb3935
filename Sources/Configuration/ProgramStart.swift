import Linux
import Model

/// The start of a program beside the jukebox that reads its configuration. Each of its options has a value.
public struct ProgramStart: Sendable {
  public enum Outcome: Sendable {
    case runs(ProgramStart)
    /// With this status: it has printed its help or version, or why it cannot run.
    case ends(Int32)
  }

  public let environment: [String: String]
  public let invocation: Invocation
  public let settings: Settings
  private let options: [String: String]

  private static let common = ["--config", "--settings", "--socket"]
  private static let usage: Int32 = 64

  /// - Parameters:
  ///   - options: those besides `--config`, `--settings` and `--socket`.
  ///   - given: nil for that of this process.
  public static func read(
    _ program: String, help: String, options names: [String] = [],
    arguments: [String] = CommandLine.arguments, environment given: [String: String]? = nil
  ) -> Outcome {
    do throws(SystemError) {
      try StandardDescriptors.hold()
    } catch {
      Log.error("standard input, output and error: \(error)")
      return .ends(1)
    }
    var options: [String: String] = [:]
    var words = arguments.dropFirst().makeIterator()
    while let option = words.next() {
      switch option {
      case "--help":
        print(help, terminator: "")
        return .ends(0)
      case "--version":
        print("\(program) \(ProgramVersion.current)")
        return .ends(0)
      default:
        guard (common + names).contains(option), let value = words.next() else {
          Log.error("unknown option or missing value; see \(program) --help")
          return .ends(usage)
        }
        options[option] = value
      }
    }
    let environment = given ?? ProcessEnvironment.all
    do throws(ConfigurationError) {
      let invocation = try Invocation(
        arguments: options["--config"].map { ["--config", $0] } ?? [], ownFile: options["--settings"])
      return .runs(
        ProgramStart(
          environment: environment, invocation: invocation,
          settings: try invocation.settings(environment: environment), options: options))
    } catch {
      for line in error.lines { Log.error(line) }
      return .ends(ConfigurationError.exitStatus)
    }
  }

  public subscript(option: String) -> String? { options[option] }

  /// The socket of the jukebox.
  public var socket: String {
    self["--socket"] ?? environment["JUKEBOX_SOCKET"] ?? RuntimePaths(environment: [:]).socketToCall
  }

  /// The files whose change is a reason to start again.
  public var files: [String] { invocation.files(settings) }
}
