/// The words of the command line, in the order in which the parser takes them.
enum CommandWords {
  private static let connectionOptions = ["--socket", "--host"]

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
    if command == "playlist", let inner = rest.first, !inner.hasPrefix("-") {
      commands.append(inner)
      rest.removeFirst()
    }
    return commands + leading + rest
  }
}
