import Client
import Configuration
import Glibc
import Inputs
import Linux
import Model
import Readers

let help = """
  jukebox-cards: reads cards from RDM6300, RC522, PN532 and PC/SC readers for the jukebox

  Usage: jukebox-cards [--config FILE] [--settings FILE] [--socket PATH]

    --config FILE     read the sections [reader NAME] of this configuration
    --settings FILE   read settings.ini of the state folder of the jukebox over the configuration: what clients changed
    --socket PATH     connect to the jukebox at this Unix socket
    --version         print the version and exit
    --help            print this help and exit

  It runs until it is ended, and starts again when the configuration has changed. A reader that fails is opened again. The
  exit status is 64 for wrong arguments; 78 for an unusable configuration.

  """

/// How often the files of the configuration are looked at.
let period = 5000

/// One reader, on a thread of its own.
func start(_ reader: ReaderBinding, _ socket: String) {
  do throws(SystemError) {
    _ = try Thread.start(name: "reader", payload: (reader, socket)) { payload in
      let (reader, socket) = payload
      let target = Target(address: .unix(socket), password: nil)
      ReaderLoop(reader, link: JukeboxLink(reader: reader.name, target: target)).run()
    }
  } catch {
    Log.error("reader \(reader.name): \(error)")
  }
}

/// Returns when the configuration has changed, and can be read: until then the readers stay as they are.
func waitForChange(of invocation: Invocation, _ settings: Settings, _ environment: [String: String]) {
  var files = WatchedFiles(invocation.files(settings))
  while true {
    while !files.haveChanged { Pause.milliseconds(period) }
    do throws(ConfigurationError) {
      _ = try invocation.settings(environment: environment)
      return
    } catch {
      for line in error.lines { Log.error(line) }
      files = WatchedFiles(invocation.files(settings))
    }
  }
}

/// Reads until the configuration changes, and ends with a status.
func run() -> Int32 {
  do throws(SystemError) {
    try StandardDescriptors.hold()
  } catch {
    Log.error("standard input, output and error: \(error)")
    return 1
  }
  guard let options = Options(CommandLine.arguments.dropFirst()) else {
    Log.error("unknown option or missing value; see jukebox-cards --help")
    return 64
  }
  if options.word == "--help" {
    print(help, terminator: "")
    return 0
  }
  if options.word == "--version" {
    print("jukebox-cards \(ProgramVersion.current)")
    return 0
  }
  let environment = ProcessEnvironment.all
  let invocation: Invocation
  let settings: Settings
  do throws(ConfigurationError) {
    invocation = try Invocation(arguments: options.configuration, ownFile: options.settings)
    settings = try invocation.settings(environment: environment)
  } catch {
    for line in error.lines { Log.error(line) }
    return ConfigurationError.exitStatus
  }
  let socket =
    options.socket ?? environment["JUKEBOX_SOCKET"] ?? RuntimePaths(environment: [:]).socketToCall
  let readers = settings.inputs.readers.filter { !$0.kind.isKeyboard }
  if readers.isEmpty { Log.notice("no [reader NAME] of the type rdm6300, rc522, pn532 or pcsc") }
  for reader in readers { start(reader, socket) }
  waitForChange(of: invocation, settings, environment)
  Log.notice("the configuration has changed")
  Log.error("cannot start again: \(ProcessImage.replace(arguments: CommandLine.arguments))")
  return 1
}

exit(run())
