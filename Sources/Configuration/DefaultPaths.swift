import Linux

/// Default paths, used without other settings.
struct DefaultPaths {
  let state: String
  let socket: String

  /// systemd's StateDirectory= and RuntimeDirectory= come first, then the user's own folders (XDG base
  /// directories), then the system's.
  init(environment: [String: String]) {
    func folder(_ variable: String) -> String? {
      guard let value = environment[variable], value.hasPrefix("/") else { return nil }
      return value.split(separator: ":").first.map(String.init)
    }
    if let given = folder("STATE_DIRECTORY") {
      state = given
    } else if let base = folder("XDG_STATE_HOME") {
      state = "\(base)/jukebox"
    } else if environment["USER"] != "root", let home = folder("HOME"), home != "/", home != "/root" {
      state = "\(home)/.local/state/jukebox"
    } else {
      state = "/var/lib/jukebox"
    }
    socket = RuntimePaths(environment: environment).socketToListenOn
  }
}
