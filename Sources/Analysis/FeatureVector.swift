package import Media
import Model

/// Features of a song that the fitted weights judge. `board/fit` builds it; the product is without.
package struct FeatureVector: Sendable {
  /// Level of every note in each frame: 1 as loud as the loudest nearby, 0 much softer (`TonalSpectrum.activations`).
  package let notes: [Float]
  /// Beats per minute and features of each candidate for the tempo (`TempoCandidate`).
  package let tempos: [Float]
  /// The evidence for each key (`KeyEvidence.features`); none in silence.
  package let keys: [Float]
  /// The tones of the tune (`KeyEvidence.tune`).
  package let tune: [Float]
  /// The chords that were found: start, end, root, number of the quality (`ChordQuality`) and confidence; the root is -1
  /// where there is none.
  package let chords: [Float]
  /// The time of each beat, and what is seen there (`BarEvidence`).
  package let bars: [Float]

  package init(_ analyzer: Analyzer) throws(AnalysisFault) {
    let collectors = try analyzer.listen { _ in true }
    try collectors.drain()
    let spectrum = collectors.tonal.finish()
    let tempo = collectors.tempo.finish(isPitched: spectrum.isPitched)
    notes = spectrum.activations(0..<spectrum.count)
    let candidates = collectors.tempo.candidates(collectors.tempo.periodicities())
    tempos = candidates.flatMap { [$0.bpm] + $0.features }
    let evidence = KeyEvidence(spectrum)
    keys = (evidence?.features ?? []).flatMap { $0.map { Float($0) } }
    tune = (evidence?.tune ?? []).map { Float($0) }
    let chords = ChordEstimator.estimate(spectrum, duration: collectors.seconds, tempo: tempo)
    self.chords = chords.flatMap { segment in
      let chord = segment.chord
      let quality = chord.flatMap { ChordQuality.allCases.firstIndex(of: $0.quality) } ?? -1
      return [
        Float(segment.start), Float(segment.end), Float(chord?.root ?? -1), Float(quality),
        Float(segment.confidence),
      ]
    }
    let beats = tempo?.beats ?? []
    let streams = collectors.tempo.bars(beats, chords: chords).streams
    bars = beats.enumerated().flatMap { index, beat in [Float(beat)] + streams.map { $0[index] } }
  }

  /// Returns the level of every note in each frame, as it is heard live (`LiveNotes`).
  package static func liveNotes(of decoder: any Decoder) throws(AnalysisFault) -> [Float] {
    let format = decoder.format
    let converter = try RateConverter(from: format.rate, to: TonalCollector.rate)
    let notes = LiveNotes()
    var rows: [Float] = []
    var samples = [Float](repeating: 0, count: 4096 * format.channels)
    while true {
      let result: ReadResult
      do throws(MediaError) {
        var span = samples.mutableSpan
        result = try decoder.read(into: &span)
      } catch {
        throw .unreadable("\(error)")
      }
      guard case .frames(let count) = result else { return rows }
      let mono = (0..<count).map { frame in
        (0..<format.channels).reduce(0) { $0 + samples[frame * format.channels + $1] }
          / Float(format.channels)
      }
      try unsafe mono.withUnsafeBufferPointer { (mono) throws(AnalysisFault) in
        guard let start = mono.baseAddress else { return }
        try unsafe converter.process(start, count: count) { (samples, count) throws(AnalysisFault) in
          unsafe notes.add(samples, count: count) { row, _ in rows += row }
        }
      }
    }
  }
}
