import ArgumentParser
import Client

struct RemoveCommand: ConnectedCommand {
  static let help = CommandHelp("remove", "Move songs or folders into the trash of their stick.")
  static let discussion = """
    EXAMPLES
      jukebox remove Miles/01.flac        one song
      jukebox remove Miles STICK/Old      folders with all that is in them
      jukebox trash list                  show what was removed
      jukebox trash restore Miles         bring it back

    The trash is .jukebox/trash on the same stick or music folder, so nothing is
    copied. Ratings, cues and playlist entries wait for the file. After 30 days, or
    when space runs short, the oldest items are deleted; the log lists them.

    `jukebox queue remove` removes songs from the queue only. This command requires
    writable = on in the section [library] of the configuration and the permission
    admin.
    """

  @Flag(help: "Print the removed items as JSON.") var json = false
  @Argument(help: "Paths of songs or folders.") var paths: [String]

  func validate() throws { try PathArguments.check(paths) }

  func run(_ connection: Connection) throws {
    let root = try? connection.ask("config")["music_directory"]
    try connection.send(["remove"] + paths.map { AddCommand.uri($0, musicDirectory: root) })
    let items = TrashedItem.all(try connection.answer(during: "Removing", isQuiet: json))
    try Page.show(items, json: json, lines: FileEditText.lines(removed: items))
  }
}

struct TrashCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "trash", abstract: "List, restore or delete what `jukebox remove` removed.",
    discussion: """
      EXAMPLES
        jukebox trash list
        jukebox trash restore Miles/01.flac    by its former path
        jukebox trash restore 1795780000-2-3fa20c11
        jukebox trash empty                    delete all of it
        jukebox trash empty STICK              of one volume

      Requires writable = on in the section [library] of the configuration and the
      permission admin.
      """,
    subcommands: [TrashListCommand.command, TrashRestoreCommand.command, TrashEmptyCommand.command],
    defaultSubcommand: TrashListCommand.command)
}

struct TrashListCommand: ConnectedCommand {
  static let help = CommandHelp("list", "List the trash of all volumes, the oldest items first.")
  static let discussion = """
    EXAMPLES
      jukebox trash list
      jukebox trash list --json | jq -r '.[].path'
    """

  @Flag(help: "Print as JSON.") var json = false

  func run(_ connection: Connection) throws {
    let items = TrashedItem.all(try connection.ask("trash", "list"))
    try Page.show(items, json: json, lines: FileEditText.lines(trash: items))
  }
}

struct TrashRestoreCommand: ConnectedCommand {
  static let help = CommandHelp("restore", "Move items from the trash back to where they were.")
  static let discussion = """
    EXAMPLES
      jukebox trash restore Miles/01.flac
      jukebox trash restore 1795780000-2-3fa20c11

    Of several items with one path, the last removed one is restored. If something
    else is at the path, nothing is changed.
    """

  @Flag(help: "Print the restored items as JSON.") var json = false
  @Argument(help: "Numbers or former paths, as `jukebox trash list` shows them.") var items: [String]

  func validate() throws { try PathArguments.check(items) }

  func run(_ connection: Connection) throws {
    var restored: [TrashedItem] = []
    for item in items {
      try connection.send(["trash", "restore", item])
      restored += TrashedItem.all(try connection.answer(during: item, isQuiet: json))
      if !json { Page.print(lines: FileEditText.lines(restored: restored.suffix(1))) }
    }
    if json { Page.print(try JSON.line(restored)) }
  }
}

struct TrashEmptyCommand: ConnectedCommand {
  static let help = CommandHelp("empty", "Delete what is in the trash. This cannot be undone.")
  static let discussion = """
    EXAMPLES
      jukebox trash empty
      jukebox trash empty STICK      of one volume
    """

  @Flag(help: "Print the deleted items as JSON.") var json = false
  @Argument(help: "Name of a volume; default: all.") var volume: String?

  func validate() throws { try VolumeName.check(volume) }

  func run(_ connection: Connection) throws {
    try connection.send(["trash", "empty"] + (volume.map { [$0] } ?? []))
    let items = TrashedItem.all(try connection.answer(during: "Emptying the trash", isQuiet: json))
    try Page.show(items, json: json, lines: FileEditText.lines(deleted: items))
  }
}

struct CopyCommand: ConnectedCommand {
  static let help = CommandHelp("copy", "Copy songs or folders to another stick or music folder.")
  static let discussion = """
    EXAMPLES
      jukebox copy STICK/Miles music       a folder of a stick into the box
      jukebox copy Miles/01.flac STICK     a song to a stick
      jukebox volumes                      show the names of the volumes

    Songs get the same path on the other volume, with the pictures of their
    folders; characters that sticks cannot store become _. A song that is there
    already is skipped. If another file has its name, (2) is added to the name.

    Ctrl-C stops the copy, and so does unplugging a stick: whole files stay, half
    ones are deleted. The same command again continues. Playback has precedence.
    Ratings, cues and playlists stay with the original.

    Requires writable = on in the section [library] of the configuration and the
    permission admin.
    """

  @Flag(help: "Print the result as JSON.") var json = false
  @Argument(help: "Paths of songs or folders, then the name of a volume.") var words: [String]

  func validate() throws {
    guard words.count > 1, let volume = words.last else {
      throw ValidationError("Give a song or folder and a volume: `jukebox copy Miles STICK`.")
    }
    try PathArguments.check(Array(words.dropLast()))
    try VolumeName.check(volume)
  }

  func run(_ connection: Connection) throws {
    let root = try? connection.ask("config")["music_directory"]
    try connection.send(
      ["copy"] + words.dropLast().map { AddCommand.uri($0, musicDirectory: root) } + words.suffix(1))
    let line = ProgressLine(isQuiet: json)
    defer { line.clear() }
    let answer = try connection.answer(
      progress: { line.show("\(FileEditText.size($0)) of \(FileEditText.size($1)) copied") },
      waiting: { line.show("\($0) s: looking for songs") })
    line.clear()
    func count(_ key: String) -> Int { answer.integer(key) ?? 0 }
    let (copied, known, bytes) = (count("copied"), count("known"), count("bytes"))
    try Page.show(
      ["copied": copied, "known": known, "bytes": bytes], json: json,
      lines: [FileEditText.line(copied: copied, known: known, bytes: bytes)])
  }
}
