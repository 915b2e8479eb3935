import ArgumentParser
import Client

struct QueueCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "queue", abstract: "Show, remove and move the songs of the queue.",
    discussion: """
      EXAMPLES
        jukebox queue              list the songs; ▶ marks the current song
        jukebox queue --paths      one path per line, as `jukebox rate` takes it
        jukebox queue remove 3-5   remove songs 3 to 5
        jukebox queue move 5 1     move song 5 to position 1
        jukebox add Miles          append songs
        jukebox clear              remove all songs
        jukebox shuffle            put the songs in random order
      """,
    subcommands: [QueueListCommand.command, QueueRemoveCommand.command, QueueMoveCommand.command],
    defaultSubcommand: QueueListCommand.command)
}

struct QueueListCommand: ConnectedCommand {
  static let help = CommandHelp("list", "List the songs of the queue with their numbers.")
  static let discussion = """
    EXAMPLES
      jukebox queue            list the songs; ▶ marks the current song
      jukebox queue --paths    one path per line, as `jukebox rate` takes it
      jukebox queue --json | jq -r '.[].title'
    """

  @Flag(help: "Print a JSON array.") var json = false
  @Flag(help: "Print only the paths, one per line.") var paths = false

  func validate() throws {
    if json, paths { throw ValidationError("Give --json or --paths, not both.") }
  }

  func run(_ connection: Connection) throws {
    let current = try connection.ask("status").integer("songid")
    let entries = QueueEntry.all(try connection.ask("playlistinfo"))
    let songs = entries.map(\.song)
    if paths {
      Page.print(lines: songs.map(\.uri), isPath: true)
      if songs.isEmpty { Notice.tell([QueueText.empty]) }
      return
    }
    try Page.show(
      entries, json: json, ifEmpty: QueueText.empty, lines: QueueText.lines(songs, current: current))
  }
}

struct QueueMoveCommand: ConnectedCommand {
  static let help = CommandHelp("move", "Move songs within the queue.")
  static let discussion = """
    EXAMPLES
      jukebox queue move 5 1     move song 5 to position 1
      jukebox queue move 1-3 4   move songs 1 to 3 to positions 4 to 6
    """

  @Argument(help: "Numbers as `jukebox queue` shows them: 3 or 3-5.") var songs: SongRange
  @Argument(help: "New number of the first of them, from 1.") var to: Int

  func validate() throws {
    try songs.check()
    guard (1...Int(Int32.max)).contains(to) else { throw ValidationError("TO is 1 or more.") }
  }

  func run(_ connection: Connection) throws {
    let length = try connection.ask("status").integer("playlistlength") ?? 0
    try songs.require(ofQueue: length)
    let last = length - songs.numbers.count + 1
    guard to <= last else {
      throw Failure.refused(
        "\(StatusText.count(songs.numbers.count, "song")) cannot move to position \(to): TO is 1 to \(last)."
      )
    }
    try connection.ask("move", songs.words, String(to - 1))
  }
}

struct QueueRemoveCommand: ConnectedCommand {
  static let help = CommandHelp("remove", "Remove songs from the queue.")
  static let discussion = """
    EXAMPLES
      jukebox queue remove 3       remove song 3
      jukebox queue remove 1 4-6   remove songs 1, 4, 5 and 6

    All numbers refer to the queue as it is shown before the command. If a number
    does not exist, no song is removed. If the current song is removed, the next
    song plays.
    """

  @Argument(help: "Numbers as `jukebox queue` shows them: 3 or 3-5.", transform: SongRange.read)
  var songs: [SongRange]

  func validate() throws { for range in songs { try range.check() } }

  func run(_ connection: Connection) throws {
    let length = try connection.ask("status").integer("playlistlength") ?? 0
    for range in songs { try range.require(ofQueue: length) }
    for range in SongRange.fromTheEnd(songs) { try connection.ask("delete", range.words) }
  }
}

struct ShuffleCommand: ConnectedCommand {
  static let help = CommandHelp("shuffle", "Put the songs of the queue in random order.")
  static let discussion = """
    The current song keeps playing. `jukebox random on` plays in random order
    without changing the queue.

    EXAMPLE: jukebox shuffle
    """

  func run(_ connection: Connection) throws {
    guard try connection.ask("status").integer("playlistlength") != 0 else {
      throw Failure.refused(QueueText.empty)
    }
    try connection.ask("shuffle")
  }
}

enum ClearCommand: PlainRequest {
  static let help = (path: "clear", abstract: "Remove all songs from the queue; playback stops.")
  static let words = ["clear"]
}
