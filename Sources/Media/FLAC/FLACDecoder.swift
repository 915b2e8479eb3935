import CFLAC
import Linux

/// FLAC, native or in Ogg, through libFLAC. Samples of up to 24 bits come out exact.
///
/// libFLAC hands over one block at a time from within its calls. Blocks go straight to the reader's span; only what
/// doesn't fit, or has another format, waits in `pending`.
@safe
final class FLACDecoder: BufferDecoder {
  private(set) var format: StreamFormat
  let lengthFrames: Int64?
  let estimatedLengthFrames: Int64?
  private(set) var positionFrames: Int64 = 0

  private let decoder: UnsafeMutablePointer<FLAC__StreamDecoder>
  private let window: StreamWindow

  // The reader's span, while a read is under way.
  private var target: UnsafeMutablePointer<Float>?
  private var targetRoom = 0
  private var targetFrames = 0

  // Frames for the next reads, in `pendingFormat`.
  private var pending: UnsafeMutablePointer<Float>
  private var pendingRoom: Int
  private var pendingFormat: StreamFormat
  private var pendingFirst = 0
  private var pendingFrames = 0

  /// End of the last block, by its own number; nil unless that block begins after the frames counted so far.
  private var jump: Int64?
  private var hasBegun = false
  private var isSeeking = false
  /// Whether the checksum of the block that is about to come was wrong: libFLAC gives silence for it.
  private var isDamaged = false
  private var isAtEnd = false

  /// Blocks without sound, one after another, that end a file.
  private static let emptyLimit = 10_000

  /// Native FLAC.
  convenience init(_ source: ByteSource, _ header: FLACHeader, end: Int64) throws(MediaError) {
    let window = StreamWindow(
      source, [.init(prefix: try header.shortened(source), body: header.soundStart..<end)])
    var length = header.info.totalFrames
    if length == nil {
      length = try FLACTail.lengthFrames(source, range: header.soundStart..<end, info: header.info)
    }
    try self.init(window, header.info, length: length, inOgg: false)
  }

  /// FLAC in Ogg: the first packet is a head of 9 bytes, "fLaC", and STREAMINFO.
  convenience init(_ source: ByteSource, _ stream: OggStream, body: Range<Int64>) throws(MediaError) {
    guard stream.head.count >= 17 + FLACInfo.size else { throw .truncated }
    let info = try FLACInfo(Array(stream.head[17...]), at: stream.offset)
    // Many programs write the head before they know the length, and none later.
    var length = info.totalFrames
    if length == nil { length = try OggLength.end(of: stream, source, body) }
    try self.init(StreamWindow(source, [.init(body: body)]), info, length: length, inOgg: true)
  }

  private init(_ window: StreamWindow, _ info: FLACInfo, length: Int64?, inOgg: Bool) throws(MediaError) {
    guard let decoder = unsafe FLAC__stream_decoder_new() else { throw .outOfMemory }
    unsafe self.decoder = decoder
    self.window = window
    format = info.format
    pendingFormat = info.format
    lengthFrames = inOgg ? length : info.totalFrames
    estimatedLengthFrames = length
    pendingRoom = max(info.maximumBlockFrames, 4096) * info.channels
    unsafe pending = .allocate(capacity: pendingRoom)
    unsafe FLAC__stream_decoder_set_metadata_ignore_all(decoder)
    unsafe FLAC__stream_decoder_set_md5_checking(decoder, 0)
    window.beginCall()
    let me = unsafe Unmanaged.passUnretained(self).toOpaque()
    let status =
      if inOgg {
        unsafe FLAC__stream_decoder_init_ogg_stream(
          decoder, flacRead, flacSeek, flacTell, flacLength, flacIsAtEnd, flacWrite, nil, flacError, me)
      } else {
        unsafe FLAC__stream_decoder_init_stream(
          decoder, flacRead, flacSeek, flacTell, flacLength, flacIsAtEnd, flacWrite, nil, flacError, me)
      }
    switch status {
    case FLAC__STREAM_DECODER_INIT_STATUS_OK: break
    case FLAC__STREAM_DECODER_INIT_STATUS_UNSUPPORTED_CONTAINER: throw .unsupported("FLAC in Ogg")
    case FLAC__STREAM_DECODER_INIT_STATUS_MEMORY_ALLOCATION_ERROR: throw .outOfMemory
    default: throw .corrupt(at: window.fileOffset, "libFLAC refuses the stream")
    }
    guard unsafe FLAC__stream_decoder_process_until_end_of_metadata(decoder) != 0 else {
      throw window.failure.map { .io($0) } ?? .corrupt(at: window.fileOffset, "the metadata can't be read")
    }
  }

  deinit {
    unsafe FLAC__stream_decoder_delete(decoder)
    unsafe pending.deallocate()
  }

