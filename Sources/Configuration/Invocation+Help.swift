extension Invocation {
  /// Text of `--help`.
  public static var help: String {
    let width = Flag.all.map { $0.name.count + $0.placeholder.count }.max() ?? 0
    let flags = Flag.all.map { flag in
      let call = flag.placeholder.isEmpty ? "--\(flag.name)" : "--\(flag.name) \(flag.placeholder)"
      return "  \(call)\(String(repeating: " ", count: width + 5 - call.count))\(flag.explanation)"
    }
    return """
      jukeboxd plays music from sticks and folders, controlled by buttons, keys and any MPD client.

      Usage: jukeboxd [--config FILE] [FLAG ...]

      \(flags.joined(separator: "\n"))

      Without flags it plays the sticks mounted below /media on the first suitable sound card.
      Examples:
        jukeboxd --music ~/Music                     play a folder
        jukeboxd --music ~/Music --output null       the same on a machine without a sound card
        jukeboxd --config /etc/jukebox.ini --check   check the configuration and print the resulting settings

      jukebox.ini(5) explains every key of the configuration. SIGHUP reads it again; TERM and INT end the jukebox
      normally. At a wrong flag or key it exits with status \(ConfigurationError.exitStatus).

      """
  }
}
