import JSON
public import Model
import Theory

/// The answer of a server for analyses: untrusted JSON. Missing values are left out; an impossible value makes the
/// whole answer invalid.
public struct RemoteAnswer {
  public static let mostBytes = 8 << 20
  private static let mostSeconds = 6.0 * 3600
  private static let mostElements = 100_000

  private var reader: JSONReader
  private var analysis = MusicAnalysis()
  private var (tempo, tempoConfidence): (Double?, Double) = (nil, 1)
  private var (beats, downbeats): ([Double], [Int]) = ([], [])
  private var (key, mode): (String?, String?) = (nil, nil)
  private var keyConfidence: Double?

  private init(_ bytes: [UInt8]) { reader = JSONReader(bytes) }

  public static func analysis(of bytes: [UInt8]) throws(RemoteAnswerFault) -> MusicAnalysis {
    var answer = RemoteAnswer(bytes)
    do throws(JSONFault) { return try answer.read() } catch {
      throw RemoteAnswerFault(reason: "the answer cannot be used: \(error)")
    }
  }

  /// The sentence of a server that refuses, in the member `error`, `detail` or `message`; nil without one.
  public static func refusal(in bytes: [UInt8]) -> String? {
    var reader = JSONReader(bytes)
    do throws(JSONFault) {
      try reader.beginObject()
      while let name = try reader.nextKey() {
        if ["error", "detail", "message"].contains(name), try reader.kind() == .string {
          return try reader.string()
        }
        try reader.skip()
      }
    } catch {
      // Many servers send a page for people.
    }
    return nil
  }

  private mutating func read() throws(JSONFault) -> MusicAnalysis {
    try object { (answer, name) throws(JSONFault) in try answer.take(name) }
    try reader.end()
    let length = analysis.duration > 0 ? analysis.duration : Self.mostSeconds
    analysis.chords = analysis.chords.map { ChordSmoothing.smoothed($0, length: length) }
    if let tempo {
      downbeats = downbeats.filter { $0 < beats.count }
      analysis.tempo = TempoEstimate(
        bpm: tempo, confidence: tempoConfidence, beats: beats, downbeats: downbeats)
    }
    if let found = try statedKey() {
      analysis.key = KeyEstimate(key: found, confidence: keyConfidence ?? 1, tuningCents: 0)
    } else if let found = MusicalKey(of: analysis.chords ?? []) {
      analysis.key = KeyEstimate(key: found, confidence: keyConfidence ?? 0.5, tuningCents: 0)
    }
    guard analysis.chords != nil || analysis.tempo != nil || analysis.key != nil || analysis.notes != nil
    else {
      throw JSONFault(reader.offset, expected: "chords, tempo, key or notes")
    }
    return analysis
  }

  private mutating func take(_ name: String) throws(JSONFault) {
    switch name {
    case "duration": analysis.duration = try time()
    case "tempo": tempo = try number(in: AnalysisReport.tempos)
    case "tempo_confidence": tempoConfidence = try confidence()
    case "beats": beats = try ascending(try array { (answer) throws(JSONFault) in try answer.time() })
    case "downbeats":
      downbeats = try ascending(
        try array { (answer) throws(JSONFault) in
          Int(try answer.number(in: 0...Double(Self.mostElements)))
        })
    case "key": key = try reader.string()
    case "mode": mode = try reader.string()
    case "key_confidence": keyConfidence = try confidence()
    case "chords": analysis.chords = try array { (answer) throws(JSONFault) in try answer.chord() }
    case "notes":
      analysis.notes = try array { (answer) throws(JSONFault) in try answer.note() }.sorted {
        $0.start < $1.start
      }
    default: try reader.skip()
    }
  }

  /// The key and its mode may be in one text, or in two.
  private func statedKey() throws(JSONFault) -> MusicalKey? {
    guard let key, !key.isEmpty else { return nil }
    let text = [key, mode ?? ""].joined(separator: " ")
    // A mode that is not known makes no major key.
    guard let found = MusicalKey(text) ?? MusicalKey(key),
      mode == nil || MusicalKey(text) != nil || found.isMinor
    else {
      throw JSONFault(reader.offset, expected: "key in \"\(text.prefix(40))\"")
    }
    return found
  }

  // MARK: Elements

  private mutating func chord() throws(JSONFault) -> ChordSegment {
    var (start, end, chord): (Double?, Double?, Chord?) = (nil, nil, nil)
    var (sure, pitches): (Double, UInt16?) = (1, nil)
    let place = reader.offset
    try object { (answer, name) throws(JSONFault) in
      switch name {
      case "chord": chord = try answer.chordName()
      case "start": start = try answer.time()
      case "end": end = try answer.time()
      case "confidence": sure = try answer.confidence()
      case "pitch_classes":
        let numbers = try answer.array { (answer) throws(JSONFault) in
          UInt16(try answer.number(in: 0...11))
        }
        pitches = numbers.reduce(0) { $0 | 1 << $1 }
      default: try answer.reader.skip()
      }
    }
    guard let start, let end else { throw JSONFault(place, expected: "chord with start and end") }
    return ChordSegment(
      start: start, end: end, chord: chord, confidence: sure,
      pitchClasses: pitches ?? chord?.pitchClasses ?? 0)
  }

