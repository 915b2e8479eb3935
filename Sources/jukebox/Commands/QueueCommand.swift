import ArgumentParser

struct QueueCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "queue", abstract: "The songs that play one after the other.",
    discussion: "EXAMPLE: jukebox queue --json | jq -r '.[].uri'")

  @OptionGroup var connection: ConnectionOptions
  @Flag(help: "Print a JSON array.") var json = false

  func run() throws {
    try connection.withConnection { connection in
      let current = try connection.ask("status").integer("songid")
      let songs = try connection.ask("playlistinfo").items(beginningWith: "file").compactMap { Song($0) }
      if json {
        print(try JSON.line(songs))
      } else if songs.isEmpty {
        print(QueueText.empty)
      } else {
        for line in QueueText.lines(songs, current: current) { print(line) }
      }
    }
  }
}
