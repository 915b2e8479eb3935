import CKissFFT
import Glibc

/// The autocorrelation of a stretch of samples, by two Fourier transforms (kissfft's `kiss_fftr` and `kiss_fftri`).
@safe final class Autocorrelation {
  private let size: Int
  private let forward: kiss_fftr_cfg
  private let inverse: kiss_fftr_cfg
  private let bins: UnsafeMutablePointer<kiss_fft_cpx>
  private let frame: UnsafeMutablePointer<Float>
  private let lags: Int

  /// - Parameters:
  ///   - count: of samples.
  ///   - lags: how many, from 0 on.
  init(count: Int, lags: Int) {
    var size = 2
    while size < count + lags { size *= 2 }
    guard let forward = unsafe kiss_fftr_alloc(Int32(size), 0, nil, nil),
      let inverse = unsafe kiss_fftr_alloc(Int32(size), 1, nil, nil)
    else { fatalError("no memory for a transform") }
    (self.size, self.lags) = (size, lags)
    unsafe (self.forward, self.inverse) = (forward, inverse)
    unsafe bins = .allocate(capacity: size / 2 + 1)
    unsafe frame = .allocate(capacity: size)
  }

  deinit {
    unsafe free(UnsafeMutableRawPointer(forward))
    unsafe free(UnsafeMutableRawPointer(inverse))
    unsafe bins.deallocate()
    unsafe frame.deallocate()
  }

  /// - Parameter target: gets the sum of the products of samples that are each lag apart.
  func apply(to samples: [Float], into target: inout [Float]) {
    for index in 0..<size { unsafe frame[index] = index < samples.count ? samples[index] : 0 }
    unsafe kiss_fftr(forward, frame, bins)
    for bin in 0...size / 2 {
      let (real, imaginary) = unsafe (bins[bin].r, bins[bin].i)
      unsafe bins[bin] = kiss_fft_cpx(r: real * real + imaginary * imaginary, i: 0)
    }
    unsafe kiss_fftri(inverse, bins, frame)
    for lag in 0..<lags { target[lag] = unsafe frame[lag] / Float(size) }
  }
}
