import ArgumentParser
import Client
import Linux

struct PadCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "pad", abstract: "Soundboard: list, play and change sounds that play over the music.",
    discussion: """
      EXAMPLES
        jukebox pad                    list the pads with their numbers
        jukebox pad bell               press the pad Bell; its number works too
        jukebox pad bell --wait        and wait until it has ended
        jukebox pad grid               show all pads in the terminal, played by keys
        jukebox pad Animals/Cow        as in the list; case and accents are ignored
        jukebox pad show bell          show all settings of a pad
        jukebox pad set bell volume 70 mode toggle duck 12
        jukebox pad set bell --help    list what can be set
        jukebox pad stop               stop all sounds; the music continues

      Each file in the folder Sounds at the top of a stick is a pad; its subfolders
      are pad folders. For buttons and keys there are the actions `pad NAME` and
      `pad-stop`.
      """,
    subcommands: [
      PadListCommand.command, PadShowCommand.command, PadPressCommand.command,
      PlainCommand<PadPauseCommand>.command, PadStopCommand.command, PadSetCommand.command,
      PadAddCommand.command, PadRemoveCommand.command, PadMoveCommand.command, PadFoldersCommand.command,
      PadFolderCommand.command, PadFolderRemoveCommand.command, PadTrimCommand.command,
      PadWaveformCommand.command, PadExportCommand.command, PadUsageCommand.command, PadGridCommand.command,
    ],
    defaultSubcommand: PadListCommand.command)
}

struct PadListCommand: ConnectedCommand {
  static let help = CommandHelp("list", "List the pads with their numbers; > marks playing pads.")
  static let discussion = """
    EXAMPLES
      jukebox pad list Animals          pads in a pad folder
      jukebox pad list --sort favourite
      jukebox pad list --json | jq -r '.[] | [.number, .name] | @tsv'
    """

  @Flag(help: "Print a JSON array.") var json = false
  @Option(help: "Sort by place, name, newest or favourite.") var sort: PadOrder = .place
  @Argument(help: "Name of a pad folder; default: all pads.") var folder: String?

  func run(_ connection: Connection) throws {
    let pads = PadEntry.all(
      try connection.asked(["pads"] + (folder.map { [$0] } ?? []) + ["sort", sort.rawValue]))
    try Page.show(
      pads, json: json,
      ifEmpty:
        "There are no pads. Put files into the folder Sounds of a stick, or use `jukebox pad add PATH`.",
      lines: PadText.lines(pads))
  }
}

struct PadShowCommand: ConnectedCommand {
  static let help = CommandHelp("show", "Show the file and all settings of a pad.")
  static let discussion = """
    EXAMPLES
      jukebox pad show bell
      jukebox pad show Animals/Cow --json | jq -r .settings.volume
    """

  @Flag(help: "Print the pad as JSON.") var json = false
  @Argument(help: "Name, number or id of the pad.", completion: NameCompletion.pads) var name: [String]

  func run(_ connection: Connection) throws {
    let pads = PadEntry.all(try connection.asked(["padget", name.joined(separator: " ")]))
    guard let pad = pads.first else { return }
    try Page.show(pad, json: json, lines: PadText.settings(pad))
  }
}

struct PadPressCommand: RequestCommand {
  static let help = CommandHelp("press", "Press a pad: `jukebox pad NAME` does the same.")
  static let discussion = """
    EXAMPLES
      jukebox pad bell            by name, its start or words of it
      jukebox pad 3               by number
      jukebox pad bell --wait     wait until it has ended
      jukebox pad Animals/Cow     as in the list; case and accents are ignored
    """

  @Flag(help: "Wait until the sound has ended.") var wait = false
  @Argument(help: "Name, number or id of the pad.", completion: NameCompletion.pads) var name: [String]

  var request: [String] { ["pad", name.joined(separator: " ")] + (wait ? ["wait"] : []) }
}

enum PadPauseCommand: PlainRequest {
  static let help = (path: "pad pause", abstract: "Pause all playing pads, or resume them.")
  static let words = ["padpause"]
}

struct PadStopCommand: RequestCommand {
  static let help = CommandHelp("stop", "Stop one pad or all pads; the music continues.")
  static let discussion = "EXAMPLE: jukebox pad stop bell"

  @Argument(help: "Name, number or id of the pad; default: all.", completion: NameCompletion.pads) var name:
    [String] = []

  var request: [String] { ["padstop"] + (name.isEmpty ? [] : [name.joined(separator: " ")]) }
}

