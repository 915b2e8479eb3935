import ArgumentParser
import Client

struct VolumeCommand: ConnectedCommand {
  static let help = CommandHelp("volume", "Show, set or change the volume.")
  static let discussion = """
    EXAMPLES
      jukebox volume       show it
      jukebox volume 40    set it to 40
      jukebox volume -5    lower it by 5
      jukebox volume =40   as buttons take it: the same as 40

    The volume is limited by min-volume, max-volume and night-volume in the section
    [player] of the configuration. If a limit changed the volume that you asked
    for, a line on standard error names it.
    """

  @Flag(help: "Print a JSON object.") var json = false
  @Argument(
    parsing: .allUnrecognized,
    help: ArgumentHelp("0 to 100, or a change: +5, -5; default: show it.", valueName: "volume"))
  var words: [String] = []

  func validate() throws { _ = try change }

  private var change: VolumeChange? {
    get throws {
      try CommandWords.value(
        words, VolumeChange.init, "a volume; expected 0 to 100, or a change such as +5 or -5.")
    }
  }

  func run(_ connection: Connection) throws {
    let change = try change
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
    let volume = try connection.ask("getvol").integer("volume")
    if json {
      Page.print(try JSON.line(["volume": volume]))
    } else if let volume {
      Page.print("\(volume)")
    }
    if let wanted, let why = StatusText.whyClamped(wanted, try connection.status()) { Notice.tell([why]) }
  }
}

/// A volume as a person writes it: `40`, `+5`, `-5`; `=40` as in the actions of buttons.
enum VolumeChange: Equatable {
  case absolute(Int)
  case relative(Int)

  init?(_ text: String) {
    let isExact = text.hasPrefix("=")
    let digits = isExact ? text.dropFirst() : text[...]
    guard let value = Int(digits) else { return nil }
    if digits.hasPrefix("+") || digits.hasPrefix("-") {
      guard !isExact, (-100...100).contains(value) else { return nil }
      self = .relative(value)
    } else {
      guard (0...100).contains(value) else { return nil }
      self = .absolute(value)
    }
  }
}

struct MuteCommand: ConnectedCommand {
  static let help = CommandHelp("mute", "Mute or unmute.")
  static let discussion = """
    EXAMPLES
      jukebox mute       mute, or unmute
      jukebox mute on
      jukebox mute off
      jukebox status     show whether it is muted, and the volume after that
      jukebox status --json | jq .muted

    Playback continues while muted. Setting the volume (`jukebox volume 40`)
    unmutes.
    """

  @Argument(help: "on or off; default: toggle.") var mode: Switch?

  func run(_ connection: Connection) throws { Page.print(try mute(connection)) }

  func mute(_ connection: Connection) throws(Failure) -> String {
    let answer = try connection.asked(["mute"] + (mode.map { [$0.word] } ?? []))
    return answer["muted"] == "1" ? "muted" : "not muted"
  }
}
