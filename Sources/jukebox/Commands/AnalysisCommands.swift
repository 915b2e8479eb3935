import ArgumentParser
import Client
import Glibc
import Linux

struct AnalyzeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "analyze", abstract: "Find tempo, key, chords and loudness of songs.",
    discussion: """
      The jukebox does so by itself while nobody asks for anything; this is for who
      does not want to wait. It never disturbs what plays.

      EXAMPLES
        jukebox analyze              how far it is
        jukebox analyze Miles        a folder or a song, now
        jukebox analyze --all        everything, without waiting for a quiet time
        jukebox analyze Miles --force    also what was analysed before

      Ctrl-C ends the work that was asked for; what is done stays. --background
      leaves it to the jukebox.
      """)

  @OptionGroup var connection: ConnectionOptions
  @Flag(help: "Everything that is there.") var all = false
  @Flag(help: "Also what has an analysis.") var force = false
  @Flag(help: "Don't wait for the end.") var background = false
  @Flag(help: "Print JSON, once.") var json = false
  @Argument(help: "A folder or a song.") var path: String?

  func validate() throws {
    try PathArguments.check(folder: path)
    if all, path != nil { throw ValidationError("Either a path or --all.") }
    if force, path == nil, !all { throw ValidationError("--force needs a path, or --all.") }
  }

  private static let milliseconds: UInt32 = 250

  func run() throws {
    let isInterrupted = Guarded(false)
    let waits = (all || path != nil) && !background && !json
    if waits { try Interruption.watch { isInterrupted.withLock { $0 = true } } }
    try connection.withConnection { connection in
      guard all || path != nil else {
        let state = AnalysisState(try connection.ask("analyze", "status"))
        return Page.print(json ? try JSON.line(state) : AnalysisText.state(state))
      }
      let uri =
        path.map { AddCommand.uri($0, musicDirectory: try? connection.ask("config")["music_directory"]) }
        ?? ""
      let failed = AnalysisState(try connection.ask("analyze", "status")).failed
      let everything = all || uri == "/"
      let asked = try connection.asked(["analyze"] + (everything ? [] : [uri]) + (force ? ["force"] : []))
      let songs = asked.integer("songs") ?? 0
      if json { return Page.print(try JSON.line(AnalysisState(try connection.ask("analyze", "status")))) }
      if background { return Page.print("\(StatusText.count(songs, "song")) to be analysed") }
      try follow(songs, isAll: everything, connection, isInterrupted)
      try tell(
        songs, failed: AnalysisState(try connection.ask("analyze", "status")).failed - failed, uri, connection
      )
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
        Page.print("\(StatusText.count(max(0, songs - left), "song")) analysed, \(left) left")
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
      "\(StatusText.count(max(0, songs - failed), "song")) analysed, of \(failed) there is none: `jukebox analysis PATH` tells why"
    )
  }
}

struct AnalysisCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "analysis", abstract: "Tempo, key and loudness of a song; correct what is wrong.",
    discussion: """
      EXAMPLES
        jukebox analysis                     of the song that plays
        jukebox analysis 'Miles/So What.flac'
        jukebox analysis --bpm 124           it is 124; x2 and /2 double and halve it
        jukebox analysis --key Am            so is its key; 8A on the wheel of fifths
        jukebox analysis --bpm off           what was found counts again

      What a person says counts before the file's tags, and these before what was
      found; it stays when the song is analysed anew.
      """)

  @OptionGroup var connection: ConnectionOptions
  @Option(help: "Its tempo: 20 to 500, x2, /2 or off.") var bpm: String?
  @Option(help: "Its key, such as Am, Db or 8A, or off.") var key: String?
  @Flag(help: "Print JSON.") var json = false
  @Argument(help: "A song; the one that plays where none is given.") var path: String?

  func run() throws {
    try connection.withConnection { connection in
      let uri = path ?? ""
      for (word, value) in [("bpm", bpm), ("key", key)] {
        if let value { _ = try connection.ask("analysis", "set", uri, word, value) }
      }
      let answer = try connection.ask("analysis", uri)
      if json { return Page.print(try JSON.line(SongAnalysis(answer))) }
      for line in AnalysisText.lines(answer) { Page.print(line) }
    }
  }
}