struct PadSetCommand: ConnectedCommand {
  static let help = CommandHelp("set", "Change the sound of a pad and the effect of a press.")
  static let discussion = """
    EXAMPLES
      jukebox pad set bell volume 70 boost 1.5
      jukebox pad set "Big Bell" mode toggle group bells loops -1
      jukebox pad set 3 colour ff8000 favourite 1

    KEYS
      name       name of the pad
      folder     its pad folder; '' for none
      volume     0 to 100, the scale of `jukebox volume`
      boost      1 to 2, a further factor
      speed      0.25 to 2; the pitch does not change
      loops      number of repeats; -1 repeats until stopped
      bass, mid, treble   -12 to 12 dB
      start, end seconds in the file; '' for the end of the file
      delay      0 to 300 seconds before the sound
      mode       second press: once (restart), toggle (stop) or layer (play
                 another copy); or hold (play while pressed)
      group      only one pad of a group plays at a time; '' for none
      duck       0 to 60 dB: lower the music while the pad plays
      colour     six hexadecimal digits or a name such as green; '' for none
      favourite  0 or 1
    """

  @Flag(help: "Print the pad as JSON.") var json = false
  @Argument(help: "Name, number or id of the pad.", completion: NameCompletion.pads) var name: String
  @Argument(parsing: .allUnrecognized, help: ArgumentHelp("KEY VALUE, once or more.", valueName: "values"))
  var values: [String]

  func validate() throws {
    let values = CommandWords.behindDashes(values)
    try require(
      !values.isEmpty && values.count % 2 == 0, "Expected a key and a value: jukebox pad set bell volume 70")
  }

  func run(_ connection: Connection) throws {
    var words = CommandWords.behindDashes(values)
    for index in stride(from: 0, to: words.count, by: 2) where words[index] == "colour" {
      words[index + 1] =
        TakenBack.isMeant(by: words[index + 1])
        ? "" : ColourName.digits(words[index + 1]) ?? words[index + 1]
    }
    try tell(PadEntry.all(try connection.asked(["padset", name] + words)), json: json)
  }
}

private func tell(_ pads: [PadEntry], json: Bool) throws {
  try Page.show(pads.first, json: json && !pads.isEmpty, lines: PadText.lines(pads))
}

struct PadAddCommand: ConnectedCommand {
  static let help = CommandHelp("add", "Add a pad for a song, or restore a removed pad.")
  static let discussion = """
    EXAMPLES
      jukebox pad add "Sounds/bell.wav"
      jukebox pad add "Miles/So What.flac" --name Intro
    """

  @Option(help: "Name of the pad; default: the file's name.") var name: String?
  @Flag(help: "Print the pad as JSON.") var json = false
  @Argument(help: "Path of a song or sound.", completion: NameCompletion.paths) var path: String

  func run(_ connection: Connection) throws {
    try tell(PadEntry.all(try connection.asked(["padadd", path] + (name.map { [$0] } ?? []))), json: json)
  }
}

struct PadRemoveCommand: RequestCommand {
  static let help = CommandHelp("remove", "Remove a pad; its file is kept, and `pad add` restores the pad.")
  static let discussion = "EXAMPLE: jukebox pad remove bell"

  @Argument(help: "Name, number or id of the pad.", completion: NameCompletion.pads) var name: [String]

  var request: [String] { ["padremove", name.joined(separator: " ")] }
}

struct PadMoveCommand: RequestCommand {
  static let help = CommandHelp("move", "Move a pad to another place among the pads of its stick.")
  static let discussion = """
    EXAMPLES
      jukebox pad move bell 1     move it to the front
    """

  @Argument(help: "Name, number or id of the pad.", completion: NameCompletion.pads) var name: String
  @Argument(help: "New place, from 1.") var place: Int

  var request: [String] { ["padmove", name, "\(place)"] }
}

struct PadFoldersCommand: ConnectedCommand {
  static let help = CommandHelp("folders", "List the pad folders.")
  static let discussion = "EXAMPLE: jukebox pad folders"

  @Flag(help: "Print a JSON array.") var json = false

  func run(_ connection: Connection) throws {
    let folders = PadFolderEntry.all(try connection.ask("padfolders"))
    try Page.show(
      folders, json: json,
      ifEmpty:
        "There are no pad folders. `jukebox pad folder NAME` creates one; subfolders of Sounds are pad folders too.",
      lines: Columns.table(
        folders.map { [$0.name, "\($0.pads)" + ($0.colour.map { "  #\($0.lowercased())" } ?? "")] }))
  }
}

struct PadFolderCommand: RequestCommand {
  static let help = CommandHelp("folder", "Create or change a pad folder.")
  static let discussion = """
    EXAMPLES
      jukebox pad folder Animals --colour green
      jukebox pad folder Animals --place 1 --rename Pets
    """

