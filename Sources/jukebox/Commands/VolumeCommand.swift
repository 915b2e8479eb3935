import ArgumentParser
import Client

struct VolumeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "volume", abstract: "Tell, set or change the volume.",
    discussion: """
      EXAMPLES: jukebox volume, jukebox volume 40, jukebox volume -5

      The jukebox keeps the volume within its limits ([player] min-volume,
      max-volume and night-volume in the configuration). Where one of them changed
      the volume that was asked for, a line on standard error names it.
      """)

  @OptionGroup var connection: ConnectionOptions
  @Argument(
    parsing: .allUnrecognized, help: ArgumentHelp("0 to 100, or a change: +5, -5.", valueName: "volume"))
  var words: [String] = []

  func validate() throws { _ = try change }

  private var change: VolumeChange? {
    get throws {
      let words = CommandWords.behindDashes(words)
      if words.isEmpty { return nil }
      guard words.count == 1, let change = VolumeChange(words[0]) else {
        throw ValidationError(
          "“\(words.joined(separator: " "))” is no volume; expected 0 to 100, or a change like +5 or -5.")
      }
      return change
    }
  }

  func run() throws {
    let change = try change
    try connection.withConnection { connection in
      var wanted: Int?
      switch change {
      case .absolute(let value):
        wanted = value
        try connection.ask("setvol", String(value))
      case .relative(let step):
        let status = try connection.ask("status")
        wanted = (status.integer("unmutedvolume") ?? status.integer("volume")).map {
          min(100, max(0, $0 + step))
        }
        try connection.ask("volume", String(step))
      case nil: break
      }
      if let volume = try connection.ask("getvol")["volume"] { Page.print(volume) }
      if let wanted, let why = StatusText.whyClamped(wanted, try connection.status()) { Notice.tell([why]) }
    }
  }
}

/// A volume as a person writes it: `40`, `+5`, `-5`.
enum VolumeChange: Equatable {
  case absolute(Int)
  case relative(Int)

  init?(_ text: String) {
    guard let value = Int(text) else { return nil }
    if text.hasPrefix("+") || text.hasPrefix("-") {
      guard (-100...100).contains(value) else { return nil }
      self = .relative(value)
    } else {
      guard (0...100).contains(value) else { return nil }
      self = .absolute(value)
    }
  }
}

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
