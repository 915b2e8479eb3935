/// Protects later processing from the output of lossy decoders on broken data: one NaN would silence a resampler until
/// the end, and an infinite sample would deafen.
enum Bounded {
  /// 24 dB over full scale: real music that was coded hot stays far below.
  static let peak: Float = 16

  /// NaN becomes 0, and values outside ±`peak` are clamped to it.
  @inline(__always)
  static func bounded(_ value: SIMD8<Float>) -> SIMD8<Float> {
    var value = value
    value.replace(with: peak, where: value .> peak)
    value.replace(with: -peak, where: value .< -peak)
    value.replace(with: 0, where: value .!= value)
    return value
  }

  @inline(__always)
  static func bounded(_ value: Float) -> Float {
    if value > peak { return peak }
    if value < -peak { return -peak }
    return value == value ? value : 0
  }

  /// Copies; `source` and `target` may be the same.
  static func copy(_ source: UnsafePointer<Float>, to target: UnsafeMutablePointer<Float>, count: Int) {
    let from = unsafe UnsafeRawPointer(source)
    let to = UnsafeMutableRawPointer(target)
    for i in stride(from: 0, to: count & ~7, by: 8) {
      let value = unsafe from.loadUnaligned(fromByteOffset: i &* 4, as: SIMD8<Float>.self)
      unsafe to.storeBytes(of: bounded(value), toByteOffset: i &* 4, as: SIMD8<Float>.self)
    }
    for i in (count & ~7)..<count { unsafe target[i] = bounded(source[i]) }
  }
}
