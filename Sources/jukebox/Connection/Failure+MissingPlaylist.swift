extension Failure {
  /// The playlist that a refusal says is not there; nil where it is about something else.
  /// - Parameters:
  ///   - line: the `ACK`.
  ///   - words: the command that was refused.
  static func missingPlaylist(_ line: String, of words: [String]) -> String? {
    guard let command = words.first, command != "import", let brace = line.firstIndex(of: "}"),
      line[line.index(after: brace)...].drop(while: { $0 == " " }).hasPrefix("No such playlist")
    else { return nil }
    // A preset's number stands before it.
    return command == "presetset" ? words.dropFirst(2).first : words.dropFirst().first
  }

  /// What to say of a name that one of the playlists has but for its capitals.
  static func inOtherCapitals(_ name: String, _ playlists: [String]) -> Failure? {
    let folded = name.lowercased()
    guard let other = playlists.first(where: { $0 != name && $0.lowercased() == folded }) else { return nil }
    return .refused("There is no playlist \(name), but one that is called \(other): capitals count.")
  }
}
