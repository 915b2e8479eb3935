import ArgumentParser
import Client

struct PadCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "pad", abstract: "The soundboard: sounds over the music, on buttons and keys.",
    discussion: """
      EXAMPLES
        jukebox pad                    the pads, with their numbers
        jukebox pad bell               press the pad Bell; its number does, too
        jukebox pad bell --wait        and come back once it has ended
        jukebox pad grid               all of them in the terminal, played by keys
        jukebox pad set bell volume 0.5 mode toggle duck 12
        jukebox pad set bell --help    what can be set
        jukebox pad stop               silence, but for the music

      Files in the folder Sounds at the top of a stick are pads by themselves; its
      subfolders are pad folders. Buttons and keys have the actions `pad NAME` and
      `pad-stop`.
      """,
    subcommands: [
      PadListCommand.self, PadPressCommand.self, PadPauseCommand.self, PadStopCommand.self,
      PadSetCommand.self,
      PadAddCommand.self, PadRemoveCommand.self, PadMoveCommand.self, PadFoldersCommand.self,
      PadFolderCommand.self,
      PadFolderRemoveCommand.self, PadTrimCommand.self, PadWaveformCommand.self, PadExportCommand.self,
      PadUsageCommand.self,
      PadGridCommand.self,
    ],
    defaultSubcommand: PadListCommand.self)
}

struct PadListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "The pads, with their numbers; > marks those that sound.",
    discussion: """
      EXAMPLES
        jukebox pad list Animals          those of a pad folder
        jukebox pad list --sort favourite
        jukebox pad list --json | jq -r '.[] | [.number, .name] | @tsv'
      """)

  @OptionGroup var connection: ConnectionOptions
  @Flag(help: "Print a JSON array.") var json = false
  @Option(help: "place, name, newest or favourite.") var sort: PadOrder = .place
  @Argument(help: "A pad folder; all where none is given.") var folder: String?

  func run() throws {
    try connection.withConnection { connection in
      let pads = PadEntry.all(
        try connection.asked(["pads"] + (folder.map { [$0] } ?? []) + ["sort", sort.rawValue]))
      if json { return Page.print(try JSON.line(pads)) }
      if pads.isEmpty {
        Page.print(
          "There are no pads. Files in the folder Sounds of a stick are some; `jukebox pad add PATH` makes others."
        )
      }
      for line in PadText.lines(pads) { Page.print(line) }
    }
  }
}

struct PadPressCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "press", abstract: "Press a pad: `jukebox pad NAME` does the same.",
    discussion: """
      EXAMPLES
        jukebox pad bell            by its name, its beginning or words of it
        jukebox pad 3               by its number
        jukebox pad bell --wait     come back once it has ended
      """)

  @OptionGroup var connection: ConnectionOptions
  @Flag(help: "Come back once it has ended.") var wait = false
  @Argument(help: "Its name, number or id.") var name: [String]

  func run() throws {
    try connection.withConnection { connection in
      _ = try connection.asked(["pad", name.joined(separator: " ")] + (wait ? ["wait"] : []))
    }
  }
}

struct PadPauseCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "pause", abstract: "Hold all pads that sound, or let them go on.")

  @OptionGroup var connection: ConnectionOptions

  func run() throws { try connection.withConnection { _ = try $0.ask("padpause") } }
}

struct PadStopCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "stop", abstract: "End what sounds of a pad, or of all; the music plays on.")

  @OptionGroup var connection: ConnectionOptions
  @Argument(help: "Its name, number or id; all where none is given.") var name: [String] = []

  func run() throws {
    try connection.withConnection { connection in
      _ = try connection.asked(["padstop"] + (name.isEmpty ? [] : [name.joined(separator: " ")]))
    }
  }
}

