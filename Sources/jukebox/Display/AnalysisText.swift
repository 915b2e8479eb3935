import Client
import Model

/// Analyses as lines.
enum AnalysisText {
  static func state(_ state: AnalysisState) -> String {
    var parts = ["\(state.done) of \(StatusText.count(state.songs, "song")) analysed"]
    if state.songs > state.done { parts.append("\(Clock.text(state.left)) of music left") }
    if let current = state.current { parts.append("now \(current) (\(state.percent ?? 0) %)") }
    if state.current == nil, state.songs > state.done, state.when == "off" {
      parts.append("disabled by the configuration (`when` in section [analysis])")
    }
    return parts.joined(separator: ", ")
  }

  /// - Parameter seconds: how long it has been at work.
  static func progress(_ state: AnalysisState, songs: Int, left: Int, isAll: Bool, after seconds: Double)
    -> String
  {
    let done = Double(songs - left) + Double(state.percent ?? 0) / 100
    var text = "\(Bar.text(done / Double(max(1, songs)), width: 24)) \(songs - left) of \(songs)"
    if let rate = state.rate, rate > 0 { text += "  \(Int(rate.rounded()))x" }
    if isAll, let rate = state.rate, rate > 0 {
      text += "  \(Clock.text(state.left / rate)) left"
    } else if done > 0, seconds > 2 {
      text += "  \(Clock.text(seconds / done * (Double(songs) - done))) left"
    }
    return text + (state.current.map { "  \($0) \(state.percent ?? 0) %" } ?? "  waiting")
  }

  /// How far a file on its way to a server is.
  static func remote(_ status: Answer) -> String {
    switch status["remote_state"] {
    case "sending": "sending, \(status["remote_percent"] ?? "0") %"
    case "analyzing": "the server analyses"
    case "pausing": "try \((status.integer("remote_try") ?? 0) + 1) follows"
    default: "waiting"
    }
  }

  /// Why a song has no analysis.
  static func reason(_ song: SongAnalysis) -> String {
    song.problem ?? AnalysisOutcome.allCases.first { $0.description == song.outcome }?.reason ?? song.outcome
  }

  static func lines(_ answer: Answer) -> [String] {
    let song = SongAnalysis(answer)
    var lines: [String] = []
    func source(_ word: String) -> String {
      if answer["\(word)_person"] != nil { return ", set by a person" }
      return answer["\(word)_tag"] != nil ? ", from the file's tags" : ""
    }
    /// The analysed value if a person or a tag overrides it.
    func found(_ word: String) -> String {
      guard !source(word).isEmpty, let found = answer["\(word)_analysis"] else { return "" }
      return "; analysed: \(found)"
    }
    func origin(_ word: String, _ confidence: Double?) -> String {
      let source = source(word)
      return (source.isEmpty ? confidence.map { ", confidence \(percent($0))" } ?? "" : source) + found(word)
    }
    if let bpm = song.bpm {
      lines.append("tempo      \(short(bpm)) BPM\(origin("bpm", song.bpmConfidence))")
    }
    if let key = song.key {
      lines.append("key        \(key) (\(song.camelot ?? ""))\(origin("key", song.keyConfidence))")
    }
    if let changes = song.keyChanges {
      let parts = changes.map { "\($0.key) from \(Clock.text($0.start))" }
      lines.append("           \(parts.joined(separator: ", "))")
    }
    if let tuning = song.tuning { lines.append("tuning     \(short(tuning)) cents from 440 Hz") }
    if let loudness = song.loudness {
      let range = song.loudnessRange.map { ", range \(short($0)) LU" } ?? ""
      lines.append(
        "loudness   \(short(loudness)) LUFS\(range)\(song.truePeak.map { ", true peak \(short($0)) dB" } ?? "")"
      )
    }
    if let beats = song.beats, let chords = song.chords {
      lines.append("           \(beats) beats, \(chords) chords")
    }
    if answer["sources"] == "own remote" {
      lines.append(
        "source     \(song.source); `jukebox analysis --source \(song.source == "own" ? "remote" : "own")` shows the other one"
      )
    } else if song.source == "remote" {
      lines.append("source     remote")
    }
    if answer["outcome"] != nil, song.outcome != "done", song.source == "own" {
      lines.append(
        song.outcome == "none"
          ? "not analysed yet; `jukebox analyze PATH` analyses it now" : "no analysis: \(reason(song))")
    }
    return lines
  }