  func read(into buffer: UnsafeMutableBufferPointer<Float>) throws(MediaError) -> ReadResult {
    if pendingFrames > 0, pendingFormat != format {
      format = pendingFormat
      return .formatChanged(format)
    }
    unsafe target = buffer.baseAddress
    targetRoom = buffer.count / format.channels
    targetFrames = 0
    defer { unsafe target = nil }
    precondition(targetRoom > 0, "the span holds no whole frame")
    takePending()
    var empty = 0
    while targetFrames < targetRoom, pendingFrames == 0, !isAtEnd {
      let before = targetFrames
      try advance()
      empty = targetFrames == before && pendingFrames == 0 ? empty + 1 : 0
      if empty > Self.emptyLimit { throw .corrupt(at: window.fileOffset, "no sound for \(empty) blocks") }
    }
    if targetFrames > 0 {
      positionFrames += Int64(targetFrames)
      if let jump, pendingFrames == 0 {
        positionFrames = max(positionFrames, jump)
        self.jump = nil
      }
      return .frames(targetFrames)
    }
    if pendingFrames > 0 {
      format = pendingFormat
      return .formatChanged(format)
    }
    if !hasBegun { throw .truncated }
    return .end
  }

  /// Has libFLAC decode one block.
  private func advance() throws(MediaError) {
    window.beginCall()
    let succeeded = unsafe FLAC__stream_decoder_process_single(decoder) != 0
    if let failure = window.failure {
      unsafe FLAC__stream_decoder_flush(decoder)
      throw .io(failure)
    }
    if window.isExhausted {
      unsafe FLAC__stream_decoder_flush(decoder)
      throw .corrupt(at: window.fileOffset, "no further frame found")
    }
    switch unsafe FLAC__stream_decoder_get_state(decoder) {
    case FLAC__STREAM_DECODER_END_OF_STREAM: isAtEnd = true
    case FLAC__STREAM_DECODER_MEMORY_ALLOCATION_ERROR: throw .outOfMemory
    case let state where !succeeded:
      unsafe FLAC__stream_decoder_flush(decoder)
      throw .corrupt(at: window.fileOffset, "libFLAC stopped in state \(state.rawValue)")
    default: break
    }
  }

  private func takePending() {
    guard pendingFrames > 0, let to = unsafe target else { return }
    let count = min(pendingFrames, targetRoom - targetFrames)
    let channels = format.channels
    unsafe (to + targetFrames * channels).update(
      from: pending + pendingFirst * channels, count: count * channels)
    targetFrames += count
    pendingFirst += count
    pendingFrames -= count
  }

  /// A block from within libFLAC.
  fileprivate func take(
    _ frame: FLAC__Frame, _ channels: UnsafePointer<UnsafePointer<FLAC__int32>?>
  ) -> FLAC__StreamDecoderWriteStatus {
    let header = frame.header
    let count = Int(header.blocksize)
    let of = FLACInfo.format(
      rate: header.sample_rate == 0 ? format.rate : Int(header.sample_rate), channels: Int(header.channels),
      bits: Int(header.bits_per_sample))
    guard count > 0, (1...StreamFormat.channelLimit).contains(of.channels),
      (1...StreamFormat.rateLimit).contains(of.rate), (1...32).contains(header.bits_per_sample)
    else { return FLAC__STREAM_DECODER_WRITE_STATUS_CONTINUE }
    let wasDamaged = isDamaged
    isDamaged = false
    // A block of another format that isn't whole is rubbish that looked like one.
    if wasDamaged, of != (pendingFrames > 0 ? pendingFormat : format) {
      return FLAC__STREAM_DECODER_WRITE_STATUS_CONTINUE
    }
    let scale = 1 / Float(UInt64(1) << UInt64(header.bits_per_sample - 1))
    hasBegun = true
    noteJump(header)
    var taken = 0
    if of == format, pendingFrames == 0, !isSeeking, let to = unsafe target {
      taken = min(count, targetRoom - targetFrames)
      unsafe Interleave.scaled(
        channels, channels: of.channels, first: 0, count: taken, scale: scale,
        to: to + targetFrames * of.channels)
      targetFrames += taken
    }
    let rest = count - taken
    if rest > 0 {
      if pendingRoom < rest * of.channels {
        // A block larger than STREAMINFO promised: at most 65,535 frames.
        unsafe pending.deallocate()
        pendingRoom = rest * of.channels
        unsafe pending = .allocate(capacity: pendingRoom)
      }
      unsafe Interleave.scaled(
        channels, channels: of.channels, first: taken, count: rest, scale: scale, to: pending)
      pendingFormat = of
      pendingFirst = 0
      pendingFrames = rest
    }
    return FLAC__STREAM_DECODER_WRITE_STATUS_CONTINUE
  }

  /// After missing blocks, the position continues with the number in the next one.
  private func noteJump(_ header: FLAC__FrameHeader) {
    guard !isSeeking, header.number_type == FLAC__FRAME_NUMBER_TYPE_SAMPLE_NUMBER else { return }
    let starts = unsafe Int64(clamping: header.number.sample_number)
    let counted = positionFrames + Int64(targetFrames)
    if starts > counted, let lengthFrames, starts < lengthFrames { jump = starts + Int64(header.blocksize) }
  }

