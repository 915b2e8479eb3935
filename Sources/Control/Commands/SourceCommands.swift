import Model

/// Further command: which folders of the volumes the library has.
enum SourceCommands {
  static let list: [Command] = [Command("library", .read, 1...Command.any, library)]

  /// As many as a screen takes, and some.
  private static let usual = 0..<50
  private static let most = 1000

  private static func library(_ call: Call) throws(CommandError) -> Answer {
    switch (call.arguments[0], call.arguments.count) {
    case ("sources", 1): return call.wait(for: call.backend.folders.sources, then: { write($0, call) })
    case ("folders", 2...): return try find(call)
    case ("include", 2): return try set(true, call)
    case ("exclude", 2): return try set(false, call)
    default: throw .argument("library takes sources, folders WORD…, include URI or exclude URI")
    }
  }

  /// `folders WORD… [window START:END]`
  private static func find(_ call: Call) throws(CommandError) -> Answer {
    var words = call.arguments.words.dropFirst()
    let window = try call.arguments.takeWindow(from: &words, behind: 1)?.clamped(to: 0..<most) ?? usual
    if window.isEmpty { return .done }
    let text = words.joined(separator: " ")
    return call.wait(
      for: { call.backend.folders.lookup(text, limit: window.upperBound, completion: $0) },
      then: { write(Array($0.dropFirst(window.lowerBound)), call) })
  }

  private static func write(_ folders: [FolderReport], _ call: Call) -> Answer {
    call.writeAll(folders[...]) { folder in
      call.client.output.pair("directory", folder.uri)
      if let rule = folder.rule { call.client.output.pair("rule", rule ? "include" : "exclude") }
      call.client.output.pair("excluded", folder.isExcluded)
      call.client.output.pair("songs", folder.songs)
      call.client.output.pair("playtime", folder.duration.components.seconds)
    }
  }

  private static func set(_ isIncluded: Bool, _ call: Call) throws(CommandError) -> Answer {
    try call.require(.admin)
    guard let uri = MusicPath.normalized(call.arguments[1]) else { throw .noSuchDirectory }
    return call.wait(
      for: { call.backend.folders.setIncluded(isIncluded, folder: uri, completion: $0) },
      otherwise: { $0.commandError(of: uri) },
      then: { (job: UInt32) throws(CommandError) in
        call.client.output.pair("updating_db", job)
        return .done
      })
  }
}
