import ArgumentParser
import Client

/// Values of a cue besides its time.
struct CueValues: ParsableArguments {
  @Option(help: "End of the section, such as 105 or 1:45.") var end: CueTime?
  @Option(
    help: ArgumentHelp(
      "marker, intro, verse, chorus, drop, outro, loop, or your own word of 1 to 32 letters a–z, digits and dashes.",
      valueName: "word")
  )
  var type: String?
  @Option(help: "Name of the cue; an empty text removes it.") var name: String?
  @Option(help: "A colour such as green, or #rrggbb; none removes it.") var colour: String?
  @Option(help: SongArgument.optionHelp) var song: String?
  @Flag(help: "Print the cue as a JSON object.") var json = false

  func validate() throws {
    try SongArgument.check(song)
    if let type, !Self.isWord(type.lowercased()) {
      throw ValidationError(
        "“\(type)” is not a type; expected marker, intro, verse, chorus, drop, outro, loop, or a word of 1 to 32 letters a–z, digits and dashes."
      )
    }
    try ColourName.check(colour)
  }

  private static func isWord(_ text: String) -> Bool {
    (1...32).contains(text.utf8.count)
      && text.allSatisfy { "abcdefghijklmnopqrstuvwxyz0123456789-".contains($0) }
  }

  /// Refuses an end that is not after the cue's start.
  func requireEnd(behind start: Double) throws {
    guard let end, end.seconds <= start else { return }
    throw ValidationError(
      "--end \(CueText.time(end.seconds)) is not after the start of the cue at \(CueText.time(start)).")
  }

  /// Refuses an end that the song has not.
  func requireEnd(within uri: String, _ connection: Connection) throws(Failure) {
    if let end { try connection.require(end: end.seconds, within: uri) }
  }

  /// As the protocol takes them.
  var words: [String] {
    var words: [String] = []
    if let end { words += ["end", "\(end.seconds)"] }
    if let type { words += ["type", type.lowercased()] }
    if let name { words += ["name", name] }
    if let colour { words += ["colour", ColourName.digits(colour) ?? ""] }
    return words
  }

  func tell(_ answer: Answer, _ address: Address) throws {
    guard let cue = Cue.all(answer).first else { throw Failure.broken(address) }
    Page.print(json ? try JSON.line(cue) : CueText.line(cue))
  }
}