  @Option(help: "A colour such as green, or #rrggbb; none removes it.") var colour: String?
  @Option(help: "Place among the pad folders, from 1.") var place: Int?
  @Option(help: "New name.") var rename: String?
  @Argument(help: "Name of the pad folder.") var name: String

  func validate() throws { try ColourName.check(colour) }

  var request: [String] {
    let colour: [String] = colour.map { ["colour", ColourName.digits($0) ?? ""] } ?? []
    let place: [String] = place.map { ["place", String($0)] } ?? []
    let rename: [String] = rename.map { ["rename", $0] } ?? []
    return ["padfolder", name] + colour + place + rename
  }
}

struct PadFolderRemoveCommand: RequestCommand {
  static let help = CommandHelp("folder-remove", "Delete a pad folder; its pads are kept without a folder.")
  static let discussion = "EXAMPLE: jukebox pad folder-remove Animals"

  @Argument(help: "Name of the pad folder.") var name: String

  var request: [String] { ["padfolderrm", name] }
}

struct PadUsageCommand: ConnectedCommand {
  static let help = CommandHelp("usage", "Show the disk space and memory that pads use.")
  static let discussion = "EXAMPLE: jukebox pad usage"

  @Flag(help: "Print JSON.") var json = false

  func run(_ connection: Connection) throws {
    let values = try connection.ask("padusage").pairs.compactMap { pair in
      Int(pair.value).map { (pair.key, $0) }
    }
    let usage = Dictionary(values) { first, _ in first }
    func count(_ key: String) -> Int { usage[key] ?? 0 }
    func megabytes(_ key: String) -> String {
      let tenths = count(key) * 10 >> 20
      return "\(tenths / 10).\(tenths % 10) MiB"
    }
    try Page.show(
      usage, json: json,
      lines: [
        "\(count("pads")) pads, \(count("absent")) with a missing file,  \(count("playing")) playing",
        "\(count("files")) files, \(megabytes("bytes"))",
        "\(count("loaded")) in memory, \(megabytes("memory")) of \(megabytes("memory_limit"))",
      ])
  }
}

struct PadTrimCommand: ConnectedCommand {
  static let help = CommandHelp("trim", "Write a part of a pad's file to a new file; the old file is kept.")
  static let discussion = """
    EXAMPLES
      jukebox pad waveform bell        find the part
      jukebox pad trim bell 0.25 1.5   0.25 s to 1.5 s; the new file becomes a pad
    """

  @Argument(help: "Name, number or id of the pad.", completion: NameCompletion.pads) var name: String
  @Argument(help: "Start of the part, in seconds.") var start: Double
  @Argument(help: "End of the part, in seconds.") var end: Double

  func validate() throws {
    try require(start >= 0 && end > start, "END must be after START, and START 0 or more.")
  }

  func run(_ connection: Connection) throws {
    Page.print(try connection.ask("padtrim", name, "\(start)", "\(end)")["file"] ?? "", isPath: true)
  }
}

struct PadWaveformCommand: ConnectedCommand {
  static let help = CommandHelp(
    "waveform", "Draw the waveform of a pad's file over the width of the terminal.")
  static let discussion = "EXAMPLE: jukebox pad waveform bell"

  @Flag(help: "Print the peaks of 100 parts, 0 to 1, as a JSON array.") var json = false
  @Argument(help: "Name, number or id of the pad.", completion: NameCompletion.pads) var name: [String]

  func run(_ connection: Connection) throws {
    let name = name.joined(separator: " ")
    let parts = json ? 100 : max(1, min(1000, Terminal.columns - 1))
    let peaks = try connection.ask("padwaveform", name, "\(parts)").values("peak").compactMap { Double($0) }
    try Page.show(peaks, json: json, lines: RecordText.waveform(peaks))
  }
}

struct PadExportCommand: ConnectedCommand {
  static let help = CommandHelp("export", "Write a pad to a file with its cut, level, speed and equaliser.")
  static let discussion = """
    EXAMPLES
      jukebox pad export bell -o bell.wav
      jukebox pad export bell -o bell.flac --bits 24
    """

  @OptionGroup var file: RenderedFileOptions
  @Argument(help: "Name, number or id of the pad.", completion: NameCompletion.pads) var name: [String]

  func run(_ connection: Connection) throws {
    try RenderedFile.removeIfInterrupted()
    try file.check()
    let words = file.words + ["pad", name.joined(separator: " ")]
    try RenderedFile(connection, words).write(to: file.output)
  }
}
