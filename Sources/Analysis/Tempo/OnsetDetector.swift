import Glibc

/// Gives onset strengths by spectral flux: the rise of the logarithm of the magnitude in overlapping bands of
/// equal ratio (Klapuri, Eronen & Astola 2006).
@safe struct OnsetDetector: ~Copyable {
  /// Samples of a frame.
  private static let size = 1024
  /// Factor of the logarithmic compression.
  private static let compression: Float = 300
  /// Frames between the two spectra that are compared.
  private static let span = 3
  /// In Hz: the centres of the lowest and the highest band.
  private static let reach: (Float, Float) = (50, 9000)
  private static let bandsPerOctave: Float = 4
  /// How much of the reference level is left after a second.
  private static let decay: Float = 0.85
  /// Sound softer than this is as good as silence.
  private static let floor: Float = 2e-5
  /// How much earlier than the middle of its frame an onset is found, in seconds.
  private static let latency = -0.0034

  /// The time of the onset that a frame shows, in seconds.
  static func seconds(of frame: Int) -> Double { Double(frame) / OnsetBands.rate + latency }

  /// - Returns: the frame, with its fraction, that shows an onset at a time.
  static func frame(at seconds: Double) -> Double { (seconds - latency) * OnsetBands.rate }

  private(set) var bands = OnsetBands()
  /// The frames with sound: the first one and the one after the last.
  private(set) var sounding = 0..<0
  private var spectrum = MovingSpectrum(size: size, hop: OnsetBands.hop)
  /// First bin of each band, up to the next one's centre.
  private let starts: [Int]
  /// How much of each bin belongs to the band above.
  private let share: [Float]
  /// One part by the number of bins a band is wide.
  private let scale: [Float]
  /// End of each of the `OnsetBands`.
  private let groups: [Int]
  private var levels: [Float]
  /// The compressed levels of the last frames, one after another.
  private var history: [Float]
  private var turn = 0
  private var reference: Float = 0
  private let fall: Float

  init() {
    let size = Self.size
    let (low, high) = Self.reach
    let count = Int((log2f(high / low) * Self.bandsPerOctave).rounded()) + 1
    let hertz = Float(TempoEstimator.rate) / Float(size)
    let first = Int((low * 0.6 / hertz).rounded(.up))
    var share = [Float](repeating: 0, count: size / 2 + 1)
    var starts: [Int] = [first]
    var widths = [Float](repeating: 0, count: count + 1)
    for bin in first...size / 2 {
      let place = min(max(log2f(Float(bin) * hertz / low) * Self.bandsPerOctave, 0), Float(count - 1))
      let band = Int(place)
      while starts.count <= band { starts.append(bin) }
      share[bin] = place - Float(band)
      widths[band] += 1 - share[bin]
      widths[band + 1] += share[bin]
    }
    starts.append(size / 2 + 1)
    self.starts = starts
    self.share = share
    scale = widths.prefix(count).map { $0 > 0.01 ? 1 / $0 : 0 }
    groups =
      OnsetBands.edges.map { edge in
        Int((log2f(edge / low) * Self.bandsPerOctave).rounded(.up))
      } + [count]
    levels = [Float](repeating: 0, count: count + 1)
    history = [Float](repeating: 0, count: count * (Self.span + 1))
    fall = powf(Self.decay, 1 / Float(OnsetBands.rate))
  }

  mutating func add(_ samples: UnsafePointer<Float>, count: Int) {
    var done = 0
    while done < count {
      if unsafe spectrum.take(samples, count: count, done: &done) { advance() }
    }
  }

  /// Appends silence until the last sample was in the middle of a frame.
  mutating func finish() {
    for _ in 0..<Self.size / 2 / OnsetBands.hop {
      spectrum.fill()
      advance()
    }
  }

  private mutating func advance() {
    measure()
    compare()
  }

  /// The mean magnitude of each band.
  private mutating func measure() {
    for band in levels.indices { levels[band] = 0 }
    unsafe spectrum.magnitudes.withUnsafeBufferPointer { magnitudes in
      unsafe share.withUnsafeBufferPointer { share in
        for band in scale.indices {
          var bin = starts[band]
          let end = starts[band + 1]
          var (whole, above) = (SIMD8<Float>(), SIMD8<Float>())
          while bin + 8 <= end {
            let some = unsafe UnsafeRawBufferPointer(magnitudes).loadUnaligned(
              fromByteOffset: bin * 4, as: SIMD8<Float>.self)
            let part = unsafe UnsafeRawBufferPointer(share).loadUnaligned(
              fromByteOffset: bin * 4, as: SIMD8<Float>.self)
            whole += some
            above += some * part
            bin += 8
          }
          var (sum, upper) = (whole.sum(), above.sum())
          while bin < end {
            unsafe sum += magnitudes[bin]
            unsafe upper += magnitudes[bin] * share[bin]
            bin += 1
          }
          levels[band] += sum - upper
          levels[band + 1] += upper
        }
      }
    }
  }

  /// Compresses the levels and appends how much they rose.
  private mutating func compare() {
    let count = scale.count
    var loudest = Self.floor * Float(Self.size)
    for band in 0..<count {
      levels[band] *= scale[band]
      loudest = max(loudest, levels[band])
    }
    reference = max(reference * fall, loudest)
    if loudest > max(reference * 1e-3, 2 * Self.floor * Float(Self.size)) {
      let frame = bands.frames
      sounding = (sounding.isEmpty ? frame : sounding.lowerBound)..<frame + 1
    }
    let factor = Self.compression / reference
    let slots = Self.span + 1
    let now = turn % slots * count
    let before = (turn + 1) % slots * count
    turn += 1
    var band = 0
    var rises = SIMD4<Float>()
    for (group, end) in groups.enumerated() {
      var sum: Float = 0
      let width = Float(max(end - band, 1))
      while band < end {
        let level = logf(1 + factor * levels[band])
        history[now + band] = level
        sum += max(level - history[before + band], 0)
        band += 1
      }
      rises[group] = turn < slots ? 0 : sum / width
    }
    bands.append(rises)
  }
}

extension SIMD8<Float> {
  fileprivate func sum() -> Float {
    let four = lowHalf + highHalf
    let two = four.lowHalf + four.highHalf
    return two.x + two.y
  }
}
