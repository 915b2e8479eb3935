import CFLAC

/// Encodes an endless FLAC stream for one listener through libFLAC: head and frames are there as they are made. One thread
/// uses it.
@safe public final class FLACStreamEncoder {
  private let encoder: UnsafeMutablePointer<FLAC__StreamEncoder>
  private var encoded: [UInt8] = []

  /// So short that a listener does not wait for a block: 26 ms at 44,100 Hz.
  private static let blockFrames: UInt32 = 1152

  /// - Parameters:
  ///   - rate: in Hz.
  ///   - bits: 16 or 24.
  /// - Throws: `.unsupported` where libFLAC refuses the format.
  public init(rate: Int, bits: Int) throws(MediaError) {
    guard let encoder = unsafe FLAC__stream_encoder_new() else { throw .outOfMemory }
    unsafe self.encoder = encoder
    unsafe FLAC__stream_encoder_set_channels(encoder, 2)
    unsafe FLAC__stream_encoder_set_bits_per_sample(encoder, UInt32(clamping: bits))
    unsafe FLAC__stream_encoder_set_sample_rate(encoder, UInt32(clamping: rate))
    unsafe FLAC__stream_encoder_set_compression_level(encoder, 2)
    unsafe FLAC__stream_encoder_set_blocksize(encoder, Self.blockFrames)
    let me = unsafe Unmanaged.passUnretained(self).toOpaque()
    let status = unsafe FLAC__stream_encoder_init_stream(
      encoder,
      { _, bytes, count, _, _, me in
        if let me = unsafe me, let bytes = unsafe bytes {
          unsafe Unmanaged<FLACStreamEncoder>.fromOpaque(me).takeUnretainedValue()
            .encoded.append(contentsOf: UnsafeBufferPointer(start: bytes, count: count))
        }
        return FLAC__STREAM_ENCODER_WRITE_STATUS_OK
      }, nil, nil, nil, me)
    guard status == FLAC__STREAM_ENCODER_INIT_STATUS_OK else {
      throw .unsupported("FLAC of \(bits) bits at \(rate) Hz")
    }
  }

  deinit { unsafe FLAC__stream_encoder_delete(encoder) }

  /// - Parameter samples: interleaved, of two channels, in the stream's number of bits.
  public func encode(_ samples: Span<Int32>) throws(MediaError) {
    let isEncoded = unsafe samples.withUnsafeBufferPointer { samples in
      guard let base = samples.baseAddress else { return true }
      return unsafe FLAC__stream_encoder_process_interleaved(encoder, base, UInt32(samples.count / 2)) != 0
    }
    if !isEncoded { throw .outOfMemory }
  }

  /// Takes the bytes encoded since the last call.
  public func takeBytes() -> [UInt8] {
    defer { encoded.removeAll(keepingCapacity: true) }
    return encoded
  }
}