struct ChordsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "chords", abstract: "The chords of a song: live while it plays, or all of them.",
    discussion: """
      EXAMPLES
        jukebox chords                       live: the last ones, the present one,
                                             the next one and the beats until it
        jukebox chords 'Miles/So What.flac'  all, with their times
        jukebox chords -o song.chordpro      into a file; .lab, .csv, .json, .cho too

      Where none are known yet they are looked for at once, in some tenths of the
      song's length. A .chordpro or .cho file is a ChordPro sheet: title, artist,
      key, tempo and a grid of bars. Where a capo makes most chords open ones, it has
      its fret, and the chords as they are played with it. The colour is the root's,
      the brighter the surer. Ctrl-C ends it.
      """)

  @OptionGroup var connection: ConnectionOptions
  @Flag(help: "Print JSON.") var json = false
  @Option(name: .shortAndLong, help: "A file, whose ending says what it is.") var output: String?
  @Argument(help: "A song; the one that plays where none is given.") var path: String?

  func validate() throws {
    if let output, ChordFile.format(of: output) == nil {
      throw ValidationError("\(output) should end in .lab, .csv, .json, .cho or .chordpro.")
    }
  }

  private static let milliseconds: UInt32 = 80

  func run() throws {
    try connection.withConnection { connection in
      if path == nil, output == nil, !json, Terminal.isInteractive { return try passBy(connection) }
      try connection.send(["chords", path ?? ""])
      let chords = ChordEntry.all(try connection.answer(during: "listening for chords", isQuiet: false))
      if let output, let format = ChordFile.format(of: output) {
        let sheet = format == .cho ? try self.sheet(chords, connection) : ChordSheet(chords: chords)
        return try LocalFile.write(Array(try ChordFile.text(sheet, as: format).utf8), to: output)
      }
      if json { return Page.print(try JSON.line(chords)) }
      for line in AnalysisText.lines(chords) { Page.print(line) }
    }
  }

  private func sheet(_ chords: [ChordEntry], _ connection: Connection) throws(Failure) -> ChordSheet {
    let uri = path ?? ""
    let song = Song(try path == nil ? connection.ask("currentsong") : connection.ask("lsinfo", uri))
    let analysis = SongAnalysis(try connection.ask("analysis", uri))
    // Where none were found this is refused.
    let beats = (try? connection.ask("beats", uri)).map { BeatEntry.all($0) } ?? []
    let file = song?.uri.split(separator: "/").last.map { String($0) }
    return ChordSheet(
      title: song?.title ?? file, artist: song?.artist, key: analysis.key, tempo: analysis.bpm,
      chords: chords,
      beats: beats)
  }

  /// The chords that were, the one that is, and the next one.
  private func passBy(_ connection: Connection) throws {
    let isInterrupted = Guarded(false)
    try Interruption.watch { isInterrupted.withLock { $0 = true } }
    defer { print("") }
    var past: [ChordEntry] = []
    var (song, note): (String?, String) = (nil, "")
    var timeline = ChordTimeline()
    // Where the part of the song begins that the queue plays.
    var start = 0.0
    while !isInterrupted.withLock({ $0 }) {
      let status = try connection.ask("status")
      if status["songid"] != song || song == nil {
        (song, past, timeline) = (status["songid"], [], ChordTimeline())
        let current = try connection.ask("currentsong")
        let uri = current["file"]
        start = current.rangeStart
        note = try uri.map { try expectation(of: $0, connection) } ?? "nothing plays"
      }
      let now = ChordEntry.all(try connection.ask("currentchord")).first
      if now != nil, timeline.chords.isEmpty {
        timeline.chords = ChordEntry.all(try connection.ask("chords", ""))
        timeline.beats = (try? connection.ask("beats", "")).map { BeatEntry.all($0) } ?? []
      }
      let next = status.real("elapsed").flatMap {
        timeline.next(after: start + $0, loop: status.loop(inPartFrom: start))
      }
      if let now, past.last?.start != now.start || past.last?.name != now.name { past.append(now) }
      if past.count > 16 { past.removeFirst() }
      let text =
        past.isEmpty
        ? Columns.fit(note, Terminal.columns - 1)
        : AnalysisText.passing(past, next: next, columns: Terminal.columns)
      print("\r\u{1B}[K\(text)", terminator: "")
      OutputEnd.flush()
      usleep(Self.milliseconds * 1000)
    }
  }

  /// What to say until there is a chord. Where none are known, they are asked for.
  private func expectation(of song: String, _ connection: Connection) throws -> String {
    let analysis = SongAnalysis(try connection.ask("analysis", song))
    if analysis.chords != nil { return "" }
    guard analysis.outcome == "none" || analysis.outcome == "done" else {
      return "no chords: \(AnalysisText.reason(analysis))"
    }
    _ = try connection.ask("analyze", song)
    return "listening to \(song): its chords come soon"
  }
}

