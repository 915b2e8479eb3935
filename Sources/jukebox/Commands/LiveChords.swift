import Client
import Glibc
import Linux
import Model
import Theory

/// Shows the chords of the song that plays: those that were, the one that is with its fingering, and the next one.
struct LiveChords {
  let instrument: Instrument?
  /// In semitones.
  let shift: Int
  let showsNumerals: Bool

  private static let milliseconds: UInt32 = 80

  /// The drawn fingerings of the current and the next chord, made again when these change.
  private struct Drawing {
    var text = ""
    var names: [String] = []
    var lines: [String] = []
  }

  func run(_ connection: Connection) throws {
    let isInterrupted = Guarded(false)
    try Interruption.watch { isInterrupted.withLock { $0 = true } }
    defer { print(String(repeating: "\n", count: height)) }
    var writing = ChordWriting(key: nil, shift: shift, showsNumerals: showsNumerals)
    var past: [ChordEntry] = []
    var (song, note): (String?, String) = (nil, "")
    var timeline = ChordTimeline()
    var drawing = Drawing()
    // Start of the queue entry within its song, in seconds.
    var start = 0.0
    while !isInterrupted.withLock({ $0 }) {
      let status = try connection.ask("status")
      if status["songid"] != song || song == nil {
        (song, past, timeline) = (status["songid"], [], ChordTimeline())
        let current = try connection.ask("currentsong")
        let uri = current["file"]
        start = current.rangeStart
        note = try uri.map { try expectation(of: $0, connection) } ?? "nothing is playing"
      }
      let now = ChordEntry.all(try connection.ask("currentchord")).first
      if now != nil, timeline.chords.isEmpty {
        timeline.chords = ChordEntry.all(try connection.ask("chords", ""))
        timeline.beats = (try? connection.ask("beats", "")).map { BeatEntry.all($0) } ?? []
        let key = SongAnalysis(try connection.ask("analysis", "")).key.flatMap { MusicalKey($0) }
        writing = ChordWriting(key: key, shift: shift, showsNumerals: showsNumerals)
      }
      let next = status.real("elapsed").flatMap {
        timeline.next(after: start + $0, loop: status.loop(inPartFrom: start))
      }
      if let now, past.last?.start != now.start || past.last?.name != now.name { past.append(now) }
      if past.count > 16 { past.removeFirst() }
      show(past, next, note, writing, &drawing)
      usleep(Self.milliseconds * 1000)
    }
  }

  private func show(
    _ past: [ChordEntry], _ next: ChordTimeline.Next?, _ note: String, _ writing: ChordWriting,
    _ drawing: inout Drawing
  ) {
    let columns = Terminal.columns
    let coming = next.map { (next) in
      ChordTimeline.Next(name: writing.name(next.name), beats: next.beats, seconds: next.seconds)
    }
    let text =
      past.isEmpty
      ? Columns.fit(note, columns - 1)
      : AnalysisText.passing(past.map { writing.entry($0) }, next: coming, columns: columns)
    guard text != drawing.text else { return }
    let names = [past.last.map { writing.name($0.name) }, coming?.name].compactMap { $0 }
    if drawing.names != names {
      (drawing.names, drawing.lines) = (names, pictures(of: names, columns: columns - 1))
    }
    drawing.text = text
    var lines = ["\r\u{1B}[K\(text)"]
    for row in 0..<height {
      lines.append("\u{1B}[K" + (row < drawing.lines.count ? drawing.lines[row] : ""))
    }
    let back = height > 0 ? "\u{1B}[\(height)A" : ""
    print(lines.joined(separator: "\n") + back, terminator: "")
    OutputEnd.flush()
  }

  /// Lines of the fingerings below the chords; 0 without an instrument.
  private var height: Int { instrument == nil ? 0 : FretDiagram.height }

  private func pictures(of names: [String], columns: Int) -> [String] {
    guard let instrument else { return [] }
    let pairs = names.compactMap { name in
      (try? SpelledChord(name)).flatMap { instrument.fingerings(of: $0, limit: 1).first }.map { (name, $0) }
    }
    return FretDiagram.beside(pairs, instrument, columns: columns)
  }

  /// Text until there is a chord. Requests an analysis if the song has none.
  private func expectation(of song: String, _ connection: Connection) throws -> String {
    let analysis = SongAnalysis(try connection.ask("analysis", song))
    if analysis.chords != nil { return "" }
    guard analysis.outcome == "none" || analysis.outcome == "done" else {
      return "no chords: \(AnalysisText.reason(analysis))"
    }
    _ = try connection.ask("analyze", song)
    return "analysing \(song) …"
  }
}
