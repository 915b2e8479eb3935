import ArgumentParser
import Client

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
