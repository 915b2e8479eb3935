import ArgumentParser
import Client

struct CueCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "cue", abstract: "Cue points of songs: mark positions, play from them, loop between them.",
    discussion: """
      EXAMPLES
        jukebox cue                            list the cues of the current song
        jukebox cue add --name "Here it goes"  add a cue at the current position
        jukebox cue add 1:30 --type chorus     add a cue at 1:30
        jukebox cue add 1:30 --end 1:45        add a section for a loop
        jukebox cue play 2                     play from cue 2
        jukebox cue next                       go to the next cue
        jukebox cue loop 3                     repeat the section of cue 3
        jukebox cue loop 1 2                   repeat from cue 1 to cue 2
        jukebox cue loop --off                 end the loop

      If a song with a cue of type outro is followed by a song with a cue of type
      intro that has an end, and the songs cross over (`jukebox crossfade`, or the
      playlist's crossfade), the cues overlap: the intro starts at the outro, and the
      crossfade lasts until the end of the intro.

      Cues are stored on the volume of the song, and stay with it when the file is
      renamed or moved. For buttons and keys there are the actions next-cue and
      previous-cue.
      """,
    subcommands: [
      CueListCommand.command, CueAddCommand.command, CueEditCommand.command, CueRemoveCommand.command,
      CuePlayCommand.command, CueNextCommand.command, CuePreviousCommand.command, CueLoopCommand.command,
    ],
    defaultSubcommand: CueListCommand.command)
}

struct CueListCommand: ConnectedCommand {
  static let help = CommandHelp("list", "List the cues of a song in order of time, with their numbers.")
  static let discussion = """
    EXAMPLES
      jukebox cue list                     current song; > marks the position
      jukebox cue list "Mixes/One.mp3"     another song; so does --song
      jukebox cue list --json | jq -r '.[] | [.time, .name] | @tsv'
    """

  @Flag(help: "Print a JSON array.") var json = false
  @Option(help: SongArgument.optionHelp) var song: String?
  @Argument(help: SongArgument.help, completion: NameCompletion.paths) var path: String?

  func validate() throws {
    guard path == nil || song == nil else { throw ValidationError("Name one song.") }
    try SongArgument.check(path ?? song)
  }

  func run(_ connection: Connection) throws {
    let uri = try SongArgument.uri(path ?? song, connection, example: "jukebox cue list PATH")
    let cues = Cue.all(try connection.ask("cues", uri))
    try Page.show(
      cues, json: json,
      ifEmpty: "The song has no cues. `jukebox cue add` adds one at the current position.",
      lines: CueText.lines(cues, elapsed: uri.isEmpty ? connection.placeInSong() : nil))
  }
}

struct CueAddCommand: ConnectedCommand {
  static let help = CommandHelp("add", "Add a cue to a song: a position or a section.")
  static let discussion = """
    EXAMPLES
      jukebox cue add                        at the current position
      jukebox cue add 1:30 --name Bridge --colour blue
      jukebox cue add 1:30 --end 1:45        a section of type loop
      jukebox cue add 0:10 --type intro --song "Mixes/One.mp3"

    The default type is loop with --end, and marker without. A time after the end
    of the song is an error.
    """

  @OptionGroup var values: CueValues
  @Argument(help: "A time such as 90 or 1:30; default: the current position.") var time: CueTime?

  func validate() throws {
    if time == nil, values.song != nil {
      throw ValidationError("--song needs a time: `jukebox cue add 1:30 --song PATH`.")
    }
    if let time { try values.requireEnd(behind: time.seconds) }
  }

  func run(_ connection: Connection) throws {
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
      throw Failure.refused("No song is playing or paused. Give a time: `jukebox cue add 1:30 --song PATH`.")
    }
    try connection.send(["cueadd", uri, seconds] + values.words)
    try values.tell(connection.answer(), connection.address)
  }
}

struct CueEditCommand: ConnectedCommand {
  static let help = CommandHelp("edit", "Change a cue; values that are not given do not change.")
  static let discussion = """
    EXAMPLES
      jukebox cue edit 2 --name Bridge
      jukebox cue edit 2 --time 1:31.5 --end 1:46
      jukebox cue edit 2 --no-end --type marker
      jukebox cue edit 2 --colour none         remove the colour
    """

  @OptionGroup var values: CueValues
  @Option(help: "New position, such as 90 or 1:30.") var time: CueTime?
  @Flag(help: "Remove the end.") var noEnd = false
  @Argument(help: "Number of the cue, as `jukebox cue` shows it.") var number: Int

  func validate() throws {
    if noEnd, values.end != nil { throw ValidationError("Give --end or --no-end, not both.") }
    if let time { try values.requireEnd(behind: time.seconds) }
    guard number > 0 else { throw ValidationError("NUMBER is 1 or more.") }
    guard !words.isEmpty else { throw ValidationError("Give a value to change, such as --name Bridge.") }
  }

  private var words: [String] {
    (time.map { ["time", "\($0.seconds)"] } ?? []) + (noEnd ? ["end", ""] : []) + values.words
  }

