/// Noise of triangular density over ±1 step, eight values at a time (xorshift32 per lane): it makes the error of a
/// shorter sample independent of the sound.
package struct DitherNoise {
  private var state = SIMD8<UInt32>(
    0x9E37_79B9, 0x7F4A_7C15, 0xF39C_C060, 0x5CED_C834, 0x1082_276B, 0xF3A2_7251, 0xF86C_6A11, 0xD0C1_8E95)

  /// In 65,536ths of a step: mean 0, from -65,535 to 65,535.
  @inline(__always)
  package mutating func next() -> SIMD8<Int32> {
    state ^= state &<< 13
    state ^= state &>> 17
    state ^= state &<< 5
    // The difference of two even distributions is triangular.
    return SIMD8(truncatingIfNeeded: state &>> 16) &- SIMD8(truncatingIfNeeded: state & 0xFFFF)
  }
}
