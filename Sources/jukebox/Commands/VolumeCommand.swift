import ArgumentParser
import Client

struct VolumeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "volume", abstract: "Tell, set or change the volume.",
    discussion: """
      EXAMPLES: jukebox volume, jukebox volume 40, jukebox volume -5

      Where the jukebox has a ceiling, the volume stays below it.
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
      switch change {
      case .absolute(let value): try connection.ask("setvol", String(value))
      case .relative(let step): try connection.ask("volume", String(step))
      case nil: break
      }
      if let volume = try connection.ask("getvol")["volume"] { Page.print(volume) }
    }
  }
}