  private mutating func note() throws(JSONFault) -> NoteEstimate {
    var (start, end, pitch): (Double?, Double?, Int?) = (nil, nil, nil)
    var (velocity, sure) = (80, 1.0)
    let place = reader.offset
    try object { (answer, name) throws(JSONFault) in
      switch name {
      case "pitch": pitch = Int(try answer.number(in: 0...127))
      case "start": start = try answer.time()
      case "end": end = try answer.time()
      case "velocity": velocity = Int(try answer.number(in: 1...127))
      case "confidence": sure = try answer.confidence()
      default: try answer.reader.skip()
      }
    }
    guard let start, let end, let pitch, end >= start else {
      throw JSONFault(place, expected: "note with pitch, start and a later end")
    }
    return NoteEstimate(pitch: pitch, start: start, end: end, velocity: velocity, confidence: sure)
  }

  /// In the usual spellings, or as Harte writes it (`A:min7/b3`); nil for none.
  private mutating func chordName() throws(JSONFault) -> Chord? {
    let place = reader.offset
    let text = try reader.string()
    if ["", "N", "X", "N.C.", "NC"].contains(text) { return nil }
    if let chord = Self.harte(text) { return chord }
    let spelled: SpelledChord
    let usual = text.prefix(40).filter { $0 != ":" }
    do throws(TheoryFault) { spelled = try SpelledChord(usual) } catch {
      throw JSONFault(place, expected: "chord: \(error.message)")
    }
    if let chord = spelled.chord { return chord }
    // The largest chord of the analysis that is in it: a ninth counts as its seventh.
    let inside = ChordQuality.allCases.filter {
      ChordKind($0).pitchClasses & ~spelled.kind.pitchClasses == 0
    }
    let quality = inside.max { $0.intervals.count < $1.intervals.count }
    return Chord(root: spelled.root.pitchClass, quality: quality ?? (spelled.kind.isMinor ? .minor : .major))
  }

  private static func harte(_ text: String) -> Chord? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, let root = NoteName(parts[0]) else { return nil }
    let halves = parts[1].split(separator: "/", omittingEmptySubsequences: false)
    guard let quality = ChordQuality.allCases.first(where: { $0.harte == halves[0] }), halves.count <= 2
    else {
      return nil
    }
    var bass = 0
    if halves.count == 2 {
      guard let interval = Interval(String(halves[1])) else { return nil }
      bass = interval.pitchClass
    }
    return Chord(root: root.pitchClass, quality: quality, bass: bass)
  }

  // MARK: Values

  /// A member that is null is as one that is missing.
  private mutating func object(
    _ body: (inout RemoteAnswer, String) throws(JSONFault) -> Void
  ) throws(JSONFault) {
    try reader.beginObject()
    while let name = try reader.nextKey() {
      if try reader.null() { continue }
      try body(&self, name)
    }
  }

  private mutating func array<Element>(
    _ body: (inout RemoteAnswer) throws(JSONFault) -> Element
  ) throws(JSONFault) -> [Element] {
    var elements: [Element] = []
    try reader.beginArray()
    while try reader.nextElement() {
      guard elements.count < Self.mostElements else {
        throw JSONFault(reader.offset, expected: "end of a list after \(Self.mostElements) elements")
      }
      elements.append(try body(&self))
    }
    return elements
  }

  private mutating func number(in range: ClosedRange<Double>) throws(JSONFault) -> Double {
    let place = reader.offset
    let value = try reader.number()
    guard range.contains(value) else {
      throw JSONFault(place, expected: "number from \(range.lowerBound) to \(range.upperBound)")
    }
    return value
  }

  private mutating func time() throws(JSONFault) -> Double { try number(in: 0...Self.mostSeconds) }

  /// Clamps to 0 to 1.
  private mutating func confidence() throws(JSONFault) -> Double { min(max(try reader.number(), 0), 1) }

  private func ascending<Value: Comparable>(_ values: [Value]) throws(JSONFault) -> [Value] {
    guard zip(values, values.dropFirst()).allSatisfy({ $0 < $1 }) else {
      throw JSONFault(reader.offset, expected: "list in ascending order before it")
    }
    return values
  }
}

/// Why an answer cannot be used, in words.
public struct RemoteAnswerFault: Error, Hashable, Sendable {
  public let reason: String
}
