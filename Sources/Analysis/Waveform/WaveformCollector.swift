import Model

/// Gathers the outline of a song in `Waveform.most` points at most, of equal length to a frame where the length is known
/// before, else to a part of a point: then as many blocks are made as memory is set aside for, and two become one whenever
/// they are full.
struct WaveformCollector {
  /// Limit of blocks for a song of unknown length.
  private static let mostBlocks = 16 * Waveform.most

  private struct Block {
    var peak = SIMD3<Float>()
    /// Sum of the squares.
    var sum = SIMD3<Float>()
    var frames = 0
  }

  private var bands: BandSplit
  private var blocks: [Block] = []
  private var block = Block()
  private var frames = 0
  /// Frame at which the block ends.
  private var end = 0
  private let length: Int?
  private var blockFrames = 256

  /// - Parameter length: in frames, where it is known exactly.
  init(rate: Int, length: Int?) {
    bands = BandSplit(rate: rate)
    self.length = length.map { max($0, 1) }
    end = nextEnd
  }

  private var nextEnd: Int {
    guard let length else { return frames + blockFrames }
    let points = min(length, Waveform.most)
    let next = blocks.count + 1
    return next < points ? Int(Double(next) * Double(length) / Double(points)) : .max
  }

  /// - Parameter samples: mono.
  mutating func add(_ samples: UnsafePointer<Float>, frames count: Int) {
    var done = 0
    while done < count {
      let some = min(count - done, end - frames)
      var (peak, sum) = (block.peak, block.sum)
      for index in done..<done + some {
        let sample = unsafe bands.split(samples[index])
        peak.replace(with: pointwiseMax(peak, sample.magnitude), where: .init(repeating: true))
        sum += sample * sample
      }
      (block.peak, block.sum) = (peak, sum)
      block.frames += some
      frames += some
      done += some
      if frames == end { close() }
    }
    bands.settle()
  }

  private mutating func close() {
    blocks.append(block)
    block = Block()
    if length == nil, blocks.count == Self.mostBlocks {
      blocks = stride(from: 0, to: blocks.count, by: 2).map { Self.joined(blocks[$0..<$0 + 2]) }
      blockFrames *= 2
    }
    end = nextEnd
  }

  private static func joined(_ blocks: ArraySlice<Block>) -> Block {
    blocks.reduce(into: Block()) { whole, part in
      whole.peak = pointwiseMax(whole.peak, part.peak)
      whole.sum += part.sum
      whole.frames += part.frames
    }
  }

  mutating func finish() -> Waveform {
    if block.frames > 0 { close() }
    let points = min(blocks.count, Waveform.most)
    var waveform = Waveform()
    for number in 0..<points {
      let part = blocks.count * number / points..<blocks.count * (number + 1) / points
      let whole = Self.joined(blocks[part])
      var point = Waveform.Point()
      point.peak = whole.peak
      point.rms = (whole.sum / Float(max(whole.frames, 1))).squareRoot()
      waveform.points.append(point)
    }
    return waveform
  }
}

extension SIMD3<Float> {
  fileprivate var magnitude: SIMD3<Float> { replacing(with: -self, where: self .< 0) }
}
