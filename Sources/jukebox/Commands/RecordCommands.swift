import ArgumentParser
import Client
import Linux

struct RecordCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "record", abstract: "Record from a microphone, and keep the recording as a pad.",
    discussion: """
      EXAMPLES
        jukebox record start Hello           record with a meter; Return stops
        jukebox record start --seconds 60    stop after 60 seconds (default 30)
        jukebox record play                  play the take
        jukebox record analyze               show its tempo, key and chords
        jukebox record notes -o take.mid     write its notes as a MIDI file
        jukebox record keep Hello            save it as a pad
        jukebox record keep Hello --folder Voices
        jukebox record discard               delete it

      Set the microphone by `capture-device` in the section [audio] of the
      configuration. A take is unsaved until it is kept or discarded. For buttons and
      keys there are the actions record (start or stop) and record-keep.
      """,
    subcommands: [
      RecordStatusCommand.command, RecordStartCommand.command, PlainCommand<RecordStopCommand>.command,
      PlainCommand<RecordPlayCommand>.command, RecordAnalyzeCommand.command, RecordNotesCommand.command,
      RecordKeepCommand.command, PlainCommand<RecordDiscardCommand>.command,
    ],
    defaultSubcommand: RecordStatusCommand.command)
}

struct RecordStatusCommand: ConnectedCommand {
  static let help = CommandHelp("status", "Show the recording in progress or the unsaved take.")
  static let discussion = "EXAMPLE: jukebox record status"

  @Flag(help: "Print JSON, once.") var json = false

  func run(_ connection: Connection) throws {
    let status = RecordStatus(try connection.ask("record", "status"))
    if json { return Page.print(try JSON.line(status)) }
    if status.state == "recording", Terminal.isInteractive { return try RecordMeter(connection).run() }
    Page.print(RecordText.line(status))
  }
}

struct RecordStartCommand: ConnectedCommand {
  static let help = CommandHelp("start", "Start a recording; it replaces an unsaved take.")
  static let discussion = """
    EXAMPLES
      jukebox record start                 record at most 30 seconds
      jukebox record start Hello --seconds 60

    In a terminal it shows time and level (green to -12 dB, yellow to -3 dB, then
    red); Return or Ctrl-C stops it.
    """

  @Option(help: "Maximum length, 1 to 600 seconds.") var seconds = 30
  @Argument(help: "Name for `jukebox record keep`.") var name: String?

  func validate() throws {
    guard (1...600).contains(seconds) else { throw ValidationError("--seconds is 1 to 600.") }
  }

  func run(_ connection: Connection) throws {
    _ = try connection.asked(["record", "start"] + (name.map { [$0] } ?? []) + ["seconds", "\(seconds)"])
    if Terminal.isInteractive { try RecordMeter(connection).run() }
  }
}

enum RecordStopCommand: PlainRequest {
  static let help = (path: "record stop", abstract: "Stop the recording; `record keep` saves the take.")
  static let words = ["record", "stop"]
}

enum RecordPlayCommand: PlainRequest {
  static let help = (path: "record play", abstract: "Play the unsaved take over the music.")
  static let words = ["record", "play"]
}

struct RecordAnalyzeCommand: ConnectedCommand {
  static let help = CommandHelp("analyze", "Show tempo, key and chords of the unsaved take.")
  static let discussion = """
    EXAMPLES
      jukebox record analyze
      jukebox record analyze --remote      by the server of `remote` in [analysis]
    """

  @Flag(help: "Send the take to the configured server.") var remote = false

  func run(_ connection: Connection) throws {
    let answer = try connection.asked(["record", "analyze"] + (remote ? ["remote"] : []))
    Page.print(lines: AnalysisText.lines(answer))
    Page.print(lines: AnalysisText.lines(ChordEntry.all(answer)))
  }
}

struct RecordNotesCommand: ConnectedCommand {
  static let help = CommandHelp("notes", "Transcribe the notes of the unsaved take, also as a MIDI file.")
  static let discussion = """
    EXAMPLES
      jukebox record notes                 list the notes
      jukebox record notes -o take.mid     write a Standard MIDI File

    The take is at least 5 seconds long. The result is a draft: one instrument
    without others gives the best one.
    """

  @OptionGroup var file: OutputFile
  @Flag(help: "Print JSON.") var json = false

  func validate() throws {
    if let output = file.output { try MIDIFile.checkName(output) }
  }

  func run(_ connection: Connection) throws {
    try file.check()
    try connection.send(["record", "notes"])
    let answer = try connection.answer(during: "analysing notes", isQuiet: false)
    let notes = NoteEntry.all(answer)
    if let output = file.output {
      return try LocalFile.write(MIDIFile.bytes(notes, tempo: answer.real("bpm")), to: output)
    }
    try Page.show(notes, json: json, lines: AnalysisText.lines(notes))
  }
}

struct RecordKeepCommand: ConnectedCommand {
  static let help = CommandHelp("keep", "Save the take in the folder Sounds of a stick, as a pad.")
  static let discussion = """
    EXAMPLES
      jukebox record keep                       use the name of `record start`, else the time
      jukebox record keep Hello --folder Voices
    """

  @Option(help: "Pad folder (a folder below Sounds).") var folder: String?
  @Argument(help: "Name of the pad; default: the name given to `record start`.") var name: String?

  func run(_ connection: Connection) throws {
    let words = ["record", "keep"] + (name.map { [$0] } ?? []) + (folder.map { ["folder", $0] } ?? [])
    Page.print(try connection.asked(words)["file"] ?? "", isPath: true)
  }
}

enum RecordDiscardCommand: PlainRequest {
  static let help = (path: "record discard", abstract: "Delete the unsaved take.")
  static let words = ["record", "discard"]
}
