import ArgumentParser
import Client
import Glibc
import Linux

struct RecordCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "record", abstract: "Record from a microphone, with a meter; keep it as a sound.",
    discussion: """
      EXAMPLES
        jukebox record start Hello           records, with a meter; return stops
        jukebox record start --seconds 60    at most so long (30)
        jukebox record play                  hear it
        jukebox record analyze               its key and chords
        jukebox record keep Hello            it is a pad then
        jukebox record keep Hello --folder Voices
        jukebox record discard               or away with it

      The microphone is `capture-device` in the section [audio] of the configuration.
      One recording lies apart until it is kept or discarded. Buttons and keys
      have the actions record (starts and stops) and record-keep.
      """,
    subcommands: [
      RecordStatusCommand.self, RecordStartCommand.self, RecordStopCommand.self, RecordPlayCommand.self,
      RecordAnalyzeCommand.self, RecordKeepCommand.self, RecordDiscardCommand.self,
    ],
    defaultSubcommand: RecordStatusCommand.self)
}

struct RecordStatusCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "status", abstract: "What is being recorded, or lies apart; the meter while it goes on.")

  @OptionGroup var connection: ConnectionOptions
  @Flag(help: "Print JSON, once.") var json = false

  func run() throws {
    try connection.withConnection { connection in
      let status = RecordStatus(try connection.ask("record", "status"))
      if json { return Page.print(try JSON.line(status)) }
      if status.state == "recording", Terminal.isInteractive { return try RecordMeter(connection).run() }
      Page.print(RecordText.line(status))
    }
  }
}

struct RecordStartCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "start", abstract: "Record; what lay apart is recorded over.",
    discussion: """
      EXAMPLES
        jukebox record start                 30 seconds at most
        jukebox record start Hello --seconds 60

      In a terminal it shows time and level (green to -12 dB, yellow to -3, red), and
      return or Ctrl-C stops it.
      """)

  @OptionGroup var connection: ConnectionOptions
  @Option(help: "At most so long, 1 to 600.") var seconds = 30
  @Argument(help: "What it is called when it is kept.") var name: String?

  func validate() throws {
    guard (1...600).contains(seconds) else { throw ValidationError("A recording has 1 to 600 seconds.") }
  }

  func run() throws {
    try connection.withConnection { connection in
      _ = try connection.asked(["record", "start"] + (name.map { [$0] } ?? []) + ["seconds", "\(seconds)"])
      try Self.requireSound(connection)
      if Terminal.isInteractive { try RecordMeter(connection).run() }
    }
  }

  /// A microphone that is not there is told within a moment.
  private static func requireSound(_ connection: Connection) throws {
    for _ in 0..<20 {
      let status = RecordStatus(try connection.ask("record", "status"))
      if let message = status.message, status.state == "none" {
        throw Failure.refused("Nothing is recorded: \(message).")
      }
      if status.state != "recording" || status.elapsed ?? 0 > 0 { return }
      usleep(100_000)
    }
  }
}

struct RecordStopCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "stop", abstract: "Stop the recording; it lies apart then.")

  @OptionGroup var connection: ConnectionOptions

  func run() throws { try connection.withConnection { _ = try $0.ask("record", "stop") } }
}

struct RecordPlayCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "play", abstract: "Hear the recording that lies apart, over the music.")

  @OptionGroup var connection: ConnectionOptions

  func run() throws { try connection.withConnection { _ = try $0.ask("record", "play") } }
}

struct RecordAnalyzeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "analyze", abstract: "Tempo, key and chords of the recording that lies apart.")

  @OptionGroup var connection: ConnectionOptions

  func run() throws {
    try connection.withConnection { connection in
      let answer = try connection.ask("record", "analyze")
      for line in AnalysisText.lines(answer) { Page.print(line) }
      for line in AnalysisText.lines(ChordEntry.all(answer)) { Page.print(line) }
    }
  }
}

struct RecordKeepCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "keep", abstract: "Make the recording a sound of the stick, and so a pad.",
    discussion: """
      EXAMPLES
        jukebox record keep                       by the name that it was started with
        jukebox record keep Hello --folder Voices
      """)

  @OptionGroup var connection: ConnectionOptions
  @Option(help: "A pad folder, which is a folder below Sounds.") var folder: String?
  @Argument(help: "Its name.") var name: String?

  func run() throws {
    try connection.withConnection { connection in
      let words = ["record", "keep"] + (name.map { [$0] } ?? []) + (folder.map { ["folder", $0] } ?? [])
      Page.print(try connection.asked(words)["file"] ?? "", isPath: true)
    }
  }
}

struct RecordDiscardCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "discard", abstract: "Throw the recording away that lies apart.")

  @OptionGroup var connection: ConnectionOptions

  func run() throws { try connection.withConnection { _ = try $0.ask("record", "discard") } }
}