  func run(_ connection: Connection) throws {
    let uri = try SongArgument.uri(
      values.song, connection, example: "jukebox cue edit 2 --name Bridge --song PATH")
    if let time { try connection.require(time.seconds, within: uri) }
    try values.requireEnd(within: uri, connection)
    try connection.send(["cueedit", uri, String(number)] + words)
    try values.tell(connection.answer(), connection.address)
  }
}

struct CueRemoveCommand: ConnectedCommand {
  static let help = CommandHelp("remove", "Delete cues of a song.")
  static let discussion = "EXAMPLES: jukebox cue remove 2, jukebox cue remove 1 2 --song Mixes/One.mp3"

  @Option(help: SongArgument.optionHelp) var song: String?
  @Argument(help: "Numbers as `jukebox cue` shows them.") var numbers: [Int]

  func validate() throws {
    try SongArgument.check(song)
    guard numbers.allSatisfy({ $0 > 0 }) else { throw ValidationError("NUMBERS are 1 or more.") }
  }

  func run(_ connection: Connection) throws {
    let uri = try SongArgument.uri(song, connection, example: "jukebox cue remove 2 --song PATH")
    let wanted = Set(numbers).sorted()
    // All or none.
    try Cue.require(wanted, of: uri, connection)
    for number in wanted { try connection.ask("cuerm", uri, String(number)) }
  }
}

struct CuePlayCommand: ConnectedCommand {
  static let help = CommandHelp("play", "Play a song from a cue.")
  static let discussion = """
    EXAMPLES
      jukebox cue play 2                            current song
      jukebox cue play 2 --song "Mixes/One.mp3"     another song; it is added to
                                                    the queue if necessary
    """

  @Option(help: SongArgument.optionHelp) var song: String?
  @Argument(help: "Number of the cue, as `jukebox cue` shows it.") var number: Int

  func validate() throws {
    try SongArgument.check(song)
    guard number > 0 else { throw ValidationError("NUMBER is 1 or more.") }
  }

  func run(_ connection: Connection) throws {
    let uri = try SongArgument.uri(song, connection, example: "jukebox cue play 2 --song PATH")
    try connection.ask("cueplay", uri, String(number))
  }
}

struct CueNextCommand: ConnectedCommand {
  static let help = CommandHelp("next", "Go to the next cue of the current song.")
  static let discussion = "EXAMPLE: jukebox cue next"

  func run(_ connection: Connection) throws {
    if let cue = Cue.all(try connection.ask("cuestep", "next")).first { Page.print(CueText.line(cue)) }
  }
}

struct CuePreviousCommand: ConnectedCommand {
  static let help = CommandHelp("previous", "Go to the previous cue, or to the start of the song.")
  static let discussion = """
    Less than two seconds after a cue, it goes to the cue before that one.
    """

  func run(_ connection: Connection) throws {
    let answer = try connection.ask("cuestep", "previous")
    Page.print(Cue.all(answer).first.map { CueText.line($0) } ?? "start of the song: no earlier cue")
  }
}

struct CueLoopCommand: ConnectedCommand {
  static let help = CommandHelp("loop", "Repeat a section of the current song.")
  static let discussion = """
    EXAMPLES
      jukebox cue loop 3                     a cue with an end
      jukebox cue loop 1 2                   from cue 1 to cue 2
      jukebox cue loop --from 1:30 --to 1:45
      jukebox cue loop --off                 end the loop
      jukebox cue loop                       show the loop

    The loop also ends when another song plays, or at a seek to a position after
    its end. A time after the end of the song is an error.
    """

  @Option(help: "Start of the loop, such as 90 or 1:30.") var from: CueTime?
  @Option(help: "End of the loop.") var to: CueTime?
  @Flag(help: "End the loop.") var off = false
  @Flag(help: "Print a JSON object with start and end in seconds; it is empty without a loop.") var json =
    false
  @Argument(help: "Numbers as `jukebox cue` shows them.") var numbers: [Int] = []

  func validate() throws {
    try require(numbers.count <= 2 && numbers.allSatisfy({ $0 > 0 }), "Expected one or two cue numbers.")
    guard (from == nil) == (to == nil) else { throw ValidationError("Give both --from and --to.") }
    let ways = [off, from != nil, !numbers.isEmpty].count { $0 }
    try require(ways <= 1, "Give only one of cue numbers, --from with --to, and --off.")
  }

  func run(_ connection: Connection) throws {
    if let from, let to {
      try Self.loop(from, to, connection)
    } else if off {
      try connection.ask("loop", "off")
    } else if !numbers.isEmpty {
      try Cue.require(numbers, of: "", connection)
      _ = try connection.asked(["loopcue"] + numbers.map { String($0) })
    }
    let answer = try connection.ask("loop")
    try Page.show(
      ["start": answer.real("start"), "end": answer.real("end")] as JSONObject, json: json,
      lines: [Self.text(answer)])
  }

  static func loop(_ from: CueTime, _ to: CueTime, _ connection: Connection) throws(Failure) {
    try connection.require(from.seconds, within: "")
    try connection.require(end: to.seconds, within: "")
    try connection.ask("loop", "\(from.seconds)", "\(to.seconds)")
  }

  static func text(_ answer: Answer) -> String {
    guard let start = answer.real("start"), let end = answer.real("end") else { return "no loop" }
    return "looping \(CueText.time(start))–\(CueText.time(end))"
  }
}
