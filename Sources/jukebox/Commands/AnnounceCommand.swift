import ArgumentParser
import Client

struct AnnounceCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "announce", abstract: "Have a file sound once; the music waits, or is softer meanwhile.",
    discussion: """
      EXAMPLES
        jukebox announce Sounds/doorbell.wav
        jukebox announce "Sounds/dinner is ready.mp3" --volume 60
        jukebox announce Sounds/doorbell.wav --duck 15   the music plays on, softer

      Announcements that come together sound one after the other. None is louder than
      the ceiling of the volume.
      """)

  @OptionGroup var connection: ConnectionOptions
  @Option(help: "0 to 100; the present volume where none is given.") var volume: Int?
  @Option(help: "How much softer the music is meanwhile, 0 to 60 dB; it waits where none is given.") var duck:
    Double?
  @Argument(help: "The path of a song or sound.") var path: String

  func validate() throws {
    if let volume, !(0...100).contains(volume) { throw ValidationError("A volume is 0 to 100.") }
    if let duck, !(0...60).contains(duck) { throw ValidationError("The music is softer by 0 to 60 dB.") }
  }

  func run() throws {
    try connection.withConnection { connection in
      var words = ["announce", path]
      if let volume { words += ["volume", "\(volume)"] }
      if let duck { words += ["duck", "\(duck)"] }
      _ = try connection.asked(words)
    }
  }
}
