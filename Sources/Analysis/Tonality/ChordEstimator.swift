import Model

/// Finds the chords of a song. Long songs are gone through in parts that overlap.
enum ChordEstimator {
  /// Frames of a part, and how many around it are looked at as well.
  private static let part = 2048
  private static let around = 128
  /// Bonus for no chord where no note stands out, as a logarithm.
  private static let noise: Float = 20

  /// - Parameters:
  ///   - duration: of the song, in seconds: the last chord ends there.
  ///   - tempo: its beats, where harmony changes rather than between them.
  static func estimate(_ spectrum: TonalSpectrum, duration: Double, tempo: TempoEstimate?) -> [ChordSegment] {
    let network = ChordNetwork()
    let beats = (tempo?.beats ?? []).map { $0 / TonalSpectrum.step }
    var line = ChordLine()
    for start in stride(from: 0, to: spectrum.count, by: part) {
      let own = start..<min(start + part, spectrum.count)
      let frames = max(0, start - around)..<min(own.upperBound + around, spectrum.count)
      var likelihoods = network.likelihoods(spectrum, frames)
      for frame in frames where !spectrum.isPitched(at: frame) {
        likelihoods.chords[(frame - frames.lowerBound) * ChordNetwork.states + ChordNetwork.none] += noise
      }
      let decoder = ChordDecoder(likelihoods, beats: beats.map { $0 - Double(frames.lowerBound) })
      line.add(likelihoods, decoder, own, from: frames.lowerBound)
    }
    return segments(line.finish(), beats: beats, duration: duration)
  }

  /// A change at a beat is when the beat is; else it is between the centres of two frames, which are their times.
  private static func segments(_ parts: [ChordStretch.Part], beats: [Double], duration: Double)
    -> [ChordSegment]
  {
    let places = Dictionary(
      beats.map { (ChordDecoder.frame(after: $0), $0) }, uniquingKeysWith: { first, _ in first })
    func time(_ frame: Int) -> Double {
      min(max(0, (places[frame] ?? Double(frame) - 0.5) * TonalSpectrum.step), duration)
    }
    return parts.enumerated().compactMap { index, part in
      let start = index == 0 ? 0 : time(part.frames.lowerBound)
      let end = index == parts.count - 1 ? duration : time(part.frames.upperBound)
      guard end > start else { return nil }
      return ChordSegment(
        start: start, end: end, chord: part.chord, confidence: part.confidence,
        pitchClasses: part.pitchClasses)
    }
  }
}
