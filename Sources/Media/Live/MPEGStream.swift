import CMpg123

/// MP3 by mpg123, which is fed with whole frames.
@safe final class MPEGStream: StreamDecoder {
  private let input: StreamFrames
  private let handle: OpaquePointer
  private var format: StreamFormat?
  private var bytes = [UInt8](repeating: 0, count: 4096)
  private var samples = [Float](repeating: 0, count: 1152 * 2 * 4)
  private var sought: Int64 = 0

  init(_ input: StreamFrames) throws(MediaError) {
    self.input = input
    _ = MPEGDecoder.library
    guard let handle = unsafe mpg123_new(nil, nil) else { throw .outOfMemory }
    unsafe self.handle = handle
    let flags = MPG123_QUIET.rawValue | MPG123_SKIP_ID3V2.rawValue
    _ = unsafe cmpg123_param(handle, MPG123_ADD_FLAGS, Int(flags))
    _ = unsafe cmpg123_param(
      handle, MPG123_REMOVE_FLAGS,
      Int(MPG123_GAPLESS.rawValue | MPG123_AUTO_RESAMPLE.rawValue | MPG123_FLOAT_FALLBACK.rawValue))
    _ = unsafe cmpg123_param(handle, MPG123_RVA, Int(MPG123_RVA_OFF.rawValue))
    // A frame may be broken; the search is bounded by the bytes that come.
    _ = unsafe cmpg123_param(handle, MPG123_RESYNC_LIMIT, -1)
    unsafe mpg123_format_none(handle)
    for rate in [8000, 11025, 12000, 16000, 22050, 24000, 32000, 44100, 48000] {
      _ = unsafe mpg123_format(
        handle, rate, Int32(MPG123_MONO.rawValue | MPG123_STEREO.rawValue),
        Int32(MPG123_ENC_FLOAT_32.rawValue))
    }
    guard unsafe mpg123_open_feed(handle) == MPG123_OK.rawValue else { throw .outOfMemory }
  }

  deinit { unsafe mpg123_delete(handle) }

  func next() throws(MediaError) -> LiveBlock? {
    var fed = 0
    while true {
      var done = 0
      let room = samples.count * MemoryLayout<Float>.size
      let status = unsafe samples.withUnsafeMutableBytes { target in
        unsafe mpg123_decode(handle, bytes, fed, target.baseAddress, room, &done)
      }
      fed = 0
      let count = done / MemoryLayout<Float>.size
      if count > 0, let format {
        sought = input.position
        if status == MPG123_NEW_FORMAT.rawValue { takeFormat() }
        return LiveBlock(format: format, samples: samples[..<count].map { Bounded.bounded($0) })
      }
      switch status {
      case MPG123_NEW_FORMAT.rawValue: takeFormat()
      case MPG123_OK.rawValue: break
      default:
        // Also after an error: it finds the next frame by itself, once there are more bytes.
        fed = unsafe bytes.withUnsafeMutableBytes { unsafe input.read(into: $0) }
        if fed == 0 { return nil }
        if input.position - sought > StreamSearch.mostBytes { throw .notAudio }
      }
    }
  }

  private func takeFormat() {
    var (rate, channels, encoding) = (0, Int32(0), Int32(0))
    guard unsafe mpg123_getformat(handle, &rate, &channels, &encoding) == MPG123_OK.rawValue,
      (1...2).contains(channels), rate > 0
    else { return }
    format = StreamFormat(rate: rate, channels: Int(channels), exactBits: .none)
  }
}
