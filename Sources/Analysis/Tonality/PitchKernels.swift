import Glibc

/// Sums the bins of a Fourier transform up to bins of a third of a semitone, by raised cosines that overlap by half.
struct PitchKernels {
  /// The lowest note that is kept, as MIDI counts, and how many are.
  static let lowest = 24
  static let notes = 84
  /// Bins: three to each note, and a note's more at either end.
  static let count = 3 * (notes + 2)
  /// Bins from here on are taken from the short transform.
  static let split = 3 * (55 - lowest)

  private struct Kernel {
    let first: Int
    let weights: Range<Int>
  }

  private let bins: Range<Int>
  private let kernels: [Kernel]
  private let weights: [Float]

  /// - Parameter span: samples of the transform.
  init(span: Int, bins: Range<Int>) {
    self.bins = bins
    var kernels: [Kernel] = []
    var weights: [Float] = []
    for bin in bins {
      let centre = Self.hertz(Double(bin)) * Double(span) / Double(TonalCollector.rate)
      // At least as wide as the window's main lobe needs to separate notes.
      let reach = max(centre * (exp2(1.0 / 36) - 1), 1)
      let first = max(Int((centre - reach).rounded(.up)), 1)
      let last = min(Int((centre + reach).rounded(.down)), span / 2)
      let start = weights.count
      var sum = 0.0
      for index in first...max(first, last) {
        let weight = (1 + cos(Double.pi * (Double(index) - centre) / reach)) / 2
        weights.append(Float(weight))
        sum += weight
      }
      // A sine has the same level in wide kernels as in narrow ones.
      if sum < 1, sum > 0 { for index in start..<weights.count { weights[index] /= Float(sum) } }
      kernels.append(Kernel(first: first, weights: start..<weights.count))
    }
    self.kernels = kernels
    self.weights = weights
  }

  /// The frequency of a bin.
  private static func hertz(_ bin: Double) -> Double { 440 * exp2((Double(lowest - 1) + bin / 3 - 69) / 12) }

  /// - Parameter base: where the frame's first bin is in `target`.
  func apply(_ magnitudes: [Float], into target: inout [Float], at base: Int) {
    unsafe magnitudes.withUnsafeBufferPointer { magnitudes in
      unsafe weights.withUnsafeBufferPointer { weights in
        for (bin, kernel) in zip(bins, kernels) {
          var energy: Float = 0
          var index = kernel.first
          for weight in kernel.weights {
            let magnitude = unsafe magnitudes[index]
            energy += unsafe weights[weight] * magnitude * magnitude
            index &+= 1
          }
          target[base + bin] = energy.squareRoot()
        }
      }
    }
  }
}
