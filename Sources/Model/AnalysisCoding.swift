/// An analysis as bytes: the format from the analyser to the database. Times have steps of 0.1 ms (beats) and 1 ms,
/// confidences and levels 8 bits. Reading accepts any bytes and returns nil for invalid ones.
public enum AnalysisCoding {
  /// Version of the layout; the first one had no sections of keys.
  static let layout: UInt8 = 2
  /// A record of more bytes is none.
  public static let mostBytes = 4 << 20

  public static func bytes(of analysis: MusicAnalysis) -> [UInt8] {
    var output = BitWriter()
    output.byte(layout)
    output.real(analysis.duration)
    output.optional(analysis.tempo) { $0.tempo($1) }
    output.optional(analysis.key) { output, key in
      output.byte(UInt8(key.key.tonic) + (key.key.isMinor ? 12 : 0))
      output.part(key.confidence)
      output.real(key.tuningCents)
      output.sections(key.sections)
    }
    let loudness = analysis.loudness
    for value in [loudness.integrated, loudness.range, loudness.samplePeak, loudness.truePeak] {
      output.optional(value) { $0.real($1) }
    }
    output.real(loudness.quietStart)
    output.real(loudness.quietEnd)
    output.waveform(analysis.waveform)
    output.optional(analysis.chords) { $0.chords($1) }
    output.optional(analysis.notes) { $0.notes($1) }
    return output.bytes
  }

  public static func analysis(of bytes: [UInt8]) -> MusicAnalysis? {
    guard bytes.count <= mostBytes else { return nil }
    var input = BitReader(bytes)
    let version = input.byte()
    guard 1...layout ~= version else { return nil }
    var analysis = MusicAnalysis()
    analysis.duration = input.real()
    analysis.tempo = input.optional { $0.tempo() }
    analysis.key = input.optional { input in
      let number = Int(input.byte())
      guard number < 24 else {
        return input.fail(KeyEstimate(key: MusicalKey.all[0], confidence: 0, tuningCents: 0))
      }
      return KeyEstimate(
        key: MusicalKey.all[number], confidence: input.part(), tuningCents: input.real(),
        sections: version > 1 ? input.sections() : [])
    }
    analysis.loudness.integrated = input.optional { $0.real() }
    analysis.loudness.range = input.optional { $0.real() }
    analysis.loudness.samplePeak = input.optional { $0.real() }
    analysis.loudness.truePeak = input.optional { $0.real() }
    analysis.loudness.quietStart = input.real()
    analysis.loudness.quietEnd = input.real()
    analysis.waveform = input.waveform()
    analysis.chords = input.optional { $0.chords() }
    analysis.notes = input.optional { $0.notes() }
    return input.isWhole ? analysis : nil
  }
}
