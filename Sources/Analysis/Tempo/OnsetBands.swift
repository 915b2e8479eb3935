/// How strongly something begins in each of four bands of frequency, frame by frame. A value is kept in a
/// byte, by its square root, so that hours of music need little memory.
struct OnsetBands {
  static let count = 4
  /// In Hz: where a band ends and the next one begins.
  static let edges: [Float] = [160, 800, 3200]
  /// Samples from one frame to the next.
  static let hop = 128
  /// Frames a second.
  static let rate = Double(TempoEstimator.rate) / Double(hop)
  /// The largest value that is kept.
  private static let most: Float = 4
  /// Frames of a block; many small blocks grow without being copied.
  private static let blockFrames = 4096
  /// Value of each byte.
  private static let values: [Float] = (0..<256).map { byte in
    let root = Float(byte) / 255
    return root * root * most
  }

  private(set) var frames = 0
  private var blocks: [[UInt8]] = []

  /// - Parameter values: one for each band.
  mutating func append(_ values: SIMD4<Float>) {
    if frames.isMultiple(of: Self.blockFrames) {
      blocks.append([])
      blocks[blocks.count - 1].reserveCapacity(Self.blockFrames * Self.count)
    }
    for band in 0..<Self.count {
      let part = min(max(values[band] / Self.most, 0), 1)
      blocks[blocks.count - 1].append(UInt8(part.squareRoot() * 255 + 0.5))
    }
    frames += 1
  }

  subscript(frame: Int) -> SIMD4<Float> {
    let block = blocks[frame / Self.blockFrames]
    let index = frame % Self.blockFrames * Self.count
    return SIMD4(
      Self.values[Int(block[index])], Self.values[Int(block[index + 1])], Self.values[Int(block[index + 2])],
      Self.values[Int(block[index + 3])])
  }

  /// - Returns: the weighted sum of the bands in each frame.
  func envelope(_ weights: SIMD4<Float>, in range: Range<Int>) -> [Float] {
    let values = Self.values
    var envelope: [Float] = []
    envelope.reserveCapacity(range.count)
    var frame = range.lowerBound
    while frame < range.upperBound {
      let block = blocks[frame / Self.blockFrames]
      let end = min(range.upperBound, (frame / Self.blockFrames + 1) * Self.blockFrames)
      var index = frame % Self.blockFrames * Self.count
      while frame < end {
        let some = SIMD4(
          values[Int(block[index])], values[Int(block[index + 1])], values[Int(block[index + 2])],
          values[Int(block[index + 3])])
        envelope.append((some * weights).sum())
        index += Self.count
        frame += 1
      }
    }
    return envelope
  }

  /// The standard deviation of the sum of the bands.
  func deviation() -> Float {
    var (sum, squares) = (0.0, 0.0)
    for frame in 0..<frames {
      let value = Double(self[frame].sum())
      sum += value
      squares += value * value
    }
    let mean = sum / Double(max(frames, 1))
    return Float(max(squares / Double(max(frames, 1)) - mean * mean, 0).squareRoot())
  }

  /// The largest values of the bands within some 20 ms of a place, in frames.
  func strongest(around place: Double) -> SIMD4<Float> {
    let frame = Int(place.rounded())
    var values = SIMD4<Float>()
    for near in max(frame - 3, 0)..<max(min(frame + 4, frames), max(frame - 3, 0)) {
      let some = self[near]
      values.replace(with: some, where: some .> values)
    }
    return values
  }
}
