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
func read(_ reader: ReaderBinding, _ socket: String) {
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
func waitForChange(of start: ProgramStart) {
  var files = WatchedFiles(start.files)
  while true {
    while !files.haveChanged { Pause.milliseconds(period) }
    do throws(ConfigurationError) {
      _ = try start.invocation.settings(environment: start.environment)
      return
    } catch {
      for line in error.lines { Log.error(line) }
      files = WatchedFiles(start.files)
    }
  }
}

/// Reads until the configuration changes, and ends with a status.
func run() -> Int32 {
  let start: ProgramStart
  switch ProgramStart.read("jukebox-cards", help: help) {
  case .ends(let status): return status
  case .runs(let program): start = program
  }
  let readers = start.settings.inputs.readers.filter { !$0.kind.isKeyboard }
  if readers.isEmpty { Log.notice("no [reader NAME] of the type rdm6300, rc522, pn532 or pcsc") }
  for reader in readers { read(reader, start.socket) }
  waitForChange(of: start)
  Log.notice("the configuration has changed")
  Log.error("cannot start again: \(ProcessImage.replace(arguments: CommandLine.arguments))")
  return 1
}

exit(run())
