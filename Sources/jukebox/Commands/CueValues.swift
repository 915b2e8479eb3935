import ArgumentParser

/// What a cue is given beside its time.
struct CueValues: ParsableArguments {
  @Option(help: "Where a section ends.") var end: CueTime?
  @Option(
    help: ArgumentHelp("marker, intro, verse, chorus, drop, outro, loop, or another word.", valueName: "word")
  )
  var type: String?
  @Option(help: "A name; an empty one takes it off.") var name: String?
  @Option(help: "A name such as green, or #rrggbb.") var colour: String?
  @Option(help: ArgumentHelp("A song; the current one where none is given.", valueName: "path")) var song:
    String?
  @Flag(help: "Print a JSON object: the cue.") var json = false

  func validate() throws {
    if let colour, !colour.isEmpty, ColourName.digits(colour) == nil {
      throw ValidationError(ColourName.refusal(colour))
    }
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
    print(json ? try JSON.line(cue) : CueText.line(cue))
  }
}
