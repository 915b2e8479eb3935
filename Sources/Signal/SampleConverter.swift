import CVector

/// Turns float samples into what a device takes. Neither allocates nor branches per sample.
///
/// Every integer format is made from 32-bit integers, which hold a float's 24 bits whatever its size: exact samples
/// are cut to fewer bits without loss, and others get noise of triangular density before.
package struct SampleConverter {
  package let format: SampleFormat
  private var noise = DitherNoise()

  package init(format: SampleFormat) { self.format = format }

  /// - Parameters:
  ///   - samples: stereo, interleaved.
  ///   - exactBits: how many bits of them are in use; 0 where all are.
  ///   - target: room for `frames * format.bytesPerFrame` bytes.
  package mutating func convert(
    _ samples: UnsafePointer<Float>, frames: Int, exactBits: Int, to target: UnsafeMutableRawPointer
  ) {
    let count = frames * 2
    let dithers = exactBits == 0 || exactBits > format.bits
    switch (format, dithers) {
    case (.float, _): unsafe target.copyMemory(from: samples, byteCount: count * 4)
    // The steps of a 32-bit integer are finer than a float's own: nothing to dither.
    case (.s32, _): unsafe plain(samples, count) { values, at in unsafe Self.store32(values, at, target) }
    case (.s24, false):
      unsafe plain(samples, count) { values, at in unsafe Self.store32(values &>> 8, at, target) }
    case (.s24, true):
      unsafe dithered(samples, count, bits: 24) { values, at in unsafe Self.store32(values, at, target) }
    case (.s24Packed, false):
      unsafe plain(samples, count) { values, at in unsafe Self.store24(values &>> 8, at, target) }
    case (.s24Packed, true):
      unsafe dithered(samples, count, bits: 24) { values, at in unsafe Self.store24(values, at, target) }
    case (.s16, false):
      unsafe plain(samples, count) { values, at in unsafe Self.store16(values &>> 16, at, target) }
    case (.s16, true):
      unsafe dithered(samples, count, bits: 16) { values, at in unsafe Self.store16(values, at, target) }
    }
  }

  /// How many bits of the samples are in use: 16, 24, or 0 where more may be.
  package static func exactBits(of samples: UnsafePointer<Float>, frames: Int) -> Int {
    var bits = 16
    for index in 0..<frames &* 2 {
      let sample = unsafe samples[index]
      if bits == 16, (sample * 0x1p15).rounded(.towardZero) != sample * 0x1p15 { bits = 24 }
      if bits == 24, (sample * 0x1p23).rounded(.towardZero) != sample * 0x1p23 { return 0 }
    }
    return bits
  }

  /// Digital silence, in every format.
  package func silence(frames: Int, to target: UnsafeMutableRawPointer) {
    unsafe target.initializeMemory(as: UInt8.self, repeating: 0, count: frames * format.bytesPerFrame)
  }

  /// Dither on digital silence would be the only thing to hear.
  private func hasSound(_ samples: UnsafePointer<Float>, _ count: Int) -> Bool {
    let raw = unsafe UnsafeRawPointer(samples)
    var any = SIMD8<UInt32>()
    let whole = count & ~7
    var i = 0
    while i < whole {
      unsafe any |= raw.loadUnaligned(fromByteOffset: i &* 4, as: SIMD8<UInt32>.self)
      i &+= 8
    }
    // Without the signs: -0 is silence as well.
    if any &<< 1 != SIMD8<UInt32>() { return true }
    for i in whole..<count where unsafe samples[i] != 0 { return true }
    return false
  }

  /// Full scale to 32-bit integers, towards zero.
  @inline(__always)
  private static func integers(_ samples: SIMD8<Float>, within limit: Float) -> SIMD8<Int32> {
    // NaN, which only a broken decoder makes, becomes silence.
    let numbers = samples.replacing(with: 0, where: samples .!= samples)
    let bounded =
      pointwiseMin(
        pointwiseMax(numbers, SIMD8(repeating: -limit)), SIMD8(repeating: limit.nextDown)) * 0x1p31
    return SIMD8(lowHalf: cvector_whole(bounded.lowHalf), highHalf: cvector_whole(bounded.highHalf))
  }

  @inline(__always)
  private func plain(
    _ samples: UnsafePointer<Float>, _ count: Int, _ store: (SIMD8<Int32>, Range<Int>) -> Void
  ) {
    unsafe blocks(samples, count) { values, at in store(Self.integers(values, within: 1), at) }
  }

  /// - Parameter bits: of what `store` gets.
  @inline(__always)
  private mutating func dithered(
    _ samples: UnsafePointer<Float>, _ count: Int, bits: Int32, _ store: (SIMD8<Int32>, Range<Int>) -> Void
  ) {
    guard unsafe hasSound(samples, count) else {
      unsafe plain(samples, count, store)
      return
    }
    var noise = noise
    let shift = SIMD8<Int32>(repeating: 32 - bits)
    let half = SIMD8<Int32>(repeating: 1 &<< (31 - bits))
    // Room for the noise and the rounding at both ends.
    let limit = 1 - Float(2) / Float(1 &<< (bits - 1))
    unsafe blocks(samples, count) { values, at in
      // One step is 65,536 in the noise.
      let steps = noise.next() &>> (SIMD8(repeating: 16) &- shift)
      store((Self.integers(values, within: limit) &+ steps &+ half) &>> shift, at)
    }
    self.noise = noise
  }

  /// Eight at a time; the rest comes padded with zeros.
  @inline(__always)
  private func blocks(
    _ samples: UnsafePointer<Float>, _ count: Int, _ body: (SIMD8<Float>, Range<Int>) -> Void
  ) {
    let raw = unsafe UnsafeRawPointer(samples)
    let whole = count & ~7
    var i = 0
    while i < whole {
      body(unsafe raw.loadUnaligned(fromByteOffset: i &* 4, as: SIMD8<Float>.self), i..<i &+ 8)
      i &+= 8
    }
    if whole < count {
      var rest = SIMD8<Float>()
      for j in whole..<count { unsafe rest[j &- whole] = samples[j] }
      body(rest, whole..<count)
    }
  }

  @inline(__always)
  private static func store32(_ values: SIMD8<Int32>, _ at: Range<Int>, _ target: UnsafeMutableRawPointer) {
    if at.count == 8 {
      unsafe target.storeBytes(of: values, toByteOffset: at.lowerBound &* 4, as: SIMD8<Int32>.self)
    } else {
      for j in at {
        unsafe target.storeBytes(of: values[j &- at.lowerBound], toByteOffset: j &* 4, as: Int32.self)
      }
    }
  }

  @inline(__always)
  private static func store24(_ values: SIMD8<Int32>, _ at: Range<Int>, _ target: UnsafeMutableRawPointer) {
    for j in at {
      let value = values[j &- at.lowerBound]
      let place = j &* 3
      unsafe target.storeBytes(of: UInt16(truncatingIfNeeded: value), toByteOffset: place, as: UInt16.self)
      unsafe target.storeBytes(
        of: UInt8(truncatingIfNeeded: value &>> 16), toByteOffset: place &+ 2, as: UInt8.self)
    }
  }

  @inline(__always)
  private static func store16(_ values: SIMD8<Int32>, _ at: Range<Int>, _ target: UnsafeMutableRawPointer) {
    let short = SIMD8<Int16>(truncatingIfNeeded: values)
    if at.count == 8 {
      unsafe target.storeBytes(of: short, toByteOffset: at.lowerBound &* 2, as: SIMD8<Int16>.self)
    } else {
      for j in at {
        unsafe target.storeBytes(of: short[j &- at.lowerBound], toByteOffset: j &* 2, as: Int16.self)
      }
    }
  }
}
