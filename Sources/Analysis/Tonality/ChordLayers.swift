/// A network of one hidden layer that judges what is seen from one root on: how likely each quality is, whether the root is
/// the lowest note, whether it sounds, and whether there is no chord.
struct ChordLayers {
  static let outputs = 16
  /// Numbers of what is seen from a root on.
  let inputs: Int
  let units: Int
  private let hidden: [Float]
  private let hiddenOffsets: [Float]
  private let output: [Float]
  private let outputOffsets: [Float]

  /// Networks for whole songs, and for live sound.
  static var songs: ChordLayers {
    ChordLayers(
      ChordWeights.hidden, ChordWeights.hiddenScales, ChordWeights.hiddenOffsets, ChordWeights.output,
      ChordWeights.outputScales, ChordWeights.outputOffsets)
  }
  static var live: ChordLayers {
    ChordLayers(
      LiveChordWeights.hidden, LiveChordWeights.hiddenScales, LiveChordWeights.hiddenOffsets,
      LiveChordWeights.output, LiveChordWeights.outputScales, LiveChordWeights.outputOffsets)
  }

  private init(
    _ hidden: StaticString, _ hiddenScales: [Float], _ hiddenOffsets: [Float],
    _ output: StaticString, _ outputScales: [Float], _ outputOffsets: [Float]
  ) {
    self.hidden = Self.numbers(hidden, scales: hiddenScales)
    self.hiddenOffsets = hiddenOffsets
    self.output = Self.numbers(output, scales: outputScales)
    self.outputOffsets = outputOffsets
    units = hiddenOffsets.count
    inputs = self.hidden.count / units
  }

  private static func numbers(_ text: StaticString, scales: [Float]) -> [Float] {
    var numbers: [Float] = []
    numbers.reserveCapacity(text.utf8CodeUnitCount / 2)
    text.withUTF8Buffer { digits in
      func value(_ digit: UInt8) -> UInt8 { digit < 0x3A ? digit - 0x30 : digit - 0x57 }
      for index in 0..<digits.count / 2 {
        let byte = unsafe value(digits[2 * index]) << 4 | value(digits[2 * index + 1])
        numbers.append(Float(Int8(bitPattern: byte)) * scales[index % scales.count])
      }
    }
    return numbers
  }

  func run(_ input: [Float], layer: inout [Float], _ answer: inout [Float]) {
    let units = units
    unsafe layer.withUnsafeMutableBufferPointer { layer in
      for unit in 0..<units { unsafe layer[unit] = hiddenOffsets[unit] }
      unsafe hidden.withUnsafeBytes { weights in
        for (index, value) in input.enumerated() where value != 0 {
          for unit in stride(from: 0, to: units, by: 8) {
            let part = unsafe weights.loadUnaligned(
              fromByteOffset: (index &* units &+ unit) &* 4, as: SIMD8<Float>.self)
            for lane in 0..<8 { unsafe layer[unit &+ lane] += part[lane] * value }
          }
        }
      }
      for number in 0..<Self.outputs { answer[number] = outputOffsets[number] }
      for unit in 0..<units {
        let value = unsafe layer[unit]
        guard value > 0 else { continue }
        for number in 0..<Self.outputs { answer[number] += output[unit * Self.outputs + number] * value }
      }
    }
  }
}
