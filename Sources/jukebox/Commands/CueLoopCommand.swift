import ArgumentParser
import Client

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
