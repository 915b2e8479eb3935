import Model

/// Finds the notes that sound in a spectrum by pitch: a note stands out from its neighbours and from what the partials of
/// lower notes explain. It begins where its amplitude has risen by half, as a window centred there shows it.
struct NoteEstimator {
  /// How far above a note its partials are, in semitones.
  private static let partials = [12, 19, 24, 28, 31]
  /// The part of a note's level that its partials have at most, and what may be left beside that.
  private static let share: Float = 0.7
  private static let slack: Float = 0.05
  /// Levels are of 45 dB: so far above what partials explain a note begins, and below this level it ends.
  private static let least: Float = 0.35
  private static let end: Float = 0.5
  /// How much louder a note is than two frames before it begins.
  private static let rise: Float = 0.15
  /// Frames in which a note rises, and in which it can't begin again: the window of low ones is twice as long.
  private static func attack(of note: Int) -> Int { 3 * (note + 1) < PitchKernels.split ? 6 : 3 }
  /// Frames whose levels are taken at a time.
  private static let block = 1024

  private let spectrum: TonalSpectrum
  /// The levels of each frame's notes, 0 to 255.
  private let levels: [UInt8]

  static func estimate(_ spectrum: TonalSpectrum, duration: Double) -> [NoteEstimate] {
    let estimator = NoteEstimator(spectrum)
    let notes = (0..<TonalSpectrum.notes).flatMap { estimator.notes(of: $0, until: duration) }
    return notes.sorted { ($0.start, $0.pitch) < ($1.start, $1.pitch) }
  }

  private init(_ spectrum: TonalSpectrum) {
    self.spectrum = spectrum
    var levels: [UInt8] = []
    levels.reserveCapacity(spectrum.count * TonalSpectrum.notes)
    for first in stride(from: 0, to: spectrum.count, by: Self.block) {
      let frames = first..<min(first + Self.block, spectrum.count)
      levels += spectrum.activations(frames).map { UInt8(($0 * 255).rounded()) }
    }
    self.levels = levels
  }

  /// 0 to 1; silence is around all.
  private func level(_ note: Int, at frame: Int) -> Float {
    guard 0..<TonalSpectrum.notes ~= note, 0..<spectrum.count ~= frame else { return 0 }
    return Float(levels[frame * TonalSpectrum.notes + note]) / 255
  }

  /// Returns the part of a note's level that partials of lower notes do not explain.
  private func salience(_ note: Int, at frame: Int) -> Float {
    let own = level(note, at: frame)
    return Self.partials.reduce(own) { least, distance in
      min(least, own - max(level(note - distance, at: frame) * Self.share - Self.slack, 0))
    }
  }

  private func notes(of note: Int, until duration: Double) -> [NoteEstimate] {
    var found: [NoteEstimate] = []
    /// The sounding note, and the frame that showed it.
    var open: (note: NoteEstimate, frame: Int)?
    func close(at end: Double) {
      guard var ended = open?.note else { return }
      ended.end = min(max(end, ended.start + TonalSpectrum.step / 2), duration)
      if ended.end > ended.start { found.append(ended) }
      open = nil
    }
    for frame in 0..<spectrum.count {
      let level = level(note, at: frame)
      if level < Self.end { close(at: Double(frame) * TonalSpectrum.step) }
      guard level > Self.least, open.map({ frame - $0.frame >= Self.attack(of: note) }) ?? true,
        let rise = rise(of: note, at: frame)
      else { continue }
      let salience = salience(note, at: frame)
      guard salience > Self.least else { continue }
      let (start, top) = start(of: note, near: frame)
      close(at: start)
      // By the part of such notes that were really there, in music whose notes are known.
      let confidence = min(max(0.57 * salience + 0.54 * rise - 0.16, 0), 1)
      open = (
        NoteEstimate(
          pitch: PitchKernels.lowest + note, start: start, end: start,
          velocity: Int(max(1, self.level(note, at: top) * 127)), confidence: Double(confidence)), frame
      )
    }
    close(at: duration)
    // A note ends where the next of its pitch begins.
    for (index, next) in found.indices.dropFirst().enumerated() {
      found[index].end = min(found[index].end, max(found[next].start, found[index].start))
    }
    return found.filter { $0.end > $0.start }
  }

  /// How much louder a note becomes at a frame where it is louder than its neighbours; nil where nothing begins.
  private func rise(of note: Int, at frame: Int) -> Float? {
    let own = level(note, at: frame)
    guard frame == 0 || own > level(note, at: frame - 1), own >= level(note - 1, at: frame),
      own >= level(note + 1, at: frame)
    else { return nil }
    let rise = max(own, level(note, at: frame + 1)) - level(note, at: frame - 2)
    return rise > Self.rise ? rise : nil
  }

  /// When a note near a frame has risen to half its amplitude, in seconds; and the frame where it is loudest.
  private func start(of note: Int, near frame: Int) -> (seconds: Double, top: Int) {
    var top = frame
    while top + 1 < min(spectrum.count, frame + Self.attack(of: note)),
      spectrum.amplitude(note, at: top + 1) > spectrum.amplitude(note, at: top)
    { top += 1 }
    let half = spectrum.amplitude(note, at: top) / 2
    var above = top
    while above > max(top - Self.attack(of: note) - 2, 0), spectrum.amplitude(note, at: above - 1) > half {
      above -= 1
    }
    guard above > 0 else { return (0, top) }
    let (before, after) = (
      spectrum.amplitude(note, at: above - 1), spectrum.amplitude(note, at: above)
    )
    let part = after > before ? (half - before) / (after - before) : 0
    return (max(0, Double(above - 1) + Double(part)) * TonalSpectrum.step, top)
  }
}
