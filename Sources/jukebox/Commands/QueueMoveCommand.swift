import ArgumentParser
import Client

struct QueueMoveCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "move", abstract: "Put songs of the queue elsewhere in it.",
    discussion: """
      EXAMPLES
        jukebox queue move 5 1     the fifth song becomes the first
        jukebox queue move 1-3 4   the first three go three places down
      """)

  @OptionGroup var connection: ConnectionOptions

  @Argument(help: "Numbers as `jukebox queue` has them: 3 or 3-5.") var songs: SongRange
  @Argument(help: "The number that the first of them is to have.") var to: Int

  func validate() throws {
    try songs.check()
    guard (1...Int(Int32.max)).contains(to) else { throw ValidationError("TO is 1 or more.") }
  }

  func run() throws {
    try connection.withConnection { try move($0) }
  }

  func move(_ connection: Connection) throws(Failure) {
    let length = try connection.ask("status").integer("playlistlength") ?? 0
    try songs.require(ofQueue: length)
    let last = length - songs.numbers.count + 1
    guard to <= last else {
      throw .refused(
        "There is no room for \(StatusText.count(songs.numbers.count, "song")) from \(to) on: TO is 1 to \(last)."
      )
    }
    try connection.ask("move", songs.words, String(to - 1))
  }
}
