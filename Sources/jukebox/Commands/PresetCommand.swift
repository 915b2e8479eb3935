import ArgumentParser

struct PresetCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "preset", abstract: "Playlists on buttons: bind a preset, show or play it.",
    discussion: """
      EXAMPLES
        jukebox preset            which presets are bound, and to what
        jukebox preset 3 Party    preset 3 plays the playlist Party from now on
        jukebox preset 3 --play   plays it in place of the queue
        jukebox preset 3 off      preset 3 is the third folder again

      A preset that is bound stays so when its playlist gets another name, and while
      its stick is away. Buttons and keys play it: `press = preset 3` in the
      configuration.
      """)

  @OptionGroup var connection: ConnectionOptions
  @Flag(help: "Print a JSON array of all that are bound.") var json = false
  @Flag(help: "Play it.") var play = false
  @Argument(help: "The preset's number: 1 to 999.") var number: Int?
  @Argument(help: "The playlist that it is to play; off takes that back.") var playlist: String?

  private struct Preset: Encodable {
    let number: Int
    let playlist: String
    let present: Bool
  }

  func validate() throws {
    guard number.map({ (1...999).contains($0) }) ?? true else { throw ValidationError("NUMBER is 1 to 999.") }
    if json, number != nil { throw ValidationError("--json goes without a number.") }
    if play, number == nil { throw ValidationError("Say which: `jukebox preset 3 --play`.") }
  }

  func run() throws {
    try connection.withConnection { connection in
      if let number, let playlist {
        if playlist == "off" {
          try connection.ask("presetset", String(number))
        } else {
          try connection.ask("presetset", String(number), playlist)
        }
      }
      if let number, play {
        try connection.ask("preset", String(number))
        return
      }
      if playlist != nil { return }
      let presets = try connection.ask("presets").items(beginningWith: "preset").map {
        Preset(
          number: $0["preset"].flatMap { Int($0) } ?? 0, playlist: $0["playlist"] ?? "",
          present: $0["present"] == "1")
      }
      if json { return print(try JSON.line(presets)) }
      let wanted = presets.filter { number == nil || $0.number == number }
      if wanted.isEmpty {
        print(
          number.map { "Preset \($0) is the folder of that number at the top." }
            ?? "No preset is bound. `jukebox preset 1 PLAYLIST` binds one.")
      }
      for preset in wanted {
        print("\(preset.number)  \(preset.playlist)" + (preset.present ? "" : "  (not there now)"))
      }
    }
  }
}