struct NotesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "notes", abstract: "The notes of a song, also as a MIDI file.",
    discussion: """
      EXAMPLES
        jukebox notes -o song.mid            of the song that plays
        jukebox notes 'Miles/So What.flac' --from 30 --to 60
        jukebox notes --json

      They are found when somebody asks, in some seconds per minute of music, and
      are a draft: of the notes of a band about four in ten are right.
      """)

  @OptionGroup var connection: ConnectionOptions
  @Option(name: .shortAndLong, help: "A MIDI file.") var output: String?
  @Option(help: "From this second.") var from: Double?
  @Option(help: "To this second.") var to: Double?
  @Flag(help: "Print JSON.") var json = false
  @Argument(help: "A song; the one that plays where none is given.") var path: String?

  func validate() throws {
    if let output, !MIDIFile.isName(output) { throw ValidationError("\(output) should end in .mid.") }
    guard (from ?? 0) >= 0, (from ?? 0) < (to ?? .infinity) else {
      throw ValidationError("--from should be 0 or more, and less than --to.")
    }
  }

  func run() throws {
    try connection.withConnection { connection in
      let uri = path ?? ""
      let part = from == nil && to == nil ? [] : ["\(from ?? 0):\(to.map { "\($0)" } ?? "")"]
      try connection.send(["notes", uri] + part)
      var notes = NoteEntry.all(try connection.answer(during: "listening for notes", isQuiet: false))
      if let output {
        // A file of a part begins with it.
        let start = from ?? 0
        for index in notes.indices {
          notes[index].start = max(0, notes[index].start - start)
          notes[index].end -= start
        }
        let tempo = try connection.ask("analysis", uri).real("bpm")
        return try LocalFile.write(MIDIFile.bytes(notes, tempo: tempo), to: output)
      }
      if json { return Page.print(try JSON.line(notes)) }
      for line in AnalysisText.lines(notes) { Page.print(line) }
    }
  }
}

struct MixableCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "mixable", abstract: "Songs that go well with one, by tempo and key.",
    discussion: """
      EXAMPLES
        jukebox mixable                      with the song that plays
        jukebox mixable 'Miles/So What.flac'
        jukebox mixable --add                the best of them comes next

      The key is the same, its relative or a fifth away, the tempo within 6 %, also
      at half or twice the pulse.
      """)

  @OptionGroup var connection: ConnectionOptions
  @Flag(help: "Put the best one behind the song that plays.") var add = false
  @Option(help: "How many, 1 to 500.") var limit = 20
  @Flag(help: "Print JSON.") var json = false
  @Argument(help: "A song; the one that plays where none is given.") var path: String?

  func validate() throws {
    guard (1...500).contains(limit) else { throw ValidationError("1 to 500 songs.") }
  }

  func run() throws {
    try connection.withConnection { connection in
      let words = ["mixable"] + (path.map { [$0] } ?? []) + ["window", "0:\(add ? 1 : limit)"]
      let songs = MixableSong.all(try connection.asked(words))
      if add {
        guard let best = songs.first else {
          throw Failure.refused("Nothing fits: more songs may be analysed (jukebox analyze).")
        }
        _ = try connection.ask("addid", best.file, "+0")
        return Page.print("next: \(best.file)  \(best.reasons.joined(separator: ", "))")
      }
      if json { return Page.print(try JSON.line(songs)) }
      for line in AnalysisText.lines(songs) { Page.print(line) }
      if songs.isEmpty { Page.print("Nothing fits: more songs may be analysed (jukebox analyze).") }
    }
  }
}

struct WaveformCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "waveform", abstract: "Draw a song: bass, middle and treble in three colours.",
    discussion: """
      EXAMPLES
        jukebox waveform                     of the song that plays, with its place
        jukebox waveform 'Miles/So What.flac'
        jukebox waveform --json --points 200

      Below it are the times, the numbers of the cues (`jukebox cue`), and of the
      song that plays its place and its loop.
      """)

  @OptionGroup var connection: ConnectionOptions
  @Option(help: "How many points, 1 to 2000; as wide as the terminal.") var points: Int?
  @Flag(help: "Print JSON.") var json = false
  @Argument(help: "A song; the one that plays where none is given.") var path: String?

  func validate() throws {
    if let points, !(1...2000).contains(points) { throw ValidationError("1 to 2000 points.") }
  }

  func run() throws {
    try connection.withConnection { connection in
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
}
