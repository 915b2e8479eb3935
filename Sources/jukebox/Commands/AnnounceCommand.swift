import ArgumentParser
import Client

struct AnnounceCommand: ConnectedCommand {
  static let help = CommandHelp(
    "announce", "Play a file or speak a text once; the music pauses, or is lowered during it.")
  static let discussion = """
    EXAMPLES
      jukebox announce Sounds/doorbell.wav
      jukebox announce doorbell                        the pad of this name
      jukebox announce "Sounds/dinner is ready.mp3" --volume 60
      jukebox announce Sounds/doorbell.wav --duck 15   lower the music by 15 dB
      jukebox announce http://pi.local/speech.mp3      a file of the network
      jukebox announce "say:Dinner is ready"           needs espeak-ng there

    Several announcements play one after the other. The volume is limited to
    `max-volume` of the configuration. A file of the network has at most 16 MiB.
    """

  @Option(help: "Volume, 0 to 100; default: the current volume.") var volume: Int?
  @Option(help: "Lower the music by 0 to 60 dB; default: pause it.") var duck: Double?
  @Argument(help: "The path of a song, a pad as `jukebox pad` shows it, a URL, or say:TEXT.") var path: String

  func validate() throws {
    if let volume, !(0...100).contains(volume) { throw ValidationError("--volume is 0 to 100.") }
    if let duck, !(0...60).contains(duck) { throw ValidationError("--duck is 0 to 60 dB.") }
  }

  func run(_ connection: Connection) throws {
    var words = ["announce", path]
    if let volume { words += ["volume", "\(volume)"] }
    if let duck { words += ["duck", "\(duck)"] }
    _ = try connection.asked(words)
    Page.print("announcing \(path)")
  }
}
