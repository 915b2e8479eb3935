/// A level of the waveform in 8 bits: 0 is silence, 1 is -119 dB, 120 full scale, each step 1 dB.
enum WaveformLevel {
  private static let full = 120
  /// The greatest value of each level but the last.
  private static let values: [Float] = (0...255).map { level in
    level == 0 ? 0 : amplitude(decibels: level - full)
  }

  private static func amplitude(decibels steps: Int) -> Float {
    var value = 1.0
    let step = 1.1220184543019633
    for _ in 0..<abs(steps) { value = steps > 0 ? value * step : value / step }
    return Float(value)
  }

  static func value(of level: UInt8) -> Float { values[Int(level)] }

  /// The nearest.
  static func level(of value: Float) -> UInt8 {
    guard value > values[1] else { return 0 }
    var (low, high) = (1, 255)
    while low < high {
      let middle = (low + high + 1) / 2
      if values[middle] <= value { low = middle } else { high = middle - 1 }
    }
    guard low < 255 else { return 255 }
    return UInt8(value / values[low] > values[low + 1] / value ? low + 1 : low)
  }
}
