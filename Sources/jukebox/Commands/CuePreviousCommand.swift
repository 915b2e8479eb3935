import ArgumentParser
import Client

struct CuePreviousCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "previous", abstract: "Go to the cue before, or to the song's beginning.",
    discussion: """
      Less than two seconds behind a cue it goes to the one before that, as
      `jukebox previous` does with songs.
      """)

  @OptionGroup var connection: ConnectionOptions

  func run() throws {
    try connection.withConnection { connection in
      let answer = try connection.ask("cuestep", "previous")
      Page.print(Cue.all(answer).first.map { CueText.line($0) } ?? "the beginning: no cue is before it")
    }
  }
}
