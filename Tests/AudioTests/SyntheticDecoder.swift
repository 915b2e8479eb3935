import Media

/// Frames that say where they come from: left is always 0.5, so that it shows the gain; right holds the entry's serial
/// and the frame's number in 20 bits.
final class SyntheticDecoder: Decoder {
  struct Plan {
    var serial: UInt32
    var frames: Int64
    /// Reading this frame fails.
    var failsAt: Int64?
    var rate = 44_100
    /// Frames per read at most.
    var block = 256
    /// Instead: this level on one side, silence on the other.
    var steady: (level: Float, isRight: Bool)?
    /// A factor for both sides.
    var gain: Float = 1
  }

  let plan: Plan
  private(set) var positionFrames: Int64 = 0

  init(_ plan: Plan) { self.plan = plan }

  var format: StreamFormat { StreamFormat(rate: plan.rate, channels: 2, exactBits: .bits(24)) }
  var lengthFrames: Int64? { plan.frames }

  func read(into span: inout MutableSpan<Float>) throws(MediaError) -> ReadResult {
    if let fails = plan.failsAt, positionFrames >= fails { throw .corrupt(at: positionFrames, "planned") }
    let end = min(plan.frames, plan.failsAt ?? .max)
    let count = min(plan.block, span.count / 2, Int(max(0, end - positionFrames)))
    guard count > 0 else { return .end }
    for i in 0..<count {
      if let (level, isRight) = plan.steady {
        (span[2 * i], span[2 * i + 1]) = isRight ? (0, level) : (level, 0)
        continue
      }
      span[2 * i] = 0.5 * plan.gain
      span[2 * i + 1] = Self.sample(serial: plan.serial, frame: positionFrames + Int64(i)) * plan.gain
    }
    positionFrames += Int64(count)
    return .frames(count)
  }

  func seek(toFrame frame: Int64) throws(MediaError) -> SeekPrecision {
    positionFrames = min(max(0, frame), plan.frames)
    return .exact
  }

  /// Serials repeat after 64, frames after 16,384: 20 bits survive a fade's rounding.
  static func sample(serial: UInt32, frame: Int64) -> Float {
    Float(Int32(serial & 63) << 14 | Int32(frame & 0x3FFF)) * 0x1p-20
  }

  static func place(of sample: Float) -> (serial: UInt32, frame: Int64) {
    let bits = Int32((sample * 0x1p20).rounded())
    return (UInt32(bits >> 14), Int64(bits & 0x3FFF))
  }
}
