import ArgumentParser

struct VolumesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "volumes", abstract: "The sticks and folders that the music comes from.",
    discussion: """
      EXAMPLES
        jukebox volumes            each with its name, where it is mounted, and how many songs it has
        jukebox add STICK          the songs of one of them, by its name
        jukebox volumes --json
      """)

  @OptionGroup var connection: ConnectionOptions
  @Flag(help: "Print a JSON array.") var json = false

  func run() throws {
    try connection.withConnection { connection in
      let volumes = Volume.all(try connection.ask("volumes"))
      if json {
        print(try JSON.line(volumes))
        return
      }
      if volumes.isEmpty {
        print("There are none. A stick is one as soon as it is mounted; `[library] folder` adds others.")
      }
      for line in VolumeText.lines(volumes) { print(line) }
    }
  }
}
