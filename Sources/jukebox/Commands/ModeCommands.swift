import ArgumentParser
import Client

struct RepeatCommand: ConnectedCommand {
  static let help = CommandHelp(
    "repeat", "Show or set repeat: play the queue again from the start when it ends.")
  static let discussion = """
    EXAMPLES
      jukebox repeat          show whether it is on
      jukebox repeat on
      jukebox single on       together with repeat on: repeat one song
    """

  @Argument(help: "on or off; default: print the current value.") var mode: Switch?

  func run(_ connection: Connection) throws { Page.print(try connection.mode("repeat", mode).rawValue) }
}

struct RandomCommand: ConnectedCommand {
  static let help = CommandHelp("random", "Show or set random order; the queue itself does not change.")
  static let discussion = """
    EXAMPLES
      jukebox random          show whether it is on
      jukebox random on       play songs in random order
      jukebox random albums   play whole albums in random order
      jukebox shuffle         reorder the queue itself
    """

  @Argument(help: "on, off or albums; default: print the current value.") var mode: RandomSwitch?

  func run(_ connection: Connection) throws {
    switch mode {
    case .albums: _ = try connection.asked(["random", "albums"])
    case .on, .off: _ = try connection.mode("random", mode == .on ? Switch.on : .off)
    case nil: break
    }
    let status = try connection.ask("status")
    Page.print(status["randomalbums"] == "1" ? "albums" : status["random"] == "1" ? "on" : "off")
  }
}

struct SingleCommand: ConnectedCommand {
  static let help = CommandHelp(
    "single", "Show or set single: stop after each song, or with repeat, repeat it.")
  static let discussion = """
    EXAMPLES
      jukebox single          show whether it is on
      jukebox single on
      jukebox single oneshot  stop after the current song, then switch off
    """

  @Argument(help: "on, off, or oneshot (once, then off); default: print the current value.") var mode:
    OnceSwitch?

  func run(_ connection: Connection) throws { Page.print(try connection.mode("single", mode).rawValue) }
}

struct ConsumeCommand: ConnectedCommand {
  static let help = CommandHelp(
    "consume", "Show or set consume: remove each song from the queue after it was played.")
  static let discussion = """
    EXAMPLES
      jukebox consume          show whether it is on
      jukebox consume on
      jukebox consume oneshot  for the current song only
    """

  @Argument(help: "on, off, or oneshot (once, then off); default: print the current value.") var mode:
    OnceSwitch?

  func run(_ connection: Connection) throws { Page.print(try connection.mode("consume", mode).rawValue) }
}

struct CrossfadeCommand: ConnectedCommand {
  static let help = CommandHelp("crossfade", "Show or set how long songs overlap.")
  static let discussion = """
    EXAMPLES
      jukebox crossfade        show the length
      jukebox crossfade 5      the last 5 seconds overlap with the next song
      jukebox crossfade off

    A skip has no crossfade. Songs that follow each other on one album join
    without a gap, unless [player] crossfade-albums is on. `jukebox cue --help`
    explains how cues of type outro and intro set the overlap.
    """

  @Argument(help: "Whole seconds from 0 to 600, or off; default: print the current value.") var seconds:
    String?

  private static let longest = 600

  func validate() throws {
    guard let seconds, !TakenBack.isMeant(by: seconds) else { return }
    guard let number = Int(seconds), (0...Self.longest).contains(number) else {
      throw ValidationError("“\(seconds)” is not a length; expected 0 to \(Self.longest) seconds, or off.")
    }
  }

  func run(_ connection: Connection) throws {
    if let seconds { try connection.ask("crossfade", TakenBack.isMeant(by: seconds) ? "0" : seconds) }
    Page.print(try connection.ask("status").integer("xfade").map { "\($0) s" } ?? "off")
  }
}

struct MixRampCommand: ConnectedCommand {
  static let help = CommandHelp("mixramp", "Show or set the overlap of songs with MixRamp tags.")
  static let discussion = """
    EXAMPLES
      jukebox mixramp            show the settings
      jukebox mixramp 2          overlap the quiet ends of songs, 2 seconds less
      jukebox mixramp 2 --db -17 quiet is below -17 dB
      jukebox mixramp off

    Songs without these tags overlap by `jukebox crossfade`.
    """

  @Option(parsing: .unconditional, help: "The level at which songs overlap, in dB: -100 to 0.") var db:
    Double?
  @Argument(
    help: "Seconds that the overlap is shorter, 0.1 to 600, or off; default: print the current values."
  )
  var seconds: String?

