import ArgumentParser
import Client
import Glibc
import Linux
import Model

struct AnalyzeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "analyze",
    abstract: "Analyse songs for tempo, key, chords and loudness, or show the progress.",
    discussion: """
      The jukebox analyses new songs by itself when it is idle. This command starts
      at once. Playback is never disturbed.

      EXAMPLES
        jukebox analyze              show the progress
        jukebox analyze Miles        analyse a folder or a song now
        jukebox analyze --all        analyse everything now
        jukebox analyze Miles --force    analyse again what has a result
        jukebox analyze Miles --remote   let a server analyse it

      Ctrl-C cancels; finished results are kept. --background returns at once and
      the jukebox continues. --remote sends the files to the server that the
      configuration names (`remote` in the section [analysis]). What it finds is
      stored beside the jukebox's own analysis, and shown; `jukebox analysis
      --source own` shows the own one again.
      """)

  @OptionGroup var connection: ConnectionOptions
  @Flag(help: "Analyse the whole library.") var all = false
  @Flag(help: "Analyse again songs that have a result.") var force = false
  @Flag(help: "Return at once; do not wait for the end.") var background = false
  @Flag(help: "Send the songs to the configured server, one after the other.") var remote = false
  @Flag(help: "Print the progress as JSON, once.") var json = false
  @Argument(help: "Path of a folder or a song; default: show the progress.", completion: NameCompletion.paths)
  var path: String?

  func validate() throws {
    try PathArguments.check(folder: path)
    if all, path != nil { throw ValidationError("Give a path or --all, not both.") }
    if force, path == nil, !all { throw ValidationError("--force needs a path or --all.") }
    if remote, path == nil || force || background || json {
      throw ValidationError("--remote needs a path, and goes without --force, --background and --json.")
    }
  }

  private static let milliseconds: UInt32 = 250

  func run() throws { try connection.withConnection(run) }

  private func run(_ connection: Connection) throws {
    let isInterrupted = Guarded(false)
    let waits = (all || path != nil) && !background && !json
    if waits { try Interruption.watch { isInterrupted.withLock { $0 = true } } }
    guard all || path != nil else {
      let state = AnalysisState(try connection.ask("analyze", "status"))
      return Page.print(json ? try JSON.line(state) : AnalysisText.state(state))
    }
    let uri = path.map { connection.uri(of: $0) } ?? ""
    if remote { return try analyzeRemotely(uri, connection, isInterrupted) }
    let failed = AnalysisState(try connection.ask("analyze", "status")).failed
    let everything = all || uri == "/"
    let asked = try connection.asked(["analyze"] + (everything ? [] : [uri]) + (force ? ["force"] : []))
    let songs = asked.integer("songs") ?? 0
    if json { return Page.print(try JSON.line(AnalysisState(try connection.ask("analyze", "status")))) }
    if background { return Page.print("\(StatusText.count(songs, "song")) queued for analysis") }
    try follow(songs, isAll: everything, connection, isInterrupted)
    try tell(
      songs, failed: AnalysisState(try connection.ask("analyze", "status")).failed - failed, uri, connection
    )
  }

  /// Each song of a folder, or one. A second connection sees how far each is.
  private func analyzeRemotely(
    _ uri: String, _ connection: Connection, _ isInterrupted: Guarded<Bool>
  ) throws {
    let songs = try connection.ask("listall", uri).values("file")
    let line = ProgressLine()
    defer { line.clear() }
    var refused = 0
    try self.connection.withConnection { watcher in
      for (index, song) in songs.enumerated() {
        try connection.send(["analyze", song, "remote"])
        let answer: Answer
        do throws(Failure) {
          answer = try connection.answer(progress: { _, _ in }) { seconds in
            if isInterrupted.withLock({ $0 }) { _ = try? watcher.ask("analyze", "cancel") }
            guard let state = try? watcher.ask("analyze", "status") else { return }
            line.show("\(index + 1) of \(songs.count)  \(seconds) s  \(AnalysisText.remote(state))  \(song)")
          }
        } catch {
          line.clear()
          if isInterrupted.withLock({ $0 }) { throw ExitCode(130) }
          // The next song may be another matter.
          guard songs.count > 1, let key = error.refusal?.key,
            [.remoteFailed, .remoteUnsupported, .remoteTooLarge].contains(key)
          else { throw error }
          refused += 1
          Page.print("\(song): \(error.description)")
          continue
        }
        line.clear()
        Page.print(song, isPath: true)
        Page.print(lines: AnalysisText.lines(answer))
      }
    }
    if refused > 0 {
      throw Failure.refused("\(refused) of \(songs.count) songs have no analysis by the server")
    }
  }

  private func follow(
    _ songs: Int, isAll: Bool, _ connection: Connection, _ isInterrupted: Guarded<Bool>
  ) throws {
    let line = ProgressLine()
    defer { line.clear() }
    let began = ContinuousClock.now
    while true {
      let state = AnalysisState(try connection.ask("analyze", "status"))
      guard state.waiting > 0 else { break }
      let left = isAll ? state.songs - state.done : state.waiting
      if isInterrupted.withLock({ $0 }) {
        _ = try connection.ask("analyze", "cancel")
        line.clear()
        Page.print("\(StatusText.count(max(0, songs - left), "song")) analysed, \(left) remaining")
        OutputEnd.flush()
        throw ExitCode(130)
      }
      let seconds = (ContinuousClock.now - began) / .seconds(1)
      line.show(
        AnalysisText.progress(state, songs: max(songs, left), left: left, isAll: isAll, after: seconds))
      usleep(Self.milliseconds * 1000)
    }
  }

  /// - Parameter failed: songs of which there is no analysis for a reason.
  private func tell(_ songs: Int, failed: Int, _ uri: String, _ connection: Connection) throws {
    guard failed > 0 else { return Page.print("\(StatusText.count(songs, "song")) analysed") }
    if songs == 1, !all {
      let song = SongAnalysis(try connection.ask("analysis", uri))
      throw Failure.refused("No analysis of \(uri): \(AnalysisText.reason(song))")
    }
    Page.print(
      "\(StatusText.count(max(0, songs - failed), "song")) analysed, \(failed) failed. `jukebox analysis PATH` shows the reason."
    )
  }
}

