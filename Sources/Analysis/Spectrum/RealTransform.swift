import CKissFFT
import Glibc

/// The spectrum of real samples (kissfft's `kiss_fftr`).
@safe package struct RealTransform: ~Copyable {
  /// Samples of a frame.
  package let count: Int
  private let plan: kiss_fftr_cfg
  private let bins: UnsafeMutablePointer<kiss_fft_cpx>

  /// - Parameter count: of samples; even.
  package init(_ count: Int) {
    precondition(count > 0 && count.isMultiple(of: 2), "a frame has an even number of samples")
    guard let plan = unsafe kiss_fftr_alloc(Int32(count), 0, nil, nil) else {
      fatalError("no memory for a transform")
    }
    self.count = count
    unsafe self.plan = plan
    unsafe bins = .allocate(capacity: count / 2 + 1)
  }

  deinit {
    unsafe free(UnsafeMutableRawPointer(plan))
    unsafe bins.deallocate()
  }

  /// Gives |X| of each of the `count / 2 + 1` bins.
  package func magnitudes(of samples: UnsafePointer<Float>, into target: UnsafeMutablePointer<Float>) {
    unsafe kiss_fftr(plan, samples, bins)
    for bin in 0...count / 2 {
      let (real, imaginary) = unsafe (bins[bin].r, bins[bin].i)
      unsafe target[bin] = (real * real + imaginary * imaginary).squareRoot()
    }
  }
}
