import ArgumentParser
import Client

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
