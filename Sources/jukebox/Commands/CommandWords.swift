import ArgumentParser

/// The words of the command line, in the order in which the parser takes them.
enum CommandWords {
  private static let connectionOptions = ["--socket", "--host"]
  /// Those that have commands of their own.
  private static let families: [String: any ParsableCommand.Type] = Dictionary(
    JukeboxCommand.configuration.subcommands.lazy
      .filter { !$0.configuration.subcommands.isEmpty }
      .flatMap { family in names(family).map { ($0, family) } }
  ) { first, _ in first }

  /// `--host kitchen next` as `next --host kitchen`: the options of the connection may come before or after the
  /// command.
  static func ordered(_ words: [String]) -> [String] {
    var leading: [String] = []
    var rest = words[...]
    while let word = rest.first {
      if connectionOptions.contains(word), rest.count >= 2 {
        leading += rest.prefix(2)
        rest = rest.dropFirst(2)
      } else if connectionOptions.contains(where: { word.hasPrefix($0 + "=") }) {
        leading.append(word)
        rest = rest.dropFirst()
      } else {
        break
      }
    }
    guard let command = rest.popFirst(), !command.hasPrefix("-") else { return words }
    var commands = [command]
    // One that has commands of its own gives them its options.
    if let family = families[command], let inner = rest.first, !inner.hasPrefix("-") {
      if command == "pad", inner != "help", !isCommand(inner, of: family) {
        // `pad NAME` presses it.
        commands.append("press")
      } else {
        commands.append(inner)
        rest.removeFirst()
      }
      // A family within a family.
      if command == "playlist", inner == "folder", let last = rest.first, !last.hasPrefix("-") {
        commands.append(last)
        rest.removeFirst()
      }
    }
    return commands + leading + rest
  }

  /// Message for ordered words that name an unknown command; nil if the command exists.
  static func unknown(_ words: [String]) -> String? {
    guard let command = words.first, !command.hasPrefix("-") else { return nil }
    if command == "help" { return unknownOfHelp(words) }
    if !isCommand(command, of: JukeboxCommand.self) { return missing(command, of: JukeboxCommand.self, []) }
    if families[command] != nil, words.dropFirst().first == "help" {
      return unknownOfHelp(["help", command] + words.dropFirst(2))
    }
    guard let family = families[command], words.count > 1, !words[1].hasPrefix("-"),
      !isCommand(words[1], of: family)
    else { return unknownOfFolders(words) }
    let hint = hints["\(command) \(words[1])"] ?? hints[command]
    return missing(words[1], of: family, [command]) + (hint.map { "\n\($0)" } ?? "")
  }

  /// Message for an unknown command, with the nearest existing one.
  /// - Parameter path: the commands before it.
  private static func missing(
    _ word: String, of parent: any ParsableCommand.Type, _ path: [String]
  ) -> String {
    let names = parent.configuration.subcommands.flatMap { Self.names($0) }
    let help = (["`jukebox"] + path + ["--help`"]).joined(separator: " ")
    let message = "There is no command '\((path + [word]).joined(separator: " "))'"
    guard let near = Suggestion.nearest(to: word, of: names) else {
      return "\(message). \(help) lists all commands."
    }
    return "\(message). Did you mean '\((path + [near]).joined(separator: " "))'? \(help) lists all commands."
  }

  /// `help` with a command that there isn't: the parser would show the help of the one above it.
  private static func unknownOfHelp(_ words: [String]) -> String? {
    var parent: any ParsableCommand.Type = JukeboxCommand.self
    var path: [String] = []
    for word in words.dropFirst() {
      if word.hasPrefix("-") || word == "help" { return nil }
      guard let inner = parent.configuration.subcommands.first(where: { names($0).contains(word) }) else {
        return missing(word, of: parent, path)
      }
      parent = inner
      path.append(word)
    }
    return nil
  }

