import ArgumentParser
import Client

struct VolumesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "volumes", abstract: "The sticks and folders that the music comes from.",
    discussion: """
      EXAMPLES
        jukebox volumes                    each with its name, where it is mounted,
                                           how many songs it has, how their paths
                                           begin, and whether it is being scanned
        jukebox add STICK                  the songs of one of them, by its name
        jukebox volumes --unmount STICK    lets a stick go; when this returns it
                                           can be pulled
        jukebox volumes --mount STICK      takes it back
        jukebox volumes --json

      Paths of songs begin with the name of their volume (STICK/Miles), but for
      those of the first folder of the configuration, which go without (Miles).
      """)

  @OptionGroup var connection: ConnectionOptions
  @Flag(help: "Print a JSON array.") var json = false
  @Option(help: ArgumentHelp("Let a stick go, so that it can be pulled.", valueName: "name"))
  var unmount: String?
  @Option(help: ArgumentHelp("Take back a stick that was let go.", valueName: "name"))
  var mount: String?

  func validate() throws {
    if mount == "" || unmount == "" {
      throw ValidationError("An empty name is no stick. `jukebox volumes` shows their names.")
    }
    if mount != nil, unmount != nil { throw ValidationError("Give --mount or --unmount, not both.") }
    if json, mount != nil || unmount != nil {
      throw ValidationError("--json lists the volumes; --mount and --unmount print nothing.")
    }
  }

  /// Why a volume is not let go that is no stick.
  static func refusal(of name: String, among volumes: [Volume]) -> Failure? {
    guard let volume = volumes.first(where: { $0.name == name }), volume.kind == "folder" else { return nil }
    return .refused(
      "\(name) is a folder of the configuration (\(volume.path)), and no stick: it is not let go. Only sticks are."
    )
  }

  func run() throws {
    try connection.withConnection { connection in
      if let unmount {
        let volumes = Volume.all(try connection.ask("volumes"))
        if let failure = Self.refusal(of: unmount, among: volumes) { throw failure }
        try connection.ask("unmount", unmount)
        return
      }
      if let mount {
        let neighbors = try connection.ask("listneighbors").items(beginningWith: "neighbor")
        let storage = neighbors.first { $0["name"] == mount }?["neighbor"]
        try connection.ask("mount", mount, storage ?? mount)
        return
      }
      let answer = try connection.ask("volumes")
      let volumes = Volume.all(answer)
      if json {
        Page.print(try JSON.line(volumes))
        return
      }
      let letGo = try connection.ask("listneighbors").items(beginningWith: "neighbor").compactMap {
        $0["name"]
      }
      let unused = VolumeText.lines(unused: answer)
      if volumes.isEmpty, letGo.isEmpty, unused.isEmpty {
        Page.print("There are none. A stick is one as soon as it is mounted; `[library] folder` adds others.")
      }
      let scanned = ScanState(try connection.ask("scan")).volumes.map(\.name)
      for line in VolumeText.lines(volumes, scanned: scanned) { Page.print(line) }
      for name in letGo { Page.print(VolumeText.letGo(name)) }
      for line in unused { Page.print(line) }
    }
  }
}
