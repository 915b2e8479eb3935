extension Failure {
  /// The path that a refusal says is not there; nil where it is about something else.
  /// - Parameters:
  ///   - line: the `ACK`.
  ///   - words: the command that was refused.
  static func missingPath(_ line: String, of words: [String]) -> String? {
    guard let command = words.first, words.count > 1, let brace = line.firstIndex(of: "}") else { return nil }
    let message = String(line[line.index(after: brace)...].drop { $0 == " " })
    let parts = message.firstRange(of: ": ").map { (message[..<$0.lowerBound], message[$0.upperBound...]) }
    let sentence = parts?.0 ?? message[...]
    let isOfPath =
      ["No such directory", "No such song", "No such song or folder"].contains(String(sentence))
      || command == "import" && sentence == "No such playlist"
    guard isOfPath else { return nil }
    if let subject = parts?.1, !subject.isEmpty { return String(subject) }
    // Behind the name of a playlist, or what is to be browsed.
    let isSecond = ["playlistadd", "browse"].contains(command)
    return isSecond ? words.dropFirst(2).first : words[1]
  }

  /// What to say of a path that begins with the name of the folder whose songs have nothing before them; nil of another.
  static func inFirstFolder(_ path: String, _ volumes: [Volume]) -> Failure? {
    guard let first = volumes.first(where: { $0.uri.isEmpty }), !first.name.isEmpty else { return nil }
    let rest = path.hasPrefix(first.name + "/") ? path.dropFirst(first.name.count + 1) : ""
    guard path == first.name || !rest.isEmpty else { return nil }
    let why = "\(first.name) is the first folder, whose songs go without its name"
    if rest.isEmpty {
      return .refused("\(why): `jukebox browse folders` shows what is in it; / stands for everything.")
    }
    return .refused("\(why): say \(rest) in place of \(path).")
  }
}