struct PadSetCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "set", abstract: "Set how a pad sounds and what a press on it does.",
    discussion: """
      EXAMPLES
        jukebox pad set bell volume 0.5 boost 1.5
        jukebox pad set "Big Bell" mode toggle group bells loops -1
        jukebox pad set 3 colour ff8000 favourite 1

      KEYS
        name       what it is called
        folder     the pad folder that it is in; '' for none
        volume     0 to 1
        boost      1 to 2, a further factor
        speed      0.25 to 2; the pitch is kept
        loops      how often it is played again; -1 without end
        bass, mid, treble   -12 to 12 dB
        start, end seconds in its file; '' for the file's end
        delay      0 to 300 seconds before it
        mode       once (again from the start), toggle, hold (while pressed) or
                   layer (another one beside it)
        group      of pads with one group, one sounds at a time
        duck       0 to 60 dB by which the music is softer meanwhile
        colour     six hexadecimal digits or a name such as green; '' for none
        favourite  0 or 1
      """)

  @OptionGroup var connection: ConnectionOptions
  @Flag(help: "Print the pad as JSON.") var json = false
  @Argument(help: "Its name, number or id.") var name: String
  @Argument(parsing: .allUnrecognized, help: ArgumentHelp("KEY VALUE, once or more.", valueName: "values"))
  var values: [String]

  func validate() throws {
    let values = CommandWords.behindDashes(values)
    guard !values.isEmpty, values.count % 2 == 0 else {
      throw ValidationError("A key and a value are expected: jukebox pad set bell volume 0.5")
    }
  }

  func run() throws {
    try connection.withConnection { connection in
      var words = CommandWords.behindDashes(values)
      for index in stride(from: 0, to: words.count, by: 2) where words[index] == "colour" {
        words[index + 1] =
          words[index + 1] == "none" ? "" : ColourName.digits(words[index + 1]) ?? words[index + 1]
      }
      try tell(PadEntry.all(try connection.asked(["padset", name] + words)), json: json)
    }
  }
}

private func tell(_ pads: [PadEntry], json: Bool) throws {
  if json, let pad = pads.first { return Page.print(try JSON.line(pad)) }
  for line in PadText.lines(pads) { Page.print(line) }
}

struct PadAddCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "add", abstract: "Make a pad of a song, or bring one back that was removed.",
    discussion: """
      EXAMPLES
        jukebox pad add "Sounds/bell.wav"
        jukebox pad add "Miles/So What.flac" --name Intro
      """)

  @OptionGroup var connection: ConnectionOptions
  @Option(help: "What it is called; the file's name where none is given.") var name: String?
  @Flag(help: "Print the pad as JSON.") var json = false
  @Argument(help: "The path of a song.") var path: String

  func run() throws {
    try connection.withConnection { connection in
      try tell(PadEntry.all(try connection.asked(["padadd", path] + (name.map { [$0] } ?? []))), json: json)
    }
  }
}

struct PadRemoveCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove",
    abstract: "Take a pad off the soundboard; its file stays, and `pad add` brings it back.")

  @OptionGroup var connection: ConnectionOptions
  @Argument(help: "Its name, number or id.") var name: [String]

  func run() throws {
    try connection.withConnection { _ = try $0.asked(["padremove", name.joined(separator: " ")]) }
  }
}

struct PadMoveCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "move", abstract: "Give a pad another place among the pads of its stick.",
    discussion: """
      EXAMPLES
        jukebox pad move bell 1     to the front
      """)

  @OptionGroup var connection: ConnectionOptions
  @Argument(help: "Its name, number or id.") var name: String
  @Argument(help: "From 1.") var place: Int

  func run() throws {
    try connection.withConnection { _ = try $0.ask("padmove", name, "\(place)") }
  }
}

struct PadFoldersCommand: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "folders", abstract: "The pad folders.")

  @OptionGroup var connection: ConnectionOptions
  @Flag(help: "Print a JSON array.") var json = false

  func run() throws {
    try connection.withConnection { connection in
      let folders = PadFolderEntry.all(try connection.ask("padfolders"))
      if json { return Page.print(try JSON.line(folders)) }
      if folders.isEmpty {
        Page.print(
          "There are no pad folders. Subfolders of Sounds are some; `jukebox pad folder NAME` makes one.")
      }
      let width = Columns.widest(folders.map(\.name))
      for folder in folders {
        let colour = folder.colour.map { "  #\($0.lowercased())" } ?? ""
        Page.print("\(Columns.pad(folder.name, width))  \(folder.pads)\(colour)")
      }
    }
  }
}

