import Client
import Configuration
import Glibc
import Linux
import Model
import TLS
import Web

let pageFolder = "/usr/share/jukebox/page"

let help = """
  jukebox-web: the page of the jukebox for phones, and its commands as JSON over HTTP

  Usage: jukebox-web [--config FILE] [--listen HOST:PORT] [--page FOLDER] [--settings FILE]
                     [--socket PATH] [--state FOLDER] [--certificates FOLDER]

    --config FILE         read the sections [web] and [control] of this configuration
    --listen HOST:PORT    listen at this address, not at `listen` in [web]
    --page FOLDER         serve the page in this folder; default: \(pageFolder)
    --settings FILE       read settings.ini of the state folder of the jukebox over the configuration: what clients changed
    --socket PATH         connect to the jukebox at this Unix socket
    --state FOLDER        keep the logins here; default: STATE_DIRECTORY
    --certificates FOLDER  look here for the certificates of `tls = own`; default: the folder of the logins
    --version             print the version and exit
    --help                print this help and exit

  With a listening socket of systemd it uses that one, and ends after 5 minutes without a visitor. A changed configuration takes effect
  within 5 seconds: the program ends all connections and starts again. The exit status is 0; 1 if it
  cannot listen; 64 for wrong arguments; 78 for an unusable configuration.

  """

/// The sockets that systemd gave (sd_listen_fds(3)): one for HTTP, and another one if HTTPS has its own port.
func givenSockets(_ environment: [String: String]) -> [Int32] {
  guard environment["LISTEN_PID"] == String(getpid()) else { return [] }
  switch environment["LISTEN_FDS"] {
  case "1": return [3]
  case "2": return [3, 4]
  default: return []
  }
}

/// The place to listen at: the sockets of systemd, else at an address; nil if there is neither.
func place(_ given: [Int32], _ address: NetworkAddress?) -> ServerSettings.Place? {
  if !given.isEmpty { return .descriptors(given) }
  return address.map { .address(host: $0.host == "localhost" ? "127.0.0.1" : $0.host, port: $0.port) }
}

/// The certificates of `tls`. The page is served without, if they cannot be used.
/// - Parameter folder: where `own` ones are.
func certificates(_ tls: WebTLS, in folder: String?) -> (identity: TLSIdentity?, authority: [UInt8]?) {
  let file: String
  var authority: [UInt8]?
  switch tls {
  case .off: return (nil, nil)
  case .own:
    guard let folder else {
      Log.error("there is no folder for `tls = own` in [web]: only http is served; see --certificates")
      return (nil, nil)
    }
    file = "\(folder)/page.pem"
    authority = try? HostFile.open("\(folder)/ca.crt").readAll(atMost: 64 * 1024)
  case .file(let path): file = path
  }
  do throws(TLSFailure) {
    return (try TLSIdentity(file: file), authority)
  } catch {
    Log.error("only http is served, since \(file) cannot be used for `tls` in [web]: \(error)")
    return (nil, nil)
  }
}

/// Ends the connections that were admitted by a former configuration, with the program: systemd's socket starts it for the next
/// visitor; without that it runs again at once.
/// - Returns: the exit status.
func restart(isActivated: Bool) -> Int32 {
  Log.notice("the configuration has changed")
  if isActivated { return 0 }
  Log.error("cannot start again: \(ProcessImage.replace(arguments: CommandLine.arguments))")
  return 1
}

/// Serves, and ends with a status: 0 in order, 64 for wrong options, 78 for an unusable configuration, 1 if the system refused
/// something.
func run() -> Int32 {
  let start: ProgramStart
  let names = ["--certificates", "--listen", "--page", "--state"]
  switch ProgramStart.read("jukebox-web", help: help, options: names) {
  case .ends(let status): return status
  case .runs(let program): start = program
  }
  let settings = start.settings
  let files = WatchedFiles(start.files)
  let given = givenSockets(start.environment)
  let address = start["--listen"].map { NetworkAddress($0) } ?? settings.web.listen
  guard let place = place(given, address) else {
    Log.error(
      "nothing to listen at: set `listen` in the section [web] of the configuration, or --listen HOST:PORT")
    return ConfigurationError.exitStatus
  }
  Memory.giveBackFreed()
  let stateFolder = start["--state"] ?? start.environment["STATE_DIRECTORY"]
  let (identity, authority) = certificates(settings.web.tls, in: start["--certificates"] ?? stateFolder)
  var page: PageFolder?
  do throws(SystemError) {
    page = try PageFolder(path: start["--page"] ?? pageFolder, language: settings.web.language)
    page?.authority = authority
  } catch {
    Log.warning("there is no page, only the addresses for programs: \(error)")
  }
  do {
    let server = try Server(
      ServerSettings(
        place: place,
        jukebox: .unix(start.socket),
        page: page, guests: settings.web.guests.permissions, identity: identity,
        hosts: settings.web.hosts,
        trust: settings.control.trust, stateFolder: stateFolder,
        idleLimit: given.isEmpty ? nil : .seconds(300), files: files))
    Log.notice("serving at port \(server.port)")
    try server.wait()
    return files.haveChanged ? restart(isActivated: !given.isEmpty) : 0
  } catch {
    Log.error("cannot serve at \(address?.description ?? "the given socket"): \(error)")
    return 1
  }
}

exit(run())