  static func lines(_ chords: [ChordEntry]) -> [String] {
    let width = Columns.widest(chords.map(\.name))
    let numerals =
      chords.contains { $0.numeral != nil } ? Columns.widest(chords.map { $0.numeral ?? "" }) + 2 : 0
    return chords.map {
      [
        Columns.pad(Clock.tenths($0.start), 9), " ", Columns.pad($0.name, width), "  ",
        Columns.pad($0.numeral ?? "", numerals), percent($0.confidence),
      ].joined()
    }
  }

  /// With octaves by MIDI's count: C4 is the middle C.
  static func lines(_ notes: [NoteEntry]) -> [String] {
    let names = ["C", "C#", "D", "Eb", "E", "F", "F#", "G", "Ab", "A", "Bb", "B"]
    return notes.map {
      let length = Int((($0.end - $0.start) * 1000).rounded())
      return [
        Columns.pad(Clock.tenths($0.start), 9), Columns.pad("\(names[$0.pitch % 12])\($0.pitch / 12 - 1)", 4),
        Columns.pad("\(length) ms", 8), percent($0.confidence),
      ].joined(separator: " ")
    }
  }

  static func lines(_ songs: [MixableSong]) -> [String] {
    let names = songs.map { song in
      song.title.map { title in song.artist.map { "\($0): \(title)" } ?? title } ?? song.file
    }
    let width = min(50, Columns.widest(names))
    return zip(songs, names).map { song, name in
      let facts = [song.bpm.map { "\(short($0)) BPM" }, song.key].compactMap { $0 }.joined(separator: " ")
      return
        "\(Columns.pad(Columns.fit(name, width), width))  \(Columns.pad(facts, 16))  \(song.reasons.joined(separator: ", "))"
    }
  }

  /// Past chords, the current one and the next one, as many as fit into the columns.
  static func passing(_ chords: [ChordEntry], next: ChordTimeline.Next? = nil, columns: Int) -> String {
    let end = next.map { "  → \(coming($0))" } ?? ""
    var width = Columns.width(end)
    var texts: [String] = []
    for (index, chord) in chords.enumerated().reversed() {
      width += title(chord).count + 3
      guard width < columns else { break }
      texts.append(coloured(chord, isNow: index == chords.count - 1))
    }
    return texts.reversed().joined(separator: " ") + end
  }

  /// `F in 3 beats`; in seconds where the beats are not known.
  static func coming(_ next: ChordTimeline.Next) -> String {
    let time = next.beats.map { StatusText.count($0, "beat") } ?? "\(Int(next.seconds.rounded(.up))) s"
    return "\(next.name == "N" ? "no chord" : next.name) in \(time)"
  }

  private static func title(_ chord: ChordEntry) -> String {
    chord.name + (chord.numeral.map { " (\($0))" } ?? "")
  }

  /// Twelve hues around the circle of fifths, so that chords that are near look alike.
  private static func coloured(_ chord: ChordEntry, isNow: Bool) -> String {
    let name = title(chord)
    guard let root = ChordFile.pitch(chord.name[...]) else { return " \(name) " }
    let hue = Double(root * 7 % 12) / 12 * 6
    let value = 90 + 165 * min(max(chord.confidence, 0), 1)
    func part(_ shift: Double) -> Int {
      let place = (hue + shift).truncatingRemainder(dividingBy: 6)
      let share = place < 1 ? place : place < 3 ? 1 : place < 4 ? 4 - place : 0
      return Int(value * (0.25 + 0.75 * share))
    }
    let colour = "\(part(2));\(part(0));\(part(4))"
    return isNow
      ? "\u{1B}[1;38;5;16;48;2;\(colour)m \(name) \u{1B}[0m"
      : "\u{1B}[38;2;\(colour)m \(name) \u{1B}[0m"
  }

  private static func percent(_ value: Double) -> String { "\(Int((value * 100).rounded())) %" }

  private static func short(_ value: Double) -> String { Decimals.text(value, places: 2, isTrimmed: true) }
}
