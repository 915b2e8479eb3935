import ArgumentParser
import Client

struct QueueListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "The songs of the queue, with their numbers.",
    discussion: """
      EXAMPLES
        jukebox queue            with their numbers; ▶ marks the one that plays
        jukebox queue --paths    a path in a line, as `jukebox rate` takes it
        jukebox queue --json | jq -r '.[].title'
      """)

  @OptionGroup var connection: ConnectionOptions
  @Flag(help: "Print a JSON array.") var json = false
  @Flag(help: "Print the songs' paths alone, one in a line.") var paths = false

  func validate() throws {
    if json, paths { throw ValidationError("Give --json or --paths, not both.") }
  }

  func run() throws {
    try connection.withConnection { connection in
      let current = try connection.ask("status").integer("songid")
      let entries = QueueEntry.all(try connection.ask("playlistinfo"))
      let songs = entries.map(\.song)
      if json {
        Page.print(try JSON.line(entries))
      } else if paths {
        for song in songs { Page.print(song.uri, isPath: true) }
        if songs.isEmpty { Notice.tell([QueueText.empty]) }
      } else if songs.isEmpty {
        Page.print(QueueText.empty)
      } else {
        for line in QueueText.lines(songs, current: current) { Page.print(line) }
      }
    }
  }
}