  /// Hints after an unknown command, by its family and the word; else by the family alone.
  private static let hints: [String: String] = {
    let grouped =
      "To group songs under headings: `jukebox playlist show NAME --grouped`, or --by with a template."
    let made =
      "To make a playlist: `jukebox playlist add NAME FOLDER`, or `jukebox playlist save NAME` for the queue."
    let deleted =
      "To delete a playlist: `jukebox playlist delete NAME`; songs of it: `jukebox playlist remove NAME NUMBERS`."
    let removed = "To remove song N of the queue: `jukebox queue remove N`."
    let unset = "To remove a station: `jukebox station remove NAME`."
    return [
      "playlist group": grouped, "playlist groups": grouped, "playlist grouped": grouped,
      "playlist create": made, "playlist new": made, "playlist make": made, "playlist rm": deleted,
      "playlist del": deleted, "queue delete": removed, "queue rm": removed, "queue del": removed,
      "station delete": unset, "station rm": unset,
      "station": "To play a station: `jukebox station play NAME`.",
      "playlist": "To show the songs of a playlist: `jukebox playlist show NAME`.",
      "theory": "To explain a chord: `jukebox theory chord NAME`.",
      "queue": "To play song N of the queue: `jukebox play N`.",
      "cue": "To show the cues of a song: `jukebox cue list SONG`.",
    ]
  }()

  /// The arguments after the two dashes that separate them from options, if a command takes all words itself.
  static func behindDashes(_ words: [String]) -> [String] {
    words.first == "--" ? Array(words.dropFirst()) : words
  }

  /// The value of a command that takes all words itself; nil without a word.
  /// - Parameter expected: what it is, such as `a volume; expected 0 to 100`.
  static func value<Value>(
    _ words: [String], _ read: (String) -> Value?, _ expected: String
  ) throws -> Value? {
    let words = behindDashes(words)
    if words.isEmpty { return nil }
    if words.count == 1, let value = read(words[0]) { return value }
    throw ValidationError("“\(words.joined(separator: " "))” is not \(expected)")
  }

  /// As a shell takes it for one word.
  static func quoted(_ word: String) -> String {
    let plain = word.unicodeScalars.allSatisfy {
      $0.properties.isAlphabetic || "0123456789-_./=:,".unicodeScalars.contains($0)
    }
    return plain && !word.isEmpty ? word : inQuotes(word)
  }

  static func inQuotes(_ word: String) -> String {
    "'" + word.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
  }

  private static func unknownOfFolders(_ words: [String]) -> String? {
    guard words.count > 2, words[0] == "playlist", words[1] == "folder", !words[2].hasPrefix("-"),
      !isCommand(words[2], of: PlaylistFolderCommand.self)
    else { return nil }
    return missing(words[2], of: PlaylistFolderCommand.self, ["playlist", "folder"])
      + "\nTo show the playlists in a folder: `jukebox playlist --folder NAME`."
  }

  private static func isCommand(_ word: String, of parent: any ParsableCommand.Type) -> Bool {
    word == "help" || parent.configuration.subcommands.contains { names($0).contains(word) }
  }
  private static func names(_ command: any ParsableCommand.Type) -> [String] {
    [command._commandName] + command.configuration.aliases
  }
}

/// The existing name that a mistyped word may mean.
enum Suggestion {
  /// The name that `word` begins, or that is nearest to it; nil where none is near.
  static func nearest(to word: String, of names: [String]) -> String? {
    let word = word.lowercased()
    if word.count > 1, let longer = names.filter({ $0.hasPrefix(word) }).min(by: { $0.count < $1.count }) {
      return longer
    }
    let limit = min(2, max(1, word.count / 3))
    let near = names.map { (name: $0, distance: distance(word, $0)) }.filter { $0.distance <= limit }
    return near.min { $0.distance < $1.distance }?.name
  }

  /// How many letters have to be put in, left out, changed, or swapped with the next one.
  static func distance(_ first: String, _ second: String) -> Int {
    let (first, second) = (Array(first), Array(second))
    var before: [Int] = []
    var last = Array(0...second.count)
    for row in first.indices {
      var current = [row + 1]
      for column in second.indices {
        let changed = last[column] + (first[row] == second[column] ? 0 : 1)
        var best = min(changed, last[column + 1] + 1, current[column] + 1)
        if row > 0, column > 0, first[row] == second[column - 1], first[row - 1] == second[column] {
          best = min(best, before[column - 1] + 1)
        }
        current.append(best)
      }
      (before, last) = (last, current)
    }
    return last[second.count]
  }
}