struct AnalysisCommand: ConnectedCommand {
  static let help = CommandHelp("analysis", "Show tempo, key and loudness of a song, or correct them.")
  static let discussion = """
    EXAMPLES
      jukebox analysis                     show the current song
      jukebox analysis 'Miles/So What.flac'
      jukebox analysis --bpm 124           set the tempo; x2 doubles, /2 halves it
      jukebox analysis --key Am            set the key; also in Camelot form: 8A
      jukebox analysis --bpm off           use the analysed value again
      jukebox analysis --source remote     show what the server found

    A value set here takes precedence over the file's tags, and the tags over the
    analysis. It is kept when the song is analysed again.
    """

  @Option(help: "Set the tempo: 20 to 500 BPM, x2, /2 or off.") var bpm: String?
  @Option(help: "Set the key, such as Am, Db or 8A, or off.") var key: String?
  @Option(help: "Show the analysis of the jukebox (own) or of the server (remote).") var source: String?
  @Flag(help: "Print JSON.") var json = false
  @Argument(help: SongArgument.help, completion: NameCompletion.paths) var path: String?

  func run(_ connection: Connection) throws {
    let uri = path ?? ""
    for (word, value) in [("bpm", bpm), ("key", key), ("source", source)] {
      if let value {
        _ = try connection.ask("analysis", "set", uri, word, TakenBack.isMeant(by: value) ? "off" : value)
      }
    }
    let answer = try connection.ask("analysis", uri)
    try Page.show(SongAnalysis(answer), json: json, lines: AnalysisText.lines(answer))
  }
}

struct NotesCommand: ConnectedCommand {
  static let help = CommandHelp("notes", "Transcribe the notes of a song, also as a MIDI file.")
  static let discussion = """
    EXAMPLES
      jukebox notes -o song.mid            write the current song as MIDI (.mid)
      jukebox notes 'Miles/So What.flac' --from 30 --to 60
      jukebox notes --json

    The analysis takes a few seconds per minute of music. The result is a draft:
    in the music of a band, about 40 % of the notes are right.
    """

  @OptionGroup var file: OutputFile
  @Option(help: "Start at this position, in seconds.") var from: Double?
  @Option(help: "End at this position, in seconds.") var to: Double?
  @Flag(help: "Print JSON.") var json = false
  @Argument(help: SongArgument.help, completion: NameCompletion.paths) var path: String?