struct PadFolderCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "folder", abstract: "Make a pad folder, or change one.",
    discussion: """
      EXAMPLES
        jukebox pad folder Animals --colour green
        jukebox pad folder Animals --place 1 --rename Pets
      """)

  @OptionGroup var connection: ConnectionOptions
  @Option(help: "A name such as green, or #rrggbb; none takes it off.") var colour: String?
  @Option(help: "Among the pad folders, from 1.") var place: Int?
  @Option(help: "Another name.") var rename: String?
  @Argument(help: "Its name.") var name: String

  func validate() throws {
    if let colour, colour != "none", ColourName.digits(colour) == nil {
      throw ValidationError(ColourName.refusal(colour))
    }
  }

  func run() throws {
    try connection.withConnection { connection in
      var words = ["padfolder", name]
      if let colour { words += ["colour", colour == "none" ? "" : ColourName.digits(colour) ?? ""] }
      if let place { words += ["place", "\(place)"] }
      if let rename { words += ["rename", rename] }
      _ = try connection.asked(words)
    }
  }
}

struct PadFolderRemoveCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "folder-remove", abstract: "Take a pad folder away; its pads stay, in none.")

  @OptionGroup var connection: ConnectionOptions
  @Argument(help: "Its name.") var name: String

  func run() throws { try connection.withConnection { _ = try $0.ask("padfolderrm", name) } }
}

struct PadUsageCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "usage", abstract: "What the pads take: files, bytes, memory.")

  @OptionGroup var connection: ConnectionOptions
  @Flag(help: "Print JSON.") var json = false

  func run() throws {
    try connection.withConnection { connection in
      let answer = try connection.ask("padusage")
      let values = answer.pairs.compactMap { pair in Int(pair.value).map { (pair.key, $0) } }
      let usage = Dictionary(values) { first, _ in first }
      if json { return Page.print(try JSON.line(usage)) }
      func megabytes(_ key: String) -> String {
        let tenths = (usage[key] ?? 0) * 10 / (1 << 20)
        return "\(tenths / 10).\(tenths % 10) MiB"
      }
      Page.print(
        "\(usage["pads"] ?? 0) pads, \(usage["absent"] ?? 0) without their file, \(usage["playing"] ?? 0) playing"
      )
      Page.print("\(usage["files"] ?? 0) files, \(megabytes("bytes"))")
      Page.print("\(usage["loaded"] ?? 0) in memory, \(megabytes("memory")) of \(megabytes("memory_limit"))")
    }
  }
}

struct PadTrimCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "trim", abstract: "Cut a part of a pad's file into a new one beside it; the old one stays.",
    discussion: """
      EXAMPLES
        jukebox pad waveform bell        what to cut
        jukebox pad trim bell 0.25 1.5   in seconds; the new file is a pad, too
      """)

  @OptionGroup var connection: ConnectionOptions
  @Argument(help: "Its name, number or id.") var name: String
  @Argument(help: "Where the part begins, in seconds.") var start: Double
  @Argument(help: "Where it ends.") var end: Double

  func validate() throws {
    guard start >= 0, end > start else { throw ValidationError("A part ends behind its beginning.") }
  }

  func run() throws {
    try connection.withConnection { connection in
      Page.print(try connection.ask("padtrim", name, "\(start)", "\(end)")["file"] ?? "", isPath: true)
    }
  }
}

struct PadWaveformCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "waveform", abstract: "A pad's file as 100 bars, from its beginning to its end.")

  @OptionGroup var connection: ConnectionOptions
  @Flag(help: "Print the loudest sample of each part, 0 to 1, as a JSON array.") var json = false
  @Argument(help: "Its name, number or id.") var name: [String]

  func run() throws {
    try connection.withConnection { connection in
      let name = name.joined(separator: " ")
      let peaks = try connection.ask("padwaveform", name).values("peak").compactMap { Double($0) }
      if json { return Page.print(try JSON.line(peaks)) }
      for line in RecordText.waveform(peaks) { Page.print(line) }
    }
  }
}

struct PadExportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Write a pad into a file as it sounds: cut, its level, speed and equaliser.",
    discussion: """
      EXAMPLES
        jukebox pad export bell -o bell.wav
        jukebox pad export bell -o bell.flac --bits 24
      """)

  @OptionGroup var connection: ConnectionOptions
  @OptionGroup var file: RenderedFileOptions
  @Argument(help: "Its name, number or id.") var name: [String]

  func run() throws {
    try RenderedFile.removeIfInterrupted()
    try connection.withConnection { connection in
      let words = file.words + ["pad", name.joined(separator: " ")]
      try RenderedFile(connection, words).write(to: file.output)
    }
  }
}