  func seek(toFrame frame: Int64) throws(MediaError) -> SeekPrecision {
    let frame = max(0, frame)
    pendingFrames = 0
    jump = nil
    isAtEnd = false
    if let lengthFrames, frame >= lengthFrames {
      positionFrames = lengthFrames
      isAtEnd = true
      hasBegun = true
      return .exact
    }
    if try seekWithin(frame) {
      positionFrames = frame
      hasBegun = true
      return .exact
    }
    try rewind()
    try skip(frame)
    return .exact
  }

  private func seekWithin(_ frame: Int64) throws(MediaError) -> Bool {
    window.beginCall()
    isSeeking = true
    defer { isSeeking = false }
    if unsafe FLAC__stream_decoder_seek_absolute(decoder, UInt64(frame)) != 0, pendingFrames > 0 {
      return true
    }
    if let failure = window.failure { throw .io(failure) }
    pendingFrames = 0
    return false
  }

  /// Back to the first frame, whatever state libFLAC is in.
  private func rewind() throws(MediaError) {
    window.beginCall()
    guard unsafe FLAC__stream_decoder_reset(decoder) != 0,
      unsafe FLAC__stream_decoder_process_until_end_of_metadata(decoder) != 0
    else {
      throw window.failure.map { .io($0) } ?? .corrupt(at: window.fileOffset, "the stream can't be rewound")
    }
    positionFrames = 0
  }

  /// Decodes up to a frame: for streams in which libFLAC finds no way.
  private func skip(_ frame: Int64) throws(MediaError) {
    var empty = 0
    while positionFrames < frame, !isAtEnd {
      if pendingFrames == 0 {
        try advance()
        empty += 1
        if empty > Self.emptyLimit { throw .corrupt(at: window.fileOffset, "no sound for \(empty) blocks") }
        continue
      }
      empty = 0
      let count = Int(min(Int64(pendingFrames), frame - positionFrames))
      pendingFirst += count
      pendingFrames -= count
      positionFrames += Int64(count)
    }
  }

  fileprivate static func of(_ pointer: UnsafeMutableRawPointer) -> FLACDecoder {
    unsafe Unmanaged<FLACDecoder>.fromOpaque(pointer).takeUnretainedValue()
  }

  fileprivate var stream: StreamWindow { window }
  fileprivate func noteDamage() { isDamaged = true }
}

private let flacRead: FLAC__StreamDecoderReadCallback = { _, buffer, size, client in
  guard let buffer = unsafe buffer, let size = unsafe size, let client = unsafe client else {
    return FLAC__STREAM_DECODER_READ_STATUS_ABORT
  }
  let target = unsafe UnsafeMutableRawBufferPointer(start: buffer, count: size.pointee)
  let count = unsafe FLACDecoder.of(client).stream.read(into: target)
  unsafe size.pointee = max(0, count)
  if count < 0 { return FLAC__STREAM_DECODER_READ_STATUS_ABORT }
  return count == 0
    ? FLAC__STREAM_DECODER_READ_STATUS_END_OF_STREAM : FLAC__STREAM_DECODER_READ_STATUS_CONTINUE
}

private let flacSeek: FLAC__StreamDecoderSeekCallback = { _, offset, client in
  guard let client = unsafe client, let offset = Int64(exactly: offset),
    unsafe FLACDecoder.of(client).stream.seek(to: offset, whence: SEEK_SET) >= 0
  else { return FLAC__STREAM_DECODER_SEEK_STATUS_ERROR }
  return FLAC__STREAM_DECODER_SEEK_STATUS_OK
}

private let flacTell: FLAC__StreamDecoderTellCallback = { _, offset, client in
  guard let client = unsafe client, let offset = unsafe offset else {
    return FLAC__STREAM_DECODER_TELL_STATUS_ERROR
  }
  unsafe offset.pointee = UInt64(FLACDecoder.of(client).stream.position)
  return FLAC__STREAM_DECODER_TELL_STATUS_OK
}

private let flacLength: FLAC__StreamDecoderLengthCallback = { _, length, client in
  guard let client = unsafe client, let length = unsafe length else {
    return FLAC__STREAM_DECODER_LENGTH_STATUS_ERROR
  }
  unsafe length.pointee = UInt64(FLACDecoder.of(client).stream.size)
  return FLAC__STREAM_DECODER_LENGTH_STATUS_OK
}

private let flacIsAtEnd: FLAC__StreamDecoderEofCallback = { _, client in
  guard let client = unsafe client else { return 1 }
  let stream = unsafe FLACDecoder.of(client).stream
  return stream.position >= stream.size ? 1 : 0
}

private let flacWrite: FLAC__StreamDecoderWriteCallback = { _, frame, buffer, client in
  guard let frame = unsafe frame, let buffer = unsafe buffer, let client = unsafe client else {
    return FLAC__STREAM_DECODER_WRITE_STATUS_ABORT
  }
  return unsafe FLACDecoder.of(client).take(frame.pointee, buffer)
}

/// libFLAC resynchronises after an error by itself; its state shows an error that it can't recover from.
private let flacError: FLAC__StreamDecoderErrorCallback = { _, status, client in
  guard let client = unsafe client, status == FLAC__STREAM_DECODER_ERROR_STATUS_FRAME_CRC_MISMATCH else {
    return
  }
  unsafe FLACDecoder.of(client).noteDamage()
}
