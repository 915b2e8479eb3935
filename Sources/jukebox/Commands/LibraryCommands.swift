import ArgumentParser
import Client
import Glibc
import Linux

struct ScanCommand: ConnectedCommand {
  static let help = CommandHelp("scan", "Scan for new, changed and deleted music, with a progress bar.")
  static let discussion = """
    A stick is scanned automatically when it is plugged in. Use this command after
    files changed in place. If a scan is running, it shows the progress.

    EXAMPLES
      jukebox scan            scan everything
      jukebox scan Miles      scan a folder or a song, also one that was deleted
      jukebox scan --all      read also files that seem unchanged
      jukebox scan --json

    At the end it lists what could not be read or was skipped. Files that cannot
    be played are listed when they are new or changed, or with --all.
    """

  @Flag(help: "Read every file again, also those that seem unchanged.") var all = false
  @Flag(help: "Return at once; do not wait for the end.") var background = false
  @Flag(help: "Print the progress as lines of JSON.") var json = false
  @Argument(help: "Path of a folder or a song; default: everything.", completion: NameCompletion.paths)
  var folder: String?

  func validate() throws { try PathArguments.check(folder: folder) }

  /// How often the progress is asked for, in microseconds.
  private static let pause: UInt32 = 100_000

  func run(_ connection: Connection) throws {
    let uri = folder.map { connection.uri(of: $0) }
    let wasKnown = try uri.map { try isKnown($0, connection) } ?? true
    if let uri, !wasKnown, try !isThere(uri, connection) { throw ScanText.nowhere(uri) }
    let words = [all ? "rescan" : "update"] + (uri.map { [$0 == "/" ? "" : $0] } ?? [])
    let job = try connection.asked(words).integer("updating_db") ?? 0
    if background { return }
    let isLive = !json && Terminal.isInteractive
    let (state, names) = try follow(connection, isLive: isLive)
    let ended = state.scanned.filter { $0.job >= job }
    let left = names.subtracting(state.scanned.map(\.name)).sorted()
    if isLive { Page.redraw("") }
    let songs = try connection.ask("stats").integer("songs") ?? 0
    let failure = ScanText.failure(left: left, ended.filter(\.isIncomplete))
    if json {
      if let failure { throw failure }
      return
    }
    Page.print(lines: ScanText.lines(ended))
    if let uri, try !isKnown(uri, connection) {
      Page.print(
        wasKnown
          ? "\(uri) was removed from the library: it was deleted or is ignored."
          : "There is no music in \(uri).")
    }
    Page.print("\(StatusText.count(songs, "song")) in the library")
    if let failure { throw failure }
  }

  /// Shows how far the scans are until all have ended.
  /// - Returns: how it was at the end, and the names of the volumes that were being scanned.
  private func follow(
    _ connection: Connection, isLive: Bool
  ) throws -> (last: ScanState, names: Set<String>) {
    var (last, names): (ScanState?, Set<String>) = (nil, [])
    while true {
      let state = ScanState(try connection.ask("scan"))
      if state != last { show(state, isLive: isLive) }
      names.formUnion(state.volumes.map(\.name))
      if !state.isRunning { return (state, names) }
      last = state
      usleep(Self.pause)
    }
  }

  /// Whether the library has something of that name.
  private func isKnown(_ uri: String, _ connection: Connection) throws -> Bool {
    try connection.answerUnlessRefused("lsinfo", uri) != nil
  }

  /// Whether there is a file or folder of that name, music or not.
  private func isThere(_ uri: String, _ connection: Connection) throws -> Bool {
    if try connection.answerUnlessRefused("listfiles", uri) != nil { return true }
    guard let slash = uri.lastIndex(of: "/") else { return try lists(uri, in: "", connection) }
    return try lists(String(uri[uri.index(after: slash)...]), in: String(uri[..<slash]), connection)
  }

  private func lists(_ name: String, in folder: String, _ connection: Connection) throws -> Bool {
    // A folder may be there that can't be listed.
    guard let names = try connection.answerUnlessRefused("listfiles", folder) else { return false }
    return names.values("file").contains(name) || names.values("directory").contains(name)
  }

  private func show(_ state: ScanState, isLive: Bool) {
    if json {
      if let line = try? JSON.line(state) { Page.print(line) }
    } else if isLive {
      Page.redraw(ScanText.line(state, columns: Terminal.columns - 1))
    }
    OutputEnd.flush()
  }
}

