import Model
import Theory

/// Further commands: what musicians know of chords, scales, progressions and keys. But for `roman` they need no library.
enum TheoryCommands {
  static let list: [Command] = [Command("theory", .read, 1...Command.any, theory)]

  /// How many scales `fits` answers.
  private static let mostFits = 12

  private static func theory(_ call: Call) throws(CommandError) -> Answer {
    let words = Array(call.arguments.words.dropFirst())
    if call.arguments[0] == "roman", words.count == 1 { return try roman(call) }
    do throws(TheoryFault) {
      switch (call.arguments[0], words.count) {
      case ("chord", 1): write(try SpelledChord(words[0]), call)
      case ("scale", 0):
        for kind in ScaleKind.all {
          call.client.output.pair("scale", kind.name)
          call.client.output.pair("intervals", list(kind.intervals))
        }
      case ("scale", 2...): try writeScale(words, call)
      case ("progression", 0):
        for progression in Progression.all {
          call.client.output.pair("progression", progression.name)
          call.client.output.pair("numerals", list(progression.numerals))
        }
      case ("progression", 2...): try writeProgression(words, call)
      case ("circle", 1): write(try SpelledKey(words[0]), call)
      case ("fits", 1...): try writeFits(words, call)
      default:
        throw TheoryFault(
          "theory takes chord NAME, scale [NAME ROOT], progression [NAME KEY], circle KEY, fits CHORD…, roman URI"
        )
      }
    } catch {
      throw .argument(error.message)
    }
    return .done
  }

  private static func list(_ parts: [some CustomStringConvertible]) -> String {
    parts.map(\.description).joined(separator: " ")
  }

  // MARK: Answers

  private static func write(_ chord: SpelledChord, _ call: Call) {
    call.client.output.pair("chord", chord.description)
    if !chord.kind.name.isEmpty { call.client.output.pair("name", chord.kind.name) }
    call.client.output.pair("tones", list(chord.tones))
    call.client.output.pair("intervals", list(chord.kind.intervals))
    for inversion in chord.inversions.dropFirst() {
      call.client.output.pair("inversion", inversion.description)
    }
    for instrument in Instrument.all {
      for fingering in instrument.fingerings(of: chord) {
        call.client.output.pair(instrument.name, fingering.description)
        if let barre = fingering.barre { call.client.output.pair("barre", barre.fret) }
      }
    }
  }

  private static func writeScale(_ words: [String], _ call: Call) throws(TheoryFault) {
    let scale = try Scale(name: words.dropLast().joined(separator: " "), root: words[words.count - 1])
    call.client.output.pair("scale", scale.description)
    call.client.output.pair("notes", list(scale.notes))
    call.client.output.pair("intervals", list(scale.kind.intervals))
    write(scale.degrees, call)
  }

  private static func write(_ degrees: [DegreeChords], _ call: Call) {
    for degree in degrees {
      call.client.output.pair("degree", degree.numeral?.description ?? degree.interval.description)
      call.client.output.pair("note", degree.note.description)
      if let triad = degree.triad { call.client.output.pair("triad", triad.description) }
      if let seventh = degree.seventh { call.client.output.pair("seventh", seventh.description) }
    }
  }

  private static func writeProgression(_ words: [String], _ call: Call) throws(TheoryFault) {
    let progression = try Progression(words.dropLast().joined(separator: " "))
    let key = try SpelledKey(words[words.count - 1])
    call.client.output.pair("progression", progression.name)
    call.client.output.pair("numerals", list(progression.numerals))
    call.client.output.pair("key", key.description)
    call.client.output.pair("chords", list(progression.chords(on: key.tonic)))
  }

  private static func write(_ key: SpelledKey, _ call: Call) {
    call.client.output.pair("key", key.description)
    call.client.output.pair("camelot", key.key.camelot)
    call.client.output.pair("signature", key.signature)
    call.client.output.pair("relative", key.relative.description)
    call.client.output.pair("parallel", key.key.parallel.description)
    call.client.output.pair("fifth_up", key.moved(fifths: 1).description)
    call.client.output.pair("fifth_down", key.moved(fifths: -1).description)
    write(key.degrees, call)
  }

  private static func writeFits(_ words: [String], _ call: Call) throws(TheoryFault) {
    var chords: [SpelledChord] = []
    for word in words { chords.append(try SpelledChord(word)) }
    for fit in ScaleFit.best(for: chords, limit: mostFits) {
      call.client.output.pair("scale", fit.scale.description)
      call.client.output.pair("notes", list(fit.scale.notes))
      if !fit.missing.isEmpty { call.client.output.pair("missing", list(fit.missing)) }
    }
  }

  // MARK: A song

  /// The chords of a song as numerals in its key, and its repeated progressions.
  private static func roman(_ call: Call) throws(CommandError) -> Answer {
    try AnalysisCommands.record(call, 1, .chords) { (report, analysis) throws(CommandError) in
      guard let key = report.key else {
        throw CommandError(
          key: .noAnalysis, "The song has no key; `analysis set URI key KEY` sets one",
          about: call.arguments[1])
      }
      call.client.output.pair("key", key.description)
      var places: [RepeatedProgression.Place] = []
      for segment in analysis.chords ?? [] {
        guard let chord = segment.chord else { continue }
        let numeral = RomanNumeral(SpelledChord(chord, in: key), tonic: key.tonic)
        call.client.output.pair("chord", ChordSpelling(key: key).name(of: chord))
        call.client.output.pair("numeral", numeral.description)
        call.client.output.pair("start", Decimal.thousandths(segment.start))
        call.client.output.pair("end", Decimal.thousandths(segment.end))
        places.append(RepeatedProgression.Place(numeral: numeral, start: segment.start, end: segment.end))
      }
      for section in RepeatedProgression.find(in: places) { write(section, call) }
      return .done
    }
  }

  private static func write(_ section: RepeatedProgression, _ call: Call) {
    call.client.output.pair("section", section.letter)
    call.client.output.pair("numerals", list(section.numerals))
    call.client.output.pair("times", section.times)
    call.client.output.pair("start", Decimal.thousandths(section.start))
    call.client.output.pair("end", Decimal.thousandths(section.end))
    if let known = section.known {
      call.client.output.pair("progression", known.name)
      // From the change of the known one at which the section begins.
      if section.offset > 0 { call.client.output.pair("from", section.offset + 1) }
    }
  }
}
