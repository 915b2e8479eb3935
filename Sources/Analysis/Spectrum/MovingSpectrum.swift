import Glibc

/// The magnitudes of overlapping frames of samples, through Hann's window. The first frame's middle is the first sample.
@safe struct MovingSpectrum: ~Copyable {
  /// Samples of a frame, and from one to the next.
  private let size: Int
  private let hop: Int
  private let transform: RealTransform
  private let window: [Float]
  /// Samples that no frame has gone past yet.
  private var pending: [Float]
  private var filled: Int
  private var frame: [Float]
  /// Magnitudes of the last frame, by bin.
  private(set) var magnitudes: [Float]

  init(size: Int, hop: Int) {
    (self.size, self.hop, filled) = (size, hop, size / 2)
    transform = RealTransform(size)
    window = (0..<size).map { 0.5 - 0.5 * cosf(2 * .pi * (Float($0) + 0.5) / Float(size)) }
    pending = [Float](repeating: 0, count: size)
    frame = pending
    magnitudes = [Float](repeating: 0, count: size / 2 + 1)
  }

  /// Takes samples from the one numbered `done` on, up to the end of a frame or to the last.
  /// - Returns: whether `magnitudes` are those of a new frame.
  mutating func take(_ samples: UnsafePointer<Float>, count: Int, done: inout Int) -> Bool {
    let some = min(count - done, size - filled)
    unsafe pending.withUnsafeMutableBufferPointer { pending in
      for index in 0..<some { unsafe pending[filled + index] = samples[done + index] }
    }
    filled += some
    done += some
    guard filled == size else { return false }
    advance()
    return true
  }

  /// Ends the frame with silence: `magnitudes` are its.
  mutating func fill() {
    for index in filled..<size { pending[index] = 0 }
    advance()
  }

  private mutating func advance() {
    unsafe pending.withUnsafeMutableBufferPointer { pending in
      unsafe frame.withUnsafeMutableBufferPointer { frame in
        unsafe window.withUnsafeBufferPointer { window in
          for index in 0..<size { unsafe frame[index] = pending[index] * window[index] }
        }
      }
      guard let start = pending.baseAddress else { return }
      unsafe start.update(from: start + hop, count: size - hop)
    }
    filled = size - hop
    unsafe frame.withUnsafeBufferPointer { frame in
      unsafe magnitudes.withUnsafeMutableBufferPointer { magnitudes in
        guard let frame = frame.baseAddress, let magnitudes = magnitudes.baseAddress else { return }
        unsafe transform.magnitudes(of: frame, into: magnitudes)
      }
    }
  }
}
