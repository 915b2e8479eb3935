import ArgumentParser
import Client

struct PlayCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "play", abstract: "Play, or go on after a pause.",
    discussion: """
      EXAMPLES: jukebox play, jukebox play 3
      Where the queue is empty, or its song is not here, the exit status is 1.
      """)

  @OptionGroup var connection: ConnectionOptions
  @Argument(help: "Where in the queue to begin; 1 is the first song.") var position: Int?

  func validate() throws {
    if let position, position < 1 { throw ValidationError("Positions in the queue begin at 1.") }
  }

  func run() throws {
    try connection.withConnection { try $0.play(from: position.map { $0 - 1 }) }
  }
}