  func validate() throws {
    if let db, !(-100...0).contains(db) { throw ValidationError("--db is -100 to 0.") }
    guard let seconds, !TakenBack.isMeant(by: seconds) else { return }
    guard let number = Double(seconds), (0.1...600).contains(number) else {
      throw ValidationError("“\(seconds)” is no time; expected 0.1 to 600 (seconds), or off.")
    }
  }

  func run(_ connection: Connection) throws {
    if let db { try connection.ask("mixrampdb", "\(db)") }
    if let seconds { try connection.ask("mixrampdelay", TakenBack.isMeant(by: seconds) ? "nan" : seconds) }
    let status = try connection.ask("status")
    guard let delay = status["mixrampdelay"] else { return Page.print("off") }
    Page.print("\(delay) s, \(status["mixrampdb"] ?? "0") dB")
  }
}

struct ReplayGainCommand: ConnectedCommand {
  static let help = CommandHelp("replaygain", "Show or set whether songs or albums are made equally loud.")
  static let discussion = """
    EXAMPLES
      jukebox replaygain           show the mode
      jukebox replaygain track     each song as loud as the others
      jukebox replaygain album     songs of an album keep their differences
      jukebox replaygain auto      track while random is on, else album
      jukebox replaygain off

    The gains are those of the files' tags, or what the jukebox measured.
    """

  enum Mode: String, OffValue { case off, track, album, auto }

  @Argument(help: "off, track, album or auto; default: print the current mode.") var mode: Mode?

  func run(_ connection: Connection) throws {
    if let mode { try connection.ask("replay_gain_mode", mode.rawValue) }
    Page.print(try connection.ask("replay_gain_status")["replay_gain_mode"] ?? "off")
  }
}

struct OutputCommand: ConnectedCommand {
  static let help = CommandHelp("output", "Show the audio outputs, or switch one on or off.")
  static let discussion = """
    EXAMPLES
      jukebox output             show the name and state of each
      jukebox output off         release the card; the music waits
      jukebox output on
      jukebox output off rooms   switch off the output of [output rooms]
      jukebox output rooms --volume 60

    The volume of an output beside the card is in percent of the jukebox's volume.
    """

  @Option(help: "Volume of a further output, 0 to 100.") var volume: Int?
  @Flag(help: "Print a JSON array.") var json = false
  @Argument(help: "on, off, or the name of an output; default: print the current state.") var words:
    [String] = []

  private var state: Switch? { words.first.flatMap { Switch(rawValue: $0) } }
  private var name: String? { state == nil ? words.first : words.dropFirst().first }

  func validate() throws {
    try require(words.count <= (state == nil ? 1 : 2), "Give on or off, then at most one name.")
    if let volume, !(0...100).contains(volume) { throw ValidationError("The volume is 0 to 100.") }
    if volume != nil, name == nil { throw ValidationError("Name the output whose volume is to change.") }
    if state == nil, volume == nil, name != nil { throw ValidationError("Give on, off or --volume.") }
  }

  func run(_ connection: Connection) throws {
    var outputs = try connection.ask("outputs").items(beginningWith: "outputid")
    let number = try name.map { name in
      guard let found = outputs.first(where: { $0["outputname"] == name })?["outputid"] else {
        throw Failure.refused("There is no output \(name). `jukebox output` lists them.")
      }
      return found
    }
    if let state { try connection.ask(state == .on ? "enableoutput" : "disableoutput", number ?? "0") }
    if let volume, let number { try connection.ask("outputset", number, "volume", "\(volume)") }
    if state != nil || volume != nil {
      outputs = try connection.ask("outputs").items(beginningWith: "outputid")
    }
    func isOn(_ output: Answer) -> Bool { output["outputenabled"] == "1" }
    func level(_ output: Answer) -> Int? {
      output["attribute"].flatMap { $0.hasPrefix("volume=") ? Int($0.dropFirst(7)) : nil }
    }
    try Page.show(
      outputs.map {
        ["name": $0["outputname"], "plugin": $0["plugin"], "on": isOn($0), "volume": level($0)] as JSONObject
      }, json: json,
      lines: outputs.map {
        "\($0["outputname"] ?? "") (\($0["plugin"] ?? "")): \(isOn($0) ? "on" : "off")"
          + (level($0).map { ", volume \($0)" } ?? "")
      })
  }
}