  func validate() throws {
    if let output = file.output { try MIDIFile.checkName(output) }
    try require(
      (from ?? 0) >= 0 && (from ?? 0) < (to ?? .infinity), "--from must be 0 or more, and less than --to.")
  }

  func run(_ connection: Connection) throws {
    try file.check()
    let uri = path ?? ""
    let part = from == nil && to == nil ? [] : ["\(from ?? 0):\(to.map { "\($0)" } ?? "")"]
    try connection.send(["notes", uri] + part)
    var notes = NoteEntry.all(try connection.answer(during: "analysing notes", isQuiet: false))
    if let output = file.output {
      // A file of a part begins with it.
      let start = from ?? 0
      for index in notes.indices {
        notes[index].start = max(0, notes[index].start - start)
        notes[index].end -= start
      }
      let tempo = try connection.ask("analysis", uri).real("bpm")
      return try LocalFile.write(MIDIFile.bytes(notes, tempo: tempo), to: output)
    }
    try Page.show(notes, json: json, lines: AnalysisText.lines(notes))
  }
}

struct MixableCommand: ConnectedCommand {
  static let help = CommandHelp("mixable", "Find songs that mix well with a song, by tempo and key.")
  static let discussion = """
    EXAMPLES
      jukebox mixable                      songs that match the current one
      jukebox mixable 'Miles/So What.flac'
      jukebox mixable --add                play the best match next

    A match has the same key, its relative key or one a fifth away, and a tempo
    within 6 %, also at half or double tempo.
    """

  @Flag(help: "Insert the best match after the current song.") var add = false
  @Option(help: "Maximum number of results, 1 to 500.") var limit = 20
  @Flag(help: "Print JSON.") var json = false
  @Argument(help: SongArgument.help, completion: NameCompletion.paths) var path: String?

  func validate() throws {
    guard (1...500).contains(limit) else { throw ValidationError("--limit is 1 to 500.") }
  }

  private static let nothing = "No song matches. `jukebox analyze --all` analyses more songs."

  func run(_ connection: Connection) throws {
    let words = ["mixable"] + (path.map { [$0] } ?? []) + ["window", "0:\(add ? 1 : limit)"]
    let songs = MixableSong.all(try connection.asked(words))
    if add {
      guard let best = songs.first else { throw Failure.refused(Self.nothing) }
      _ = try connection.ask("addid", best.file, "+0")
      return Page.print("next: \(best.file)  \(best.reasons.joined(separator: ", "))")
    }
    try Page.show(songs, json: json, ifEmpty: Self.nothing, lines: AnalysisText.lines(songs))
  }
}

struct WaveformCommand: ConnectedCommand {
  static let help = CommandHelp(
    "waveform", "Draw the waveform of a song: bass, mid and treble in three colours.")
  static let discussion = """
    EXAMPLES
      jukebox waveform                     the current song, with its position
      jukebox waveform 'Miles/So What.flac'
      jukebox waveform --json --points 200

    Times and the numbers of the cues (`jukebox cue`) are below it; for the current
    song also its position and loop.
    """

  @Option(help: "Number of points, 1 to 2000; default: the terminal's width.") var points: Int?
  @Flag(help: "Print JSON.") var json = false
  @Argument(help: SongArgument.help, completion: NameCompletion.paths) var path: String?

  func validate() throws {
    if let points, !(1...2000).contains(points) { throw ValidationError("--points is 1 to 2000.") }
  }

  func run(_ connection: Connection) throws {
    let width = points ?? (json ? 2000 : max(10, min(Terminal.columns - 1, 200)))
    let waveform = WaveformPoint.all(try connection.ask("waveform", path ?? "", "\(width)"))
    if json { return Page.print(try JSON.line(waveform)) }
    let length = try connection.ask("analysis", path ?? "").real("duration") ?? 0
    var place: Double?
    var loop: ClosedRange<Double>?
    if path == nil, length > 0 {
      place = try connection.placeInSong().map { $0 / length }
      loop = try connection.ask("status").loop(inPartFrom: connection.ask("currentsong").rangeStart)
    }
    for line in WaveformText.lines(waveform, place: place, hasColours: Terminal.isInteractive) {
      print(line)
    }
    guard length > 0 else { return }
    let cues = Cue.all(try connection.ask("cues", path ?? ""))
    for line in WaveformText.below(length, columns: waveform.count, loop: loop, cues: cues) { print(line) }
  }
}
