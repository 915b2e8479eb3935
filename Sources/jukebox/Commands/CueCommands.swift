import ArgumentParser
import Client

struct CueCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "cue", abstract: "Cue points of songs: mark places, play from them, loop between them.",
    discussion: """
      EXAMPLES
        jukebox cue                            those of the song that plays
        jukebox cue add --name "Here it goes"  where the song is now
        jukebox cue add 1:30 --type chorus     at a time
        jukebox cue add 1:30 --end 1:45        a section that can be looped
        jukebox cue play 2                     play from the cue 2
        jukebox cue next                       and from the next one
        jukebox cue loop 3                     the section 3 over and over
        jukebox cue loop 1 2                   from cue 1 to cue 2, over and over
        jukebox cue loop --off                 go on behind it

      Where a song with a cue of type outro is followed by one with a cue of type
      intro that has an end, and they cross over (`jukebox crossfade`, or the
      playlist's own), the two cues overlap: the intro begins where the outro is, and
      the overlap lasts to the intro's end.

      Cues are kept on the stick or in the folder that the song lies on, and stay
      with it when it is renamed or moved. Buttons and keys have the actions
      next-cue and previous-cue.
      """,
    subcommands: [
      CueListCommand.self, CueAddCommand.self, CueEditCommand.self, CueRemoveCommand.self,
      CuePlayCommand.self, CueNextCommand.self, CuePreviousCommand.self, CueLoopCommand.self,
    ],
    defaultSubcommand: CueListCommand.self)
}

struct CueListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "The cues of a song, by their times, with their numbers.",
    discussion: """
      EXAMPLES
        jukebox cue list                     of the current song; > marks where it is
        jukebox cue list "Mixes/One.mp3"     of another; --song names one, too
        jukebox cue list --json | jq -r '.[] | [.time, .name] | @tsv'
      """)

  @OptionGroup var connection: ConnectionOptions
  @Flag(help: "Print a JSON array.") var json = false
  @Option(help: ArgumentHelp("A song; the current one where none is given.", valueName: "path")) var song:
    String?
  @Argument(help: "A song; the current one where none is given.") var path: String?

  func validate() throws {
    guard path == nil || song == nil else { throw ValidationError("Name one song.") }
    try SongArgument.check(path ?? song)
  }

  func run() throws {
    try connection.withConnection { connection in
      let uri = try SongArgument.uri(path ?? song, connection, example: "jukebox cue list PATH")
      let cues = Cue.all(try connection.ask("cues", uri))
      if json { return Page.print(try JSON.line(cues)) }
      if cues.isEmpty { Page.print("There are no cues. `jukebox cue add` makes one where the song is.") }
      let elapsed = uri.isEmpty ? try connection.placeInSong() : nil
      for line in CueText.lines(cues, elapsed: elapsed) { Page.print(line) }
    }
  }
}

struct CueAddCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "add", abstract: "Mark a place in a song, or a section of it.",
    discussion: """
      EXAMPLES
        jukebox cue add                        where the song is now
        jukebox cue add 1:30 --name Bridge --colour blue
        jukebox cue add 1:30 --end 1:45        a loop
        jukebox cue add 0:10 --type intro --song "Mixes/One.mp3"

      With an end it is a loop unless a type is given, without one a marker. Times
      that the song has not are refused.
      """)

  @OptionGroup var connection: ConnectionOptions
  @OptionGroup var values: CueValues
  @Argument(help: "A time such as 90 or 1:30; where the song is, if none is given.") var time: CueTime?

  func validate() throws {
    if time == nil, values.song != nil { throw ValidationError("With --song a time is needed.") }
    if let time { try values.requireEnd(behind: time.seconds) }
  }

  func run() throws {
    try connection.withConnection { connection in
      let uri = try SongArgument.uri(values.song, connection, example: "jukebox cue add 1:30 --song PATH")
      try values.requireEnd(within: uri, connection)
      let seconds: String
      if let time {
        try connection.require(time.seconds, within: uri)
        seconds = "\(time.seconds)"
      } else if let place = try connection.placeInSong() {
        try values.requireEnd(behind: place)
        seconds = "\(place)"
      } else {
        throw Failure.refused("Nothing plays, so a time is needed: `jukebox cue add 1:30`.")
      }
      try connection.send(["cueadd", uri, seconds] + values.words)
      try values.tell(connection.answer(), connection.address)
    }
  }
}

struct CueEditCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "edit", abstract: "Change a cue: what is not named stays as it is.",
    discussion: """
      EXAMPLES
        jukebox cue edit 2 --name Bridge
        jukebox cue edit 2 --time 1:31.5 --end 1:46
        jukebox cue edit 2 --no-end --type marker
        jukebox cue edit 2 --colour none         no colour any more
      """)

  @OptionGroup var connection: ConnectionOptions
  @OptionGroup var values: CueValues
  @Option(help: "Where it is to be.") var time: CueTime?
  @Flag(help: "Take the end off.") var noEnd = false
  @Argument(help: "The cue's number, as `jukebox cue` shows it.") var number: Int

  func validate() throws {
    if noEnd, values.end != nil { throw ValidationError("--end and --no-end exclude each other.") }
    if let time { try values.requireEnd(behind: time.seconds) }
    guard number > 0 else { throw ValidationError("NUMBER is 1 or more.") }
    guard !words.isEmpty else { throw ValidationError("Say what is to be changed, such as --name Bridge.") }
  }

  private var words: [String] {
    (time.map { ["time", "\($0.seconds)"] } ?? []) + (noEnd ? ["end", ""] : []) + values.words
  }

  func run() throws {
    try connection.withConnection { connection in
      let uri = try SongArgument.uri(
        values.song, connection, example: "jukebox cue edit 2 --name Bridge --song PATH")
      if let time { try connection.require(time.seconds, within: uri) }
      try values.requireEnd(within: uri, connection)
      try connection.send(["cueedit", uri, String(number)] + words)
      try values.tell(connection.answer(), connection.address)
    }
  }
}

