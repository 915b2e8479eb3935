import ArgumentParser
import Client

struct RateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rate", abstract: "Rate a song from 0 to 10, or see its rating.",
    discussion: """
      EXAMPLES
        jukebox rate 8                        the song that plays
        jukebox rate 8 "Miles/So What.flac"   another one
        jukebox rate                          what is said of the song that plays
        jukebox rate --song "Miles/So What.flac"     and of another
        jukebox rate --off                    no rating any more
      """)

  @OptionGroup var connection: ConnectionOptions
  @OptionGroup var options: PersonalOptions
  @Argument(
    help: ArgumentHelp("The rating, and a song where it is not the current one.", valueName: "rating> <path"))
  var words: [String] = []

  func validate() throws { _ = try request }

  private var request: PersonalRequest {
    get throws {
      let request = try PersonalRequest(words, options, value: "a rating from 0 to 10")
      if options.off, let word = words.first, Int(word) != nil {
        throw ValidationError("--off takes the rating away; give a song with it, or nothing.")
      }
      if let value = request.value, Int(value).map({ !(0...10).contains($0) }) ?? true {
        throw ValidationError(
          "“\(value)” is no rating; expected a whole number from 0 to 10. \(PersonalRequest.howToAsk("rate"))"
        )
      }
      return request
    }
  }

  func run() throws {
    let request = try request
    try connection.withConnection { connection in
      try options.run(
        request.asks ? "personal" : "rate", request.values, of: request.path, connection,
        example: "jukebox rate 8 PATH")
    }
  }
}
