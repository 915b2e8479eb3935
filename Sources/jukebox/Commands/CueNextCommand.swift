import ArgumentParser
import Client

struct CueNextCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "next", abstract: "Go to the next cue of the song that plays.")

  @OptionGroup var connection: ConnectionOptions

  func run() throws {
    try connection.withConnection { connection in
      let answer = try connection.ask("cuestep", "next")
      if let cue = Cue.all(answer).first { Page.print(CueText.line(cue)) }
    }
  }
}
