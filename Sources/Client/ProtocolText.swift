/// Commands as they go over the wire.
package enum ProtocolText {
  /// Why words can't be sent; nil where they can.
  package static func refusal(of words: [String]) -> Failure? {
    let word = words.first { $0.unicodeScalars.contains { $0 == "\n" || $0 == "\r" } }
    return word.map {
      .refused(
        "“\(ControlCharacters.shown($0, isOneLine: true))” contains a line break. Names on a jukebox have none."
      )
    }
  }

  /// A command with its arguments, each in quotes.
  package static func line(_ words: [String]) -> String {
    let arguments = words.dropFirst().map { word in
      var text = "\""
      for character in word.unicodeScalars {
        // A line end can't be sent; no name on a jukebox holds one.
        if character == "\n" || character == "\r" { continue }
        if character == "\"" || character == "\\" { text += "\\" }
        text.unicodeScalars.append(character)
      }
      return text + "\""
    }
    return ([words.first ?? ""] + arguments).joined(separator: " ") + "\n"
  }
}
