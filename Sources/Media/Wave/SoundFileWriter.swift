import CSndfile
public import Linux

/// Writes a sound file through libsndfile: WAVE or FLAC, of whole samples. One thread at a time uses it.
@safe public final class SoundFileWriter {
  public enum Container: String, Sendable, CaseIterable {
    case wave = "wav"
    case flac
  }

  private let library: WaveLibrary
  private var file: OpaquePointer?
  private let descriptor: Descriptor

  /// - Parameters:
  ///   - descriptor: of a regular, empty file, open for writing and reading.
  ///   - bits: 16 or 24.
  /// - Throws: `.unsupported` for what the container can't hold, or where libsndfile is missing.
  public init(
    _ descriptor: consuming Descriptor, _ container: Container, rate: Int, channels: Int, bits: Int
  ) throws(MediaError) {
    library = try WaveLibrary.loaded()
    self.descriptor = descriptor
    var info = SF_INFO()
    info.samplerate = Int32(clamping: rate)
    info.channels = Int32(clamping: channels)
    let form = container == .wave ? SF_FORMAT_WAV : SF_FORMAT_FLAC
    info.format = Int32(form | (bits == 16 ? SF_FORMAT_PCM_16 : SF_FORMAT_PCM_24))
    guard let file = unsafe library.openNumber(self.descriptor.rawValue, Int32(SFM_WRITE), &info, 0) else {
      throw .unsupported("\(container.rawValue) of \(channels) channels at \(rate) Hz")
    }
    unsafe self.file = file
  }

  deinit { if let file = unsafe file { _ = unsafe library.close(file) } }

  /// - Parameter samples: interleaved; the upper 16 or 24 bits of each are written.
  public func write(_ samples: UnsafePointer<Int32>, frames: Int) throws(MediaError) {
    guard let file = unsafe file else { return }
    let count = unsafe library.write(file, samples, Int64(frames))
    guard count == Int64(frames) else { throw .io(SystemError(.noSpace, call: "write")) }
  }

  /// As above, of a span.
  public func write(_ samples: Span<Int32>, frames: Int) throws(MediaError) {
    try unsafe samples.withUnsafeBufferPointer { (samples) throws(MediaError) in
      if let base = samples.baseAddress { try unsafe write(base, frames: frames) }
    }
  }

  /// Writes the lengths into the head.
  /// - Parameter durably: and all of it to storage (fsync(2)).
  public func finish(durably: Bool = true) throws(MediaError) {
    guard let file = unsafe file else { return }
    unsafe self.file = nil
    guard unsafe library.close(file) == 0 else { throw .io(SystemError(.noSpace, call: "write")) }
    guard durably else { return }
    do throws(SystemError) { try descriptor.synchronise() } catch { throw .io(error) }
  }
}

extension Int32 {
  /// Full scale to 32 bits; what is beyond is cut off. Samples of up to 24 bits come out exact.
  public init(sample: Float) {
    let scaled = (Double(sample) * 2_147_483_648).rounded()
    self = scaled >= 2_147_483_647 ? .max : scaled <= -2_147_483_648 ? .min : Int32(scaled)
  }
}
