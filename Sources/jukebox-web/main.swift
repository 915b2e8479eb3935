import Client
import Configuration
import Glibc
import Linux
import Model
import Web

let help = """
  jukebox-web: the page of the jukebox for phones, and its commands as JSON over HTTP

  Usage: jukebox-web [--config FILE] [--listen HOST:PORT] [--page FOLDER] [--settings FILE]
                     [--socket PATH] [--state FOLDER]

    --config FILE         read the sections [web] and [control] of this configuration
    --listen HOST:PORT    listen at this address, not at `listen` in [web]
    --page FOLDER         serve the page in this folder; default: /usr/share/jukebox/page
    --settings FILE       read settings.ini of the state folder of the jukebox over the configuration: what clients changed
    --socket PATH         connect to the jukebox at this Unix socket
    --state FOLDER        keep the logins in this folder; default: STATE_DIRECTORY of the environment, else they end with the program
    --version             print the version and exit
    --help                print this help and exit

  With a listening socket of systemd it uses that one, and ends after 5 minutes without a visitor. The exit status is 0; 1 if it
  cannot listen; 64 for wrong arguments; 78 for an unusable configuration.

  """

/// The socket that systemd gave (sd_listen_fds(3)); nil if it gave none.
func givenSocket(_ environment: [String: String]) -> Int32? {
  guard environment["LISTEN_PID"] == String(getpid()), environment["LISTEN_FDS"] == "1" else { return nil }
  return 3
}

/// Serves, and ends with a status: 0 in order, 64 for wrong options, 78 for an unusable configuration, 1 if the system refused
/// something.
func run() -> Int32 {
  do throws(SystemError) {
    try StandardDescriptors.hold()
  } catch {
    Log.error("standard input, output and error: \(error)")
    return 1
  }
  guard let options = Options(CommandLine.arguments.dropFirst()) else {
    Log.error("unknown option or missing value; see jukebox-web --help")
    return 64
  }
  if options.word == "--help" {
    print(help, terminator: "")
    return 0
  }
  if options.word == "--version" {
    print("jukebox-web \(ProgramVersion.current)")
    return 0
  }
  let environment = ProcessEnvironment.all
  let settings: Settings
  do throws(ConfigurationError) {
    let invocation = try Invocation(arguments: options.configuration, ownFile: options.settings)
    settings = try invocation.settings(environment: environment)
  } catch {
    for line in error.lines { Log.error(line) }
    return ConfigurationError.exitStatus
  }
  let given = givenSocket(environment)
  let address = options.listen.map { NetworkAddress($0) } ?? settings.web.listen
  let place: ServerSettings.Place
  if let given {
    place = .descriptor(given)
  } else if let address {
    place = .address(host: address.host == "localhost" ? "127.0.0.1" : address.host, port: address.port)
  } else {
    Log.error(
      "nothing to listen at: set `listen` in the section [web] of the configuration, or --listen HOST:PORT")
    return ConfigurationError.exitStatus
  }
  Memory.giveBackFreed()
  var page: PageFolder?
  do throws(SystemError) {
    page = try PageFolder(path: options.page)
  } catch {
    Log.warning("there is no page, only the addresses for programs: \(error)")
  }
  do {
    let server = try Server(
      ServerSettings(
        place: place,
        jukebox: .unix(
          options.socket ?? environment["JUKEBOX_SOCKET"] ?? RuntimePaths(environment: [:]).socketToCall),
        page: page, guests: settings.web.guests.permissions, hosts: settings.web.hosts,
        trust: settings.control.trust, stateFolder: options.state ?? environment["STATE_DIRECTORY"],
        idleLimit: given == nil ? nil : .seconds(300)))
    Log.notice("serving at port \(server.port)")
    try server.wait()
    return 0
  } catch {
    Log.error("cannot serve at \(address?.description ?? "the given socket"): \(error)")
    return 1
  }
}

exit(run())