struct VolumesCommand: ConnectedCommand {
  static let help = CommandHelp("volumes", "List sticks and music folders; unmount or mount a stick.")
  static let discussion = """
    EXAMPLES
      jukebox volumes                    list each with its name, mount point,
                                         number of songs, path prefix and scan
      jukebox add STICK                  append all songs of one volume
      jukebox volumes --unmount STICK    release a stick; pull it when the
                                         command has returned
      jukebox volumes --mount STICK      use it again
      jukebox volumes --json

    Paths of songs begin with the name of their volume (STICK/Miles). Paths in the
    first folder of the configuration have no prefix (Miles).
    """

  @Flag(help: "Print a JSON array.") var json = false
  @Option(help: ArgumentHelp("Release a stick so that it can be pulled.", valueName: "name"))
  var unmount: String?
  @Option(help: ArgumentHelp("Use a released stick again.", valueName: "name"))
  var mount: String?

  func validate() throws {
    if mount == "" || unmount == "" {
      throw ValidationError("The name of the stick is empty. `jukebox volumes` shows the names.")
    }
    if mount != nil, unmount != nil { throw ValidationError("Give --mount or --unmount, not both.") }
    if json, mount != nil || unmount != nil {
      throw ValidationError("--json works only without --mount and --unmount.")
    }
  }

  /// Why a volume is not let go that is no stick.
  static func refusal(of name: String, among volumes: [Volume]) -> Failure? {
    guard let volume = volumes.first(where: { $0.name == name }), volume.kind == "folder" else { return nil }
    return .refused(
      "\(name) is a folder of the configuration (\(volume.path)). Only sticks can be unmounted."
    )
  }

  func run(_ connection: Connection) throws {
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
    if json { return Page.print(try JSON.line(volumes)) }
    let letGo = try connection.ask("listneighbors").items(beginningWith: "neighbor").compactMap {
      $0["name"]
    }
    let unused = VolumeText.lines(unused: answer)
    if volumes.isEmpty, letGo.isEmpty, unused.isEmpty {
      Page.print(
        "There are no volumes. Plug in a stick, or add a `folder` to the section [library] of the configuration."
      )
    }
    let scanned = ScanState(try connection.ask("scan")).volumes.map(\.name)
    Page.print(lines: VolumeText.lines(volumes, scanned: scanned) + letGo.map(VolumeText.letGo) + unused)
  }
}

struct LibraryCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "library", abstract: "Choose which folders of sticks are in the library.",
    discussion: """
      EXAMPLES
        jukebox library sources               list the volumes, and what is excluded
        jukebox search --folders speech       find a folder by words of its name
        jukebox library exclude STICK/Speech  its songs leave the library
        jukebox library include STICK/Speech  and come back

        Only the folder Music of a stick:
        jukebox library exclude STICK
        jukebox library include STICK/Music

      The choice holds for all subfolders that have no other one. It is stored on
      the stick, and no file of the stick is changed. Ratings, cues and playlist
      entries of excluded songs are kept for when they come back.
      """,
    subcommands: [
      LibrarySourcesCommand.command, LibraryIncludeCommand.command, LibraryExcludeCommand.command,
    ])
}

struct LibrarySourcesCommand: ConnectedCommand {
  static let help = CommandHelp("sources", "List the volumes, and folders that were included or excluded.")

  @Flag(help: "Print a JSON array.") var json = false

  func run(_ connection: Connection) throws {
    let folders = SourceFolder.all(try connection.ask("library", "sources"))
    try Page.show(
      folders, json: json,
      ifEmpty: "There are no volumes. Plug in a stick.", lines: SourceText.lines(folders))
  }
}

struct LibraryIncludeCommand: ConnectedCommand {
  static let help = CommandHelp("include", "Take a folder into the library.")
  static let discussion = """
    It counts even if a parent folder is excluded, or a file .jukeboxignore skips it.
    The folder is scanned in the background; `jukebox scan` shows the progress.
    """

  @Argument(help: "Path of the folder, or the name of a volume.", completion: NameCompletion.paths)
  var folder: String

  func validate() throws { try PathArguments.check(folder: folder) }

  func run(_ connection: Connection) throws {
    try connection.ask("library", "include", connection.uri(of: folder))
    Page.print("\(folder) is in the library.")
  }
}

struct LibraryExcludeCommand: ConnectedCommand {
  static let help = CommandHelp("exclude", "Leave a folder out of the library.")
  static let discussion = """
    Its songs are no longer listed, found or played from the library. No file is
    changed. `jukebox library include` undoes it.
    """

  @Argument(help: "Path of the folder, or the name of a volume.", completion: NameCompletion.paths)
  var folder: String

  func validate() throws { try PathArguments.check(folder: folder) }

  func run(_ connection: Connection) throws {
    try connection.ask("library", "exclude", connection.uri(of: folder))
    Page.print("\(folder) is excluded. `jukebox library include` undoes this.")
  }
}