struct CueRemoveCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove", abstract: "Take cues of a song away.",
    discussion: "EXAMPLES: jukebox cue remove 2, jukebox cue remove 1 2 --song Mixes/One.mp3")

  @OptionGroup var connection: ConnectionOptions
  @Option(help: ArgumentHelp("A song; the current one where none is given.", valueName: "path")) var song:
    String?
  @Argument(help: "Numbers as `jukebox cue` shows them.") var numbers: [Int]

  func validate() throws {
    try SongArgument.check(song)
    guard numbers.allSatisfy({ $0 > 0 }) else { throw ValidationError("NUMBERS are 1 or more.") }
  }

  func run() throws {
    try connection.withConnection { connection in
      let uri = try SongArgument.uri(song, connection, example: "jukebox cue remove 2 --song PATH")
      let wanted = Set(numbers).sorted()
      // All or none.
      try Cue.require(wanted, of: uri, connection)
      for number in wanted { try connection.ask("cuerm", uri, String(number)) }
    }
  }
}

struct CuePlayCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "play", abstract: "Play from a cue.",
    discussion: """
      EXAMPLES
        jukebox cue play 2                            of the current song
        jukebox cue play 2 --song "Mixes/One.mp3"     of another; it is put into
                                                      the queue if it isn't there
      """)

  @OptionGroup var connection: ConnectionOptions
  @Option(help: ArgumentHelp("A song; the current one where none is given.", valueName: "path")) var song:
    String?
  @Argument(help: "The cue's number, as `jukebox cue` shows it.") var number: Int

  func validate() throws {
    try SongArgument.check(song)
    guard number > 0 else { throw ValidationError("NUMBER is 1 or more.") }
  }

  func run() throws {
    try connection.withConnection { connection in
      let uri = try SongArgument.uri(song, connection, example: "jukebox cue play 2 --song PATH")
      try connection.ask("cueplay", uri, String(number))
    }
  }
}

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

struct CueLoopCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "loop", abstract: "Play a section of the current song over and over.",
    discussion: """
      EXAMPLES
        jukebox cue loop 3                     a cue that has an end
        jukebox cue loop 1 2                   from cue 1 to cue 2
        jukebox cue loop --from 1:30 --to 1:45
        jukebox cue loop --off                 go on behind it
        jukebox cue loop                       what is looped now

      It ends by itself with another song, and with a seek behind its end. Times
      that the song has not are refused.
      """)

  @OptionGroup var connection: ConnectionOptions
  @Option(help: "Where it begins.") var from: CueTime?
  @Option(help: "Where it ends.") var to: CueTime?
  @Flag(help: "Go on behind it.") var off = false
  @Flag(help: "Print a JSON object: start and end, if there is a loop then.") var json = false
  @Argument(help: "Numbers as `jukebox cue` shows them.") var numbers: [Int] = []

  func validate() throws {
    guard numbers.count <= 2, numbers.allSatisfy({ $0 > 0 }) else {
      throw ValidationError("Expected one or two numbers of cues.")
    }
    guard (from == nil) == (to == nil) else { throw ValidationError("--from and --to go together.") }
    let ways = [off, from != nil, !numbers.isEmpty].count { $0 }
    guard ways <= 1 else { throw ValidationError("Expected numbers, --from and --to, or --off.") }
  }

  func run() throws {
    try connection.withConnection { connection in
      if let from, let to {
        try Self.loop(from, to, connection)
      } else if off {
        try connection.ask("loop", "off")
      } else if !numbers.isEmpty {
        try Cue.require(numbers, of: "", connection)
        try connection.send(["loopcue"] + numbers.map { String($0) })
        _ = try connection.answer()
      }
      let answer = try connection.ask("loop")
      if json {
        let loop = ["start", "end"].compactMap { key in
          answer.real(key).map { (key, $0) }
        }
        return Page.print(try JSON.line(Dictionary(uniqueKeysWithValues: loop)))
      }
      Page.print(Self.text(answer))
    }
  }

  static func loop(_ from: CueTime, _ to: CueTime, _ connection: Connection) throws(Failure) {
    try connection.require(from.seconds, within: "")
    try connection.require(end: to.seconds, within: "")
    try connection.ask("loop", "\(from.seconds)", "\(to.seconds)")
  }

  static func text(_ answer: Answer) -> String {
    guard let start = answer.real("start"), let end = answer.real("end")
    else {
      return "no loop"
    }
    return "looping \(CueText.time(start))–\(CueText.time(end))"
  }
}
