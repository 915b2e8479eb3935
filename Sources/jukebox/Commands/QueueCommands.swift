import ArgumentParser
import Client

struct QueueCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "queue", abstract: "The songs that play one after the other: show, remove, move.",
    discussion: """
      EXAMPLES
        jukebox queue              with their numbers; ▶ marks the one that plays
        jukebox queue --paths      a path in a line, as `jukebox rate` takes it
        jukebox queue remove 3-5   takes the third to the fifth song out
        jukebox queue move 5 1     the fifth song becomes the first
        jukebox add Miles          puts songs in
        jukebox clear              takes all out
        jukebox shuffle            puts them into an order by chance
      """,
    subcommands: [QueueListCommand.self, QueueRemoveCommand.self, QueueMoveCommand.self],
    defaultSubcommand: QueueListCommand.self)
}

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

struct ShuffleCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "shuffle", abstract: "Put the songs of the queue into an order by chance.",
    discussion: """
      The song that plays goes on. `jukebox random on` leaves the queue as it is, and
      plays it in another order.
      """)

  @OptionGroup var connection: ConnectionOptions

  func run() throws {
    try connection.withConnection { try Self.shuffle($0) }
  }

  static func shuffle(_ connection: Connection) throws(Failure) {
    guard try connection.ask("status").integer("playlistlength") != 0 else { throw .refused(QueueText.empty) }
    try connection.ask("shuffle")
  }
}

struct ClearCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "clear", abstract: "Empty the queue.")

  @OptionGroup var connection: ConnectionOptions

  func run() throws {
    try connection.withConnection { try $0.ask("clear") }
  }
}
