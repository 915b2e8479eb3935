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
    let beats = Self.frames(of: tempo?.beats ?? [])
    var parts: [ChordStretch.Part] = []
    var stretch: ChordStretch?
    for start in stride(from: 0, to: spectrum.count, by: part) {
      let own = start..<min(start + part, spectrum.count)
      let frames = max(0, start - around)..<min(own.upperBound + around, spectrum.count)
      var likelihoods = network.likelihoods(spectrum, frames)
      for frame in frames where !spectrum.isPitched(at: frame) {
        likelihoods.chords[(frame - frames.lowerBound) * ChordNetwork.states + ChordNetwork.none] += noise
      }
      let decoder = ChordDecoder(
        likelihoods, beats: Set(beats.lazy.filter(frames.contains).map { $0 - frames.lowerBound }))
      let path = decoder.path()
      let posteriors = decoder.posteriors()
      for frame in own {
        let index = frame - frames.lowerBound
        let state = path[index]
        if stretch?.state != state {
          parts += stretch?.parts ?? []
          stretch = ChordStretch(state: state, at: frame)
        }
        stretch?.add(likelihoods, posteriors, index)
      }
    }
    parts += stretch?.parts ?? []
    return segments(parts, duration: duration)
  }

  /// The frames that begin near a beat.
  private static func frames(of beats: [Double]) -> [Int] {
    beats.flatMap { beat in
      let frame = Int((beat / TonalSpectrum.step + 0.5).rounded())
      return [frame - 1, frame, frame + 1]
    }
  }

  private static func segments(_ parts: [ChordStretch.Part], duration: Double) -> [ChordSegment] {
    parts.enumerated().compactMap { index, part in
      // A frame's centre is its time: a change is between two.
      func time(_ frame: Int) -> Double { min(max(0, (Double(frame) - 0.5) * TonalSpectrum.step), duration) }
      let start = index == 0 ? 0 : time(part.frames.lowerBound)
      let end = index == parts.count - 1 ? duration : time(part.frames.upperBound)
      guard end > start else { return nil }
      return ChordSegment(
        start: start, end: end, chord: part.chord, confidence: part.confidence,
        pitchClasses: part.pitchClasses)
    }
  }
}
