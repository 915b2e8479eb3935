/// A short line that `jukebox-analyzer --live` writes about the sound that it hears. Times are in seconds from the
/// start.
public enum LiveReport: Hashable, Sendable {
  /// From now on this chord sounds, or its confidence has changed; nil: no chord.
  case chord(Chord?, confidence: Double, at: Double)
  /// nil: no tone.
  case tone(LiveTone?, at: Double)

  /// In bytes: a line arrives in one piece.
  public static let mostBytes = 128

  /// Reads a line without its end; nil for anything else.
  public init?(_ line: some Collection<UInt8>) {
    let words = String(decoding: line.prefix(Self.mostBytes), as: UTF8.self).split(separator: " ")
    guard words.count >= 3, let time = Self.number(words[1], in: 0...1e9) else { return nil }
    switch (words[0], words.count) {
    case ("chord", 4) where words[2] == "none":
      guard let confidence = Self.number(words[3], in: 0...1) else { return nil }
      self = .chord(nil, confidence: confidence, at: time)
    case ("chord", 6):
      guard let root = Int(words[2]), let bass = Int(words[4]), (0..<12).contains(root),
        (0..<12).contains(bass), let confidence = Self.number(words[5], in: 0...1),
        let quality = ChordQuality.allCases.first(where: { $0.harte == words[3] })
      else { return nil }
      self = .chord(Chord(root: root, quality: quality, bass: bass), confidence: confidence, at: time)
    case ("tone", 3) where words[2] == "none": self = .tone(nil, at: time)
    case ("tone", 5):
      guard let hertz = Self.number(words[2], in: 1...100_000),
        let clarity = Self.number(words[3], in: 0...1),
        let level = Self.number(words[4], in: -200...20)
      else { return nil }
      self = .tone(LiveTone(hertz: hertz, clarity: clarity, level: level), at: time)
    default: return nil
    }
  }

  /// The line with its end: `chord TIME ROOT QUALITY BASS CONFIDENCE`, where the root is a pitch class from C, the quality
  /// Harte's shorthand and the bass in semitones above the root; `tone TIME HERTZ CLARITY LEVEL`, the level in dBFS; `none`
  /// in place of a chord or a tone.
  public var line: String {
    func round(_ value: Double) -> Double { (value * 1000).rounded() / 1000 }
    switch self {
    case .chord(let chord?, let confidence, let time):
      return
        "chord \(round(time)) \(chord.root) \(chord.quality.harte) \(chord.bass) \(round(confidence))\n"
    case .chord(nil, let confidence, let time): return "chord \(round(time)) none \(round(confidence))\n"
    case .tone(let tone?, let time):
      return "tone \(round(time)) \(round(tone.hertz)) \(round(tone.clarity)) \(round(tone.level))\n"
    case .tone(nil, let time): return "tone \(round(time)) none\n"
    }
  }

  private static func number(_ text: Substring, in range: ClosedRange<Double>) -> Double? {
    Double(text).flatMap { range.contains($0) ? $0 : nil }
  }
}

/// A tone that a microphone hears.
public struct LiveTone: Hashable, Sendable {
  public var hertz: Double
  /// How periodic the sound is, 0 to 1.
  public var clarity: Double
  /// In dBFS.
  public var level: Double

  public init(hertz: Double, clarity: Double, level: Double) {
    (self.hertz, self.clarity, self.level) = (hertz, clarity, level)
  }
}
