/// Multiplies samples.
package enum Scale {
  package static func scale(_ samples: UnsafeMutablePointer<Float>, count: Int, by gain: Float) {
    let raw = UnsafeMutableRawPointer(samples)
    let whole = count & ~7
    for i in stride(from: 0, to: whole, by: 8) {
      let values = unsafe raw.loadUnaligned(fromByteOffset: i &* 4, as: SIMD8<Float>.self) * gain
      unsafe raw.storeBytes(of: values, toByteOffset: i &* 4, as: SIMD8<Float>.self)
    }
    for i in whole..<count { unsafe samples[i] *= gain }
  }
}
