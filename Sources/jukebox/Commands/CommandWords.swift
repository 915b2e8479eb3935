import ArgumentParser

/// The words of the command line, in the order in which the parser takes them.
enum CommandWords {
  private static let connectionOptions = ["--socket", "--host"]
  /// Those that have commands of their own.
  private static var families: [String: any ParsableCommand.Type] {
    ["playlist": PlaylistCommand.self, "cue": CueCommand.self]
  }

  /// `--host kitchen next` as `next --host kitchen`: which jukebox is meant may be said before or behind the command.
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
    if families[command] != nil, let inner = rest.first, !inner.hasPrefix("-") {
      commands.append(inner)
      rest.removeFirst()
      // A family within a family.
      if command == "playlist", inner == "folder", let last = rest.first, !last.hasPrefix("-") {
        commands.append(last)
        rest.removeFirst()
      }
    }
    return commands + leading + rest
  }

  /// What to say where the words, once ordered, name a command that there isn't.
  static func unknown(_ words: [String]) -> String? {
    guard let command = words.first, !command.hasPrefix("-") else { return nil }
    if !isCommand(command, of: JukeboxCommand.self) {
      return "There is no command '\(command)'; `jukebox --help` names them all."
    }
    guard let family = families[command], words.count > 1, !words[1].hasPrefix("-"),
      !isCommand(words[1], of: family)
    else { return nil }
    let message = "There is no command '\(command) \(words[1])'; `jukebox \(command) --help` names them all."
    if command != "playlist" { return message }
    return message + "\nIf it is a playlist: `jukebox playlist show NAME` shows its songs."
  }

  private static func isCommand(_ word: String, of parent: any ParsableCommand.Type) -> Bool {
    word == "help" || parent.configuration.subcommands.contains { $0.configuration.commandName == word }
  }
}
