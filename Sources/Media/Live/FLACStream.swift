import CFLAC

/// FLAC, native or of one link of Ogg, by libFLAC, read forward.
@safe final class FLACStream: StreamDecoder {
  private let input: any StreamBytes
  private let decoder: UnsafeMutablePointer<FLAC__StreamDecoder>
  private var block: LiveBlock?
  private static let emptyLimit = 10_000

  convenience init(_ bytes: FLACBytes) throws(MediaError) { try self.init(bytes, inOgg: false) }
  convenience init(_ pages: OggLinkPages) throws(MediaError) { try self.init(pages, inOgg: true) }

  private init(_ input: any StreamBytes, inOgg: Bool) throws(MediaError) {
    self.input = input
    guard let decoder = unsafe FLAC__stream_decoder_new() else { throw .outOfMemory }
    unsafe self.decoder = decoder
    unsafe FLAC__stream_decoder_set_metadata_ignore_all(decoder)
    let me = unsafe Unmanaged.passUnretained(self).toOpaque()
    let status =
      inOgg
      ? unsafe FLAC__stream_decoder_init_ogg_stream(
        decoder, flacStreamRead, nil, nil, nil, nil, flacStreamWrite, nil, flacStreamError, me)
      : unsafe FLAC__stream_decoder_init_stream(
        decoder, flacStreamRead, nil, nil, nil, nil, flacStreamWrite, nil, flacStreamError, me)
    guard status == FLAC__STREAM_DECODER_INIT_STATUS_OK else { throw .unsupported("FLAC of this kind") }
  }

  deinit { unsafe FLAC__stream_decoder_delete(decoder) }

  var words: StreamWords { (input as? OggLinkPages)?.words ?? StreamWords() }

  func next() throws(MediaError) -> LiveBlock? {
    let start = input.position
    for _ in 0..<Self.emptyLimit {
      block = nil
      let succeeded = unsafe FLAC__stream_decoder_process_single(decoder) != 0
      if let block { return block }
      if unsafe FLAC__stream_decoder_get_state(decoder) == FLAC__STREAM_DECODER_END_OF_STREAM {
        return nil
      } else if !succeeded {
        throw .corrupt(at: input.position, "libFLAC cannot continue")
      }
      if input.position - start > 4 * Int64(StreamSearch.mostBytes) { break }
    }
    throw .corrupt(at: input.position, "no sound found")
  }

  fileprivate func take(_ frame: FLAC__Frame, _ channels: UnsafePointer<UnsafePointer<FLAC__int32>?>) {
    let header = frame.header
    let count = Int(header.blocksize)
    let format = FLACInfo.format(
      rate: Int(header.sample_rate), channels: Int(header.channels), bits: Int(header.bits_per_sample))
    guard count > 0, (1...StreamFormat.channelLimit).contains(format.channels),
      (1...StreamFormat.rateLimit).contains(format.rate), (1...32).contains(header.bits_per_sample)
    else { return }
    var samples = [Float](repeating: 0, count: count * format.channels)
    unsafe samples.withUnsafeMutableBufferPointer { target in
      guard let target = target.baseAddress else { return }
      unsafe Interleave.scaled(
        channels, channels: format.channels, first: 0, count: count,
        scale: 1 / Float(UInt64(1) << UInt64(header.bits_per_sample - 1)), to: target)
    }
    block = LiveBlock(format: format, samples: samples)
    (input as? FLACBytes)?.noteFrame()
  }

  /// libFLAC resynchronises by itself.
  fileprivate func noteLoss() { (input as? FLACBytes)?.noteLoss() }

  fileprivate func read(into target: UnsafeMutableRawBufferPointer) -> Int { unsafe input.read(into: target) }

  fileprivate static func of(_ pointer: UnsafeMutableRawPointer) -> FLACStream {
    unsafe Unmanaged<FLACStream>.fromOpaque(pointer).takeUnretainedValue()
  }
}

private let flacStreamRead: FLAC__StreamDecoderReadCallback = { _, buffer, size, client in
  guard let buffer = unsafe buffer, let size = unsafe size, let client = unsafe client else {
    return FLAC__STREAM_DECODER_READ_STATUS_ABORT
  }
  let target = unsafe UnsafeMutableRawBufferPointer(start: buffer, count: size.pointee)
  let count = unsafe FLACStream.of(client).read(into: target)
  unsafe size.pointee = count
  return count == 0
    ? FLAC__STREAM_DECODER_READ_STATUS_END_OF_STREAM : FLAC__STREAM_DECODER_READ_STATUS_CONTINUE
}

private let flacStreamWrite: FLAC__StreamDecoderWriteCallback = { _, frame, buffer, client in
  guard let frame = unsafe frame, let buffer = unsafe buffer, let client = unsafe client else {
    return FLAC__STREAM_DECODER_WRITE_STATUS_ABORT
  }
  unsafe FLACStream.of(client).take(frame.pointee, buffer)
  return FLAC__STREAM_DECODER_WRITE_STATUS_CONTINUE
}

private let flacStreamError: FLAC__StreamDecoderErrorCallback = { _, _, client in
  if let client = unsafe client { unsafe FLACStream.of(client).noteLoss() }
}
