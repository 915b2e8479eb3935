/// What the fitted weights see of a song, before they judge it. `board/fit` builds it; the product is without.
package struct FeatureVector: Sendable {
  /// Of each frame how loud every note is: 1 as loud as the loudest nearby, 0 much softer
  /// (`TonalSpectrum.activations`).
  package let notes: [Float]
  /// Of each candidate for the tempo its beats per minute and its features (`TempoCandidate`).
  package let tempos: [Float]
  /// The evidence for each key (`KeyEstimator.correlations`); none in silence.
  package let keys: [Float]

  package init(_ analyzer: Analyzer) throws(AnalysisFault) {
    let collectors = try analyzer.listen { _ in true }
    try collectors.drain()
    _ = collectors.tempo.finish()
    let spectrum = collectors.tonal.finish()
    notes = spectrum.activations(0..<spectrum.count)
    let periodicities = collectors.tempo.periodicities(stretches: [])
    tempos = TempoCandidate.all(in: periodicities).flatMap { [$0.bpm] + $0.features }
    keys = (KeyEstimator.correlations(spectrum) ?? []).flatMap { [Float($0.x), Float($0.y), Float($0.z)] }
  }
}
