import ArgumentParser
import Client

struct ColourCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "colour", abstract: "Give a song a colour, or see it.",
    discussion: """
      EXAMPLES
        jukebox colour green                        the song that plays
        jukebox colour '#ff8000' "Miles/So What.flac"
        jukebox colour                              what is said of the song
        jukebox colour --song "Miles/So What.flac"  and of another
        jukebox colour --off                        no colour any more; so does none

      NAMES
        \(ColourName.all.map(\.name).prefix(6).joined(separator: ", ")),
        \(ColourName.all.map(\.name).dropFirst(6).joined(separator: ", "))
      """, aliases: ["color"])

  @OptionGroup var connection: ConnectionOptions
  @OptionGroup var options: PersonalOptions
  @Argument(
    help: ArgumentHelp(
      "A name or #rrggbb, and a song where it is not the current one.", valueName: "colour> <path"))
  var words: [String] = []

  func validate() throws { _ = try request }

  private var request: (asked: PersonalRequest, digits: [String]) {
    get throws {
      let request = try PersonalRequest(words, options, value: "a colour")
      guard let value = request.value, value != "none" else { return (request, []) }
      guard let digits = ColourName.digits(value) else {
        throw ValidationError(
          "\(ColourName.refusal(value)) \(PersonalRequest.howToAsk("colour"))")
      }
      return (request, [digits])
    }
  }

  func run() throws {
    let (request, digits) = try request
    try connection.withConnection { connection in
      try options.run(
        request.asks ? "personal" : "colour", digits, of: request.path, connection,
        example: "jukebox colour green PATH")
    }
  }
}
