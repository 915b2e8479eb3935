/// Puts channels side by side. Plain loops over pointers that the compiler turns into vector code.
enum Interleave {
  /// Whole numbers to floats at ±1 full scale.
  /// - Parameters:
  ///   - source: a pointer per channel.
  ///   - first: the first frame taken.
  ///   - scale: of one step.
  static func scaled(
    _ source: UnsafePointer<UnsafePointer<Int32>?>, channels: Int, first: Int, count: Int, scale: Float,
    to target: UnsafeMutablePointer<Float>
  ) {
    if channels == 2, let left = unsafe source[0], let right = unsafe source[1] {
      unsafe pair(left + first, right + first, count: count, to: target) { SIMD8<Float>($0) * scale }
      let whole = count & ~7
      for i in whole..<count {
        unsafe target[2 &* i] = Float(left[first &+ i]) * scale
        unsafe target[2 &* i &+ 1] = Float(right[first &+ i]) * scale
      }
      return
    }
    for channel in 0..<channels {
      guard let from = unsafe source[channel] else { continue }
      var to = unsafe target + channel
      for i in 0..<count {
        unsafe to.pointee = Float(from[first &+ i]) * scale
        unsafe to += channels
      }
    }
  }

  /// Floats, reordered and bounded.
  /// - Parameter places: for each channel of the target, its place in `source`.
  static func reordered(
    _ source: UnsafePointer<UnsafeMutablePointer<Float>?>, places: [Int], first: Int, count: Int,
    to target: UnsafeMutablePointer<Float>
  ) {
    let channels = places.count
    if channels == 2, let left = unsafe source[0], let right = unsafe source[1] {
      unsafe pair(left + first, right + first, count: count, to: target) { Bounded.bounded($0) }
      let whole = count & ~7
      for i in whole..<count {
        unsafe target[2 &* i] = Bounded.bounded(left[first &+ i])
        unsafe target[2 &* i &+ 1] = Bounded.bounded(right[first &+ i])
      }
      return
    }
    for channel in 0..<channels {
      guard let from = unsafe source[places[channel]] else { continue }
      var to = unsafe target + channel
      for i in 0..<count {
        unsafe to.pointee = Bounded.bounded(from[first &+ i])
        unsafe to += channels
      }
    }
  }

  /// Floats that are interleaved already, reordered in place.
  static func reorder(_ frames: UnsafeMutablePointer<Float>, places: [Int], count: Int) {
    let channels = places.count
    var frame = SIMD8<Float>()
    for i in 0..<count {
      let at = unsafe frames + i &* channels
      for channel in 0..<channels { unsafe frame[channel] = at[places[channel]] }
      for channel in 0..<channels { unsafe at[channel] = frame[channel] }
    }
  }

  /// Whole vectors of two channels; the rest of fewer than eight frames is the caller's.
  @inline(__always)
  private static func pair<Scalar: SIMDScalar>(
    _ left: UnsafePointer<Scalar>, _ right: UnsafePointer<Scalar>, count: Int,
    to target: UnsafeMutablePointer<Float>,
    _ convert: (SIMD8<Scalar>) -> SIMD8<Float>
  ) {
    let left = unsafe UnsafeRawPointer(left)
    let right = unsafe UnsafeRawPointer(right)
    let target = UnsafeMutableRawPointer(target)
    var both = SIMD16<Float>()
    for i in stride(from: 0, to: count & ~7, by: 8) {
      both.evenHalf = convert(unsafe left.loadUnaligned(fromByteOffset: i &* 4, as: SIMD8<Scalar>.self))
      both.oddHalf = convert(unsafe right.loadUnaligned(fromByteOffset: i &* 4, as: SIMD8<Scalar>.self))
      unsafe target.storeBytes(of: both, toByteOffset: i &* 8, as: SIMD16<Float>.self)
    }
  }
}
