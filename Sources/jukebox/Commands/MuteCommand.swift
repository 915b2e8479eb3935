import ArgumentParser
import Client

struct MuteCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "mute", abstract: "Let nothing be heard, though it plays on; once more, and it is heard.",
    discussion: """
      EXAMPLES
        jukebox mute       muted, or heard again
        jukebox mute on
        jukebox mute off
        jukebox status     whether it is muted, and the volume that comes back
        jukebox status --json | jq .muted

      Who sets the volume (`jukebox volume 40`) is heard again as well.
      """)

  @OptionGroup var connection: ConnectionOptions

  @Argument(help: "on or off; without, the other way round.") var mode: Switch?

  func run() throws {
    try connection.withConnection { Page.print(try mute($0)) }
  }

  func mute(_ connection: Connection) throws(Failure) -> String {
    let answer = try connection.asked(["mute"] + (mode.map { [$0.word] } ?? []))
    return answer["muted"] == "1" ? "muted" : "not muted"
  }
}
