import ArgumentParser
import Client

struct QueueRemoveCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove", abstract: "Take songs out of the queue.",
    discussion: """
      EXAMPLES
        jukebox queue remove 3       the third song
        jukebox queue remove 1 4-6   several at once
      The numbers are those that are shown now: none changes on the way. Where one is
      not there, nothing is taken out. The song that plays may be one of them: then
      the next one plays.
      """)

  @OptionGroup var connection: ConnectionOptions

  @Argument(help: "Numbers as `jukebox queue` has them: 3 or 3-5.") var songs: [SongRange]

  func validate() throws { for range in songs { try range.check() } }

  func run() throws {
    try connection.withConnection { try remove($0) }
  }

  func remove(_ connection: Connection) throws(Failure) {
    let length = try connection.ask("status").integer("playlistlength") ?? 0
    for range in songs { try range.require(ofQueue: length) }
    for range in SongRange.fromTheEnd(songs) { try connection.ask("delete", range.words) }
  }
}
