import Model

/// An analysis as people and programs read it.
enum Report {
  /// One object in one line; times in seconds, chords in Harte's notation.
  static func json(of analysis: MusicAnalysis) -> String {
    var fields = ["\"duration\":\(number(analysis.duration, 3))"]
    if let tempo = analysis.tempo {
      fields.append("\"tempo\":\(number(tempo.bpm, 3))")
      fields.append("\"tempo_confidence\":\(number(tempo.confidence, 3))")
      fields.append("\"beats\":[\(tempo.beats.map { number($0, 4) }.joined(separator: ","))]")
      fields.append("\"downbeats\":[\(tempo.downbeats.map { "\($0)" }.joined(separator: ","))]")
    }
    if let key = analysis.key {
      fields.append("\"key\":\"\(name(key.key))\"")
      if !key.sections.isEmpty {
        let texts = key.sections.map { "[\(number($0.start, 3)),\"\(name($0.key))\"]" }
        fields.append("\"key_changes\":[\(texts.joined(separator: ","))]")
      }
      fields.append("\"key_confidence\":\(number(key.confidence, 3))")
      fields.append("\"tuning_cents\":\(number(key.tuningCents, 1))")
    }
    if let chords = analysis.chords {
      let texts = chords.map {
        "[\(number($0.start, 4)),\(number($0.end, 4)),\"\(label($0.chord))\",\(number($0.confidence, 3))]"
      }
      fields.append("\"chords\":[\(texts.joined(separator: ","))]")
    }
    let loudness = [
      ("i", analysis.loudness.integrated), ("lra", analysis.loudness.range),
      ("sp", analysis.loudness.samplePeak),
      ("tp", analysis.loudness.truePeak),
    ].map { "\"\($0)\":\($1.map { number($0, 2) } ?? "null")" }
    fields.append("\"loudness\":{\(loudness.joined(separator: ","))}")
    fields.append("\"quiet_start\":\(number(analysis.loudness.quietStart, 1))")
    fields.append("\"quiet_end\":\(number(analysis.loudness.quietEnd, 1))")
    if let notes = analysis.notes {
      let texts = notes.map {
        "[\(number($0.start, 4)),\(number($0.end, 4)),\($0.pitch),\($0.velocity),\(number($0.confidence, 3))]"
      }
      fields.append("\"notes\":[\(texts.joined(separator: ","))]")
    }
    let points = analysis.waveform.points.map { point in
      "[\([point.peak.x, point.peak.y, point.peak.z, point.rms.x, point.rms.y, point.rms.z].map { number(Double($0), 5) }.joined(separator: ","))]"
    }
    fields.append("\"waveform\":[\(points.joined(separator: ","))]")
    return "{\(fields.joined(separator: ","))}"
  }

  static func text(of analysis: MusicAnalysis) -> String {
    var lines: [String] = []
    lines.append("duration  \(number(analysis.duration, 1)) s")
    lines.append(
      "tempo     \(analysis.tempo.map { "\(number($0.bpm, 2)) BPM, sure to \(percent($0.confidence)), \($0.beats.count) beats" } ?? "none")"
    )
    if let key = analysis.key {
      lines.append(
        "key       \(pitch(key.key.tonic)) \(key.key.isMinor ? "minor" : "major"), confidence \(percent(key.confidence)), tuned \(number(key.tuningCents, 0)) cents off 440 Hz"
      )
    }
    let loudness = analysis.loudness
    lines.append(
      "loudness  \(loudness.integrated.map { "\(number($0, 1)) LUFS" } ?? "none"), range \(number(loudness.range ?? 0, 1)) LU, true peak \(loudness.truePeak.map { number($0, 1) } ?? "-") dB"
    )
    for segment in analysis.chords ?? [] {
      lines.append("\(number(segment.start, 2))  \(label(segment.chord))  \(percent(segment.confidence))")
    }
    for note in analysis.notes ?? [] {
      lines.append(
        "\(number(note.start, 2))-\(number(note.end, 2))  \(pitch(note.pitch))\(note.pitch / 12 - 1)  \(percent(note.confidence))"
      )
    }
    return lines.joined(separator: "\n")
  }

  private static let pitches = ["C", "Db", "D", "Eb", "E", "F", "F#", "G", "Ab", "A", "Bb", "B"]
  private static func pitch(_ number: Int) -> String { pitches[number % 12] }

  private static func name(_ key: MusicalKey) -> String {
    "\(pitch(key.tonic)):\(key.isMinor ? "min" : "maj")"
  }

  private static func label(_ chord: Chord?) -> String {
    guard let chord else { return "N" }
    let degrees = ["", "b2", "2", "b3", "3", "4", "b5", "5", "b6", "6", "b7", "7"]
    return "\(pitch(chord.root)):\(chord.quality.harte)\(chord.bass == 0 ? "" : "/\(degrees[chord.bass])")"
  }

  private static func percent(_ value: Double) -> String { "\(Int((value * 100).rounded())) %" }

  /// With a fixed number of decimals; always a decimal point, whatever the locale.
  private static func number(_ value: Double, _ decimals: Int) -> String {
    var scale = 1.0
    for _ in 0..<decimals { scale *= 10 }
    let whole = Int64((min(max(value, -1e12), 1e12) * scale).rounded())
    let digits = "\(whole.magnitude)"
    let padded = String(repeating: "0", count: max(0, decimals + 1 - digits.count)) + digits
    let text = decimals == 0 ? padded : "\(padded.dropLast(decimals)).\(padded.suffix(decimals))"
    return whole < 0 ? "-\(text)" : text
  }
}
