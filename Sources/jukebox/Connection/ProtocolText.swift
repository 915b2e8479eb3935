/// Commands as they go over the wire.
enum ProtocolText {
  /// A command with its arguments, each in quotes.
  static func line(_ words: [String]) -> String {
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
