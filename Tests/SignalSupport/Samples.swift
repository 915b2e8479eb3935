public import Signal

/// What a device's bytes mean.
public enum Samples {
  public static func floats(_ bytes: [UInt8], _ format: SampleFormat) -> [Float] {
    let size = format.bytesPerFrame / 2
    return (0..<bytes.count / size).map { index in
      var word: UInt32 = 0
      for i in 0..<size { word |= UInt32(bytes[index * size + i]) << (8 * i) }
      switch format {
      case .s32: return Float(Int32(bitPattern: word)) * 0x1p-31
      case .s24, .s24Packed: return Float(Int32(bitPattern: word << 8) >> 8) * 0x1p-23
      case .s16: return Float(Int16(truncatingIfNeeded: word)) * 0x1p-15
      case .float: return Float(bitPattern: word)
      }
    }
  }
}
