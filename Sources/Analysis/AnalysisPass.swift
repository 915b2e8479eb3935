import Media
import Model
import Signal

/// All that listens to a song while it passes by.
@safe final class AnalysisPass {
  private(set) var frames = 0
  private(set) var isSilent = true
  private let format: StreamFormat
  private let loudness: LoudnessMeter
  private var waveform: WaveformCollector
  let tempo = TempoEstimator()
  let tonal: TonalCollector
  private let fast: RateConverter
  private let slow: RateConverter
  private var mono: [Float] = []

  /// - Parameter length: in frames, where it is known exactly.
  init(_ format: StreamFormat, length: Int?) throws(AnalysisFault) {
    self.format = format
    loudness = try LoudnessMeter(rate: format.rate, channels: format.channels)
    tonal = TonalCollector(seconds: length.map { Double($0) / Double(format.rate) })
    waveform = WaveformCollector(rate: format.rate, length: length)
    fast = try RateConverter(from: format.rate, to: TempoEstimator.rate)
    slow = try RateConverter(from: TempoEstimator.rate, to: TonalCollector.rate)
  }

  var seconds: Double { Double(frames) / Double(format.rate) }

  /// - Parameter samples: interleaved; what is no number becomes silence.
  func add(_ samples: inout [Float], frames count: Int) throws(AnalysisFault) {
    if mono.count < count { mono = [Float](repeating: 0, count: count) }
    try unsafe samples.withUnsafeMutableBufferPointer { (samples) throws(AnalysisFault) in
      try unsafe mono.withUnsafeMutableBufferPointer { (mono) throws(AnalysisFault) in
        guard let samples = samples.baseAddress, let mono = mono.baseAddress else { return }
        unsafe mix(samples, frames: count, into: mono)
        unsafe loudness.add(samples, frames: count)
        unsafe waveform.add(mono, frames: count)
        try unsafe pass(mono, count: count)
      }
    }
    frames += count
  }

  private func pass(_ mono: UnsafePointer<Float>?, count: Int) throws(AnalysisFault) {
    try unsafe fast.process(mono, count: count) { (samples, count) throws(AnalysisFault) in
      unsafe tempo.add(samples, count: count)
      try unsafe slow.process(samples, count: count) { (samples, count) throws(AnalysisFault) in
        unsafe tonal.add(samples, count: count)
      }
    }
  }

  /// The mean of the channels.
  private func mix(
    _ samples: UnsafeMutablePointer<Float>, frames: Int, into mono: UnsafeMutablePointer<Float>
  ) {
    let channels = format.channels
    let part = 1 / Float(channels)
    var loudest: Float = 0
    for frame in 0..<frames {
      var sum: Float = 0
      for channel in 0..<channels {
        let index = frame &* channels &+ channel
        var sample = unsafe samples[index]
        // Files of float samples may hold anything.
        if !(abs(sample) <= 1000) {
          sample = 0
          unsafe samples[index] = 0
        }
        loudest = max(loudest, abs(sample))
        sum += sample
      }
      unsafe mono[frame] = sum * part
    }
    if loudest > 1e-5 { isSilent = false }
  }

  /// Takes the remaining frames of the converters.
  func drain() throws(AnalysisFault) {
    try unsafe pass(nil, count: 0)
    try unsafe slow.process(nil, count: 0) { (samples, count) throws(AnalysisFault) in
      unsafe tonal.add(samples, count: count)
    }
  }

  func finish(_ options: Analyzer.Options) throws(AnalysisFault) -> MusicAnalysis {
    try drain()
    var analysis = MusicAnalysis()
    analysis.duration = seconds
    analysis.loudness = loudness.finish()
    analysis.waveform = waveform.finish()
    let spectrum = tonal.finish()
    analysis.tempo = tempo.finish(isPitched: spectrum.isPitched)
    if options.wantsChords {
      analysis.chords = ChordEstimator.estimate(spectrum, duration: seconds, tempo: analysis.tempo)
    }
    analysis.key = KeyEstimator.estimate(spectrum, chords: analysis.chords)
    if let beats = analysis.tempo?.beats {
      let bars = tempo.bars(beats, chords: analysis.chords ?? [])
      analysis.tempo?.downbeats = BarFinder(bars.streams, isSteady: bars.isSteady).downbeats
    }
    if options.wantsNotes { analysis.notes = NoteEstimator.estimate(spectrum, duration: seconds) }
    return analysis
  }
}
