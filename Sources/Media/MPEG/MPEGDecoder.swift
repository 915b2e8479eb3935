import CLinux
import CMpg123
import Linux

/// MPEG audio, layers I to III, through mpg123: float output, gapless by LAME's delay and padding. mpg123 sees the
/// sound only, from the first frame to the tags after the last.
@safe
final class MPEGDecoder: BufferDecoder {
  private(set) var format: StreamFormat
  let lengthFrames: Int64?
  let estimatedLengthFrames: Int64?
  private(set) var positionFrames: Int64 = 0

  private let handle: OpaquePointer
  private let source: ByteSource
  private let window: StreamWindow
  private let soundEnd: Int64
  private let fileBytes: Int64
  private let soundStart: Int64
  private let frameBytes: Int
  /// The first frame's facts about the whole file; nil if they don't fit the file.
  private let info: MPEGInfo?

  // A frame that mpg123 has decoded and that is not all taken yet.
  private var block: UnsafePointer<Float>?
  private var blockFrames = 0
  /// The format of the waiting frames, until it is reported.
  private var nextFormat: StreamFormat?

  /// Whether mpg123 decodes what is hardly sound: in rubbish it takes each chance header for a frame.
  private var isDoubtful = false

  private var hasBegun = false
  private var isAtEnd = false
  /// Whether positions are guesses since a seek without an index.
  private var isEstimated = false
  /// Whether the index, or its beginning, was not found by reading this file.
  private var isIndexAdopted = false

  /// How many frames are decoded and dropped before the target of a seek: the bit reservoir of layer III reaches
  /// back 511 bytes, which are up to ten frames at the lowest bit rates.
  private static let preframes = 10
  /// Rubbish in the midst that is searched for the next frame, in bytes.
  private static let resyncLimit = 1 << 20
  /// Most bytes that a seek reads through to be exact. A longer seek goes by estimate.
  private let exactReach: Int64
  /// In bytes: layer III at 8 kbit/s and 24 kHz.
  private static let smallestFrame: Int64 = 24
  private static let faultLimit = 256
  /// Read at a time for the index: less than 1 MB.
  private static let indexedFrames = 500
  private static let emptyLimit = 10_000

  init(_ source: ByteSource, _ found: MPEGFinder.Found, end: Int64, index: SeekIndex?) throws(MediaError) {
    self.source = source
    window = StreamWindow(source, [.init(body: found.offset..<end)])
    soundEnd = end
    fileBytes = source.size
    soundStart = found.offset
    exactReach = source.isRemote ? 256 << 10 : 16 << 20
    frameBytes = max(1, found.header.frameBytes)
    // Before the handle is made: an error here can't leak one.
    let length = try MPEGLength(source, found, end: end)
    info = length.isExact ? length.info : nil
    _ = Self.library
    var status: Int32 = 0
    guard let handle = unsafe mpg123_new(nil, &status) else { throw .outOfMemory }
    unsafe self.handle = handle
    format = StreamFormat(rate: found.header.rate, channels: found.header.channels, exactBits: .none)
    lengthFrames = length.isExact ? length.frames : nil
    estimatedLengthFrames = length.frames
    // Everything is set by now: where this throws, deinit deletes the handle.
    try open()
    if let index { adopt(index) }
  }

  deinit { unsafe mpg123_delete(handle) }

  /// mpg123 wants to be set up once per process.
  static let library: Int32 = mpg123_init()

  private func open() throws(MediaError) {
    let flags = MPG123_QUIET.rawValue | MPG123_GAPLESS.rawValue | MPG123_SKIP_ID3V2.rawValue
    let settings: [(mpg123_parms, Int)] = [
      (MPG123_ADD_FLAGS, Int(flags)),
      (MPG123_REMOVE_FLAGS, Int(MPG123_AUTO_RESAMPLE.rawValue | MPG123_FLOAT_FALLBACK.rawValue)),
      (MPG123_RVA, Int(MPG123_RVA_OFF.rawValue)),
      (MPG123_RESYNC_LIMIT, Self.resyncLimit),
      (MPG123_PREFRAMES, Self.preframes),
      (MPG123_INDEX_SIZE, SeekIndex.entryLimit),
    ]
    for (name, value) in settings {
      guard unsafe cmpg123_param(handle, name, value) == MPG123_OK.rawValue else { throw failed() }
    }
    unsafe mpg123_format_none(handle)
    for rate in [8000, 11025, 12000, 16000, 22050, 24000, 32000, 44100, 48000] {
      let status = unsafe mpg123_format(
        handle, rate, Int32(MPG123_MONO.rawValue | MPG123_STEREO.rawValue),
        Int32(MPG123_ENC_FLOAT_32.rawValue))
      guard status == MPG123_OK.rawValue else { throw failed() }
    }
    window.beginCall()
    guard unsafe mpg123_replace_reader_handle(handle, mpegRead, mpegSeek, nil) == MPG123_OK.rawValue,
      unsafe mpg123_open_handle(handle, window.pointer) == MPG123_OK.rawValue,
      let opened = try currentFormat()
    else { throw failed() }
    format = opened
  }

  private func currentFormat() throws(MediaError) -> StreamFormat? {
    var (rate, channels, encoding) = (0, Int32(0), Int32(0))
    guard unsafe mpg123_getformat(handle, &rate, &channels, &encoding) == MPG123_OK.rawValue else {
      return nil
    }
    guard encoding == MPG123_ENC_FLOAT_32.rawValue, (1...2).contains(channels), rate > 0 else {
      throw .unsupported("mpg123's output format")
    }
    return StreamFormat(rate: rate, channels: Int(channels), exactBits: .none)
  }

  func read(into buffer: UnsafeMutableBufferPointer<Float>) throws(MediaError) -> ReadResult {
    let room = buffer.count / format.channels
    precondition(room > 0, "the span holds no whole frame")
    var done = 0
    while done < room {
      if blockFrames == 0 {
        if isAtEnd { break }
        if try !advance() { break }
      }
      if let changed = nextFormat {
        if done > 0 { break }
        nextFormat = nil
        format = changed
        return .formatChanged(changed)
      }
      guard let from = unsafe block, let target = buffer.baseAddress else { break }
      let count = min(blockFrames, room - done)
      unsafe Bounded.copy(from, to: target + done * format.channels, count: count * format.channels)
      unsafe block = from + count * format.channels
      blockFrames -= count
      done += count
    }
    if done > 0 {
      positionFrames += Int64(done)
      return .frames(done)
    }
    if !hasBegun { throw .truncated }
    return .end
  }

  /// Has mpg123 decode a frame.
  /// - Returns: false at the end.
  private func advance() throws(MediaError) -> Bool {
    var (faults, empty) = (0, 0)
    while true {
      window.beginCall()
      var number = 0
      var audio: UnsafeMutablePointer<UInt8>?
      var bytes = 0
      let status = unsafe mpg123_decode_frame(handle, &number, &audio, &bytes)
      if let failure = window.failure { throw .io(failure) }
      if window.isExhausted { throw .corrupt(at: window.fileOffset, "no further frame found") }
      switch status {
      case MPG123_NEW_FORMAT.rawValue:
        if let changed = try currentFormat() {
          nextFormat = changed == format ? nil : changed
          isDoubtful = false
          if nextFormat != nil { isDoubtful = try !isEstablished() }
          if isDoubtful { nextFormat = nil }
        }
      case MPG123_OK.rawValue:
        if bytes > 0, !isDoubtful, let audio = unsafe audio {
          unsafe block = UnsafeRawPointer(audio).assumingMemoryBound(to: Float.self)
          blockFrames = bytes / (MemoryLayout<Float>.size * (nextFormat ?? format).channels)
          if blockFrames > 0 {
            hasBegun = true
            return true
          }
        }
        empty += 1
        if empty > Self.emptyLimit { throw .corrupt(at: window.fileOffset, "no sound for \(empty) frames") }
      case MPG123_DONE.rawValue, MPG123_NEED_MORE.rawValue:
        isAtEnd = true
        return false
      default:
        faults += 1
        let isLost = unsafe mpg123_errcode(handle) == Int32(MPG123_RESYNC_FAIL.rawValue)
        if faults > Self.faultLimit || isLost { throw failed() }
        if window.position >= window.size {
          isAtEnd = true
          return false
        }
      }
    }
  }

  /// Whether the present frame, whose format is another than before, is followed by more of its kind.
  private func isEstablished() throws(MediaError) -> Bool {
    let offset = unsafe soundStart + Int64(max(0, mpg123_framepos(handle)))
    guard let header = MPEGHeader(try source.bytes(MPEGHeader.size, at: offset)[...]) else { return false }
    return try MPEGFinder.confirmed(header, source, at: offset, end: soundEnd) != nil
  }

  func seek(toFrame frame: Int64) throws(MediaError) -> SeekPrecision {
    // An unknown length is limited to as many frames as the smallest MPEG frames would give.
    let limit = lengthFrames ?? (soundEnd - soundStart) / Self.smallestFrame * 1152
    let target = min(max(0, frame), limit)
    blockFrames = 0
    nextFormat = nil
    isAtEnd = false
    let index = try confirmedIndex(for: target)
    let distance = bytesToWalk(target, index)
    if distance > exactReach { return try seekByEstimate(target, keeping: index) }
    if isEstimated {
      // mpg123 would count on from the guess.
      window.beginCall()
      _ = unsafe mpg123_seek(handle, 0, SEEK_SET)
      isEstimated = false
    }
    window.beginCall(budget: StreamWindow.callBudget + Int(clamping: distance * 2))
    try land(unsafe mpg123_seek(handle, Int(target), SEEK_SET))
    return .exact
  }

  /// Seeks to the frame's place by the file's own seek table or, without one, by bytes. mpg123 gets it as an index of
  /// two entries: its own estimate rests on the few frames that it has seen.
  private func seekByEstimate(_ target: Int64, keeping index: SeekIndex?) throws(MediaError) -> SeekPrecision
  {
    let total = max(estimatedLengthFrames ?? 0, target + 1)
    let place = Double(target) / Double(total)
    let guess = Int64(Double(soundEnd - soundStart) * (info?.share(before: place) ?? place))
    guard let found = try MPEGFinder.firstFrame(in: source, range: (soundStart + guess)..<soundEnd) else {
      isAtEnd = true
      positionFrames = target
      return .estimated
    }
    let perFrame = unsafe Int64(max(1, mpg123_spf(handle)))
    // Before the frames that are decoded in advance, which the encoder's delay may shift.
    let step = max(1, target / perFrame - Int64(Self.preframes) - 8)
    install([0, found.offset - soundStart], step: step)
    defer { install(index?.offsets ?? [], step: index?.step ?? 1) }
    window.beginCall()
    try land(unsafe mpg123_seek(handle, Int(target), SEEK_SET))
    isEstimated = true
    return .estimated
  }

  /// Takes note of where a seek led.
  private func land(_ reached: off_t) throws(MediaError) {
    if let failure = window.failure { throw .io(failure) }
    hasBegun = true
    isDoubtful = false
    if reached == MPG123_DONE.rawValue {
      isAtEnd = true
      positionFrames = max(0, unsafe Int64(mpg123_tell(handle)))
      return
    }
    guard reached >= 0 else { throw failed() }
    positionFrames = Int64(reached)
    if let now = try currentFormat(), now != format { nextFormat = now }
  }

  /// How much of the file must be read through from the last known frame before a target.
  private func bytesToWalk(_ target: Int64, _ index: SeekIndex?) -> Int64 {
    let perFrame = unsafe Int64(max(1, mpg123_spf(handle)))
    let wanted = target / perFrame
    var known: Int64 = 0
    if let index, !index.offsets.isEmpty {
      known = min(wanted, index.reach)
    }
    if !isEstimated { known = max(known, min(wanted, unsafe Int64(max(0, mpg123_tellframe(handle))))) }
    return (wanted - known).multipliedReportingOverflow(by: Int64(frameBytes)).partialValue
  }

  var seekIndex: SeekIndex? { try? readIndex() }

  private func readIndex() throws(MediaError) -> SeekIndex? {
    var offsets: UnsafeMutablePointer<off_t>?
    var (step, fill) = (0, 0)
    guard unsafe mpg123_index(handle, &offsets, &step, &fill) == MPG123_OK.rawValue, fill > 0, step > 0,
      let offsets = unsafe offsets
    else { return nil }
    return SeekIndex(
      fileBytes: fileBytes, soundStart: soundStart, step: Int64(step),
      offsets: unsafe UnsafeBufferPointer(start: offsets, count: fill).map { Int64($0) })
  }

  func adopt(_ index: SeekIndex) {
    if let own = seekIndex, own.reach >= index.reach { return }
    guard index.fileBytes == fileBytes, index.soundStart == soundStart, index.step > 0,
      index.offsets.count <= SeekIndex.entryLimit, let last = index.offsets.last, last < window.size
    else { return }
    install(index.offsets, step: index.step)
    isIndexAdopted = true
  }

  /// The index; nil and forgotten where it was adopted and no frame begins where it sends a seek to.
  private func confirmedIndex(for target: Int64) throws(MediaError) -> SeekIndex? {
    let index = try readIndex()
    guard isIndexAdopted, let index else { return index }
    let perFrame = unsafe Int64(max(1, mpg123_spf(handle)))
    let number = max(0, target / perFrame - Int64(Self.preframes) - 1)
    let offset = index.offsets[Int(min(number / index.step, Int64(index.offsets.count - 1)))]
    // It is read from there next in any case.
    if MPEGHeader(try source.bytes(MPEGHeader.size, at: soundStart + offset)[...]) != nil { return index }
    install([], step: 1)
    isIndexAdopted = false
    return nil
  }

  private func install(_ offsets: [Int64], step: Int64) {
    var offsets = offsets.map { off_t($0) }
    unsafe mpg123_set_index(handle, &offsets, off_t(step), offsets.count)
    // That leaves room for these entries only, so that the index would become coarse or stop growing.
    _ = unsafe cmpg123_param(handle, MPG123_INDEX_SIZE, SeekIndex.entryLimit)
  }

  func lengthenSeekIndex() throws(MediaError) -> Bool {
    for _ in 0..<Self.indexedFrames {
      window.beginCall()
      let status = unsafe mpg123_framebyframe_next(handle)
      if let failure = window.failure { throw .io(failure) }
      guard status == MPG123_OK.rawValue || status == MPG123_NEW_FORMAT.rawValue, !window.isExhausted else {
        return false
      }
    }
    return true
  }

  func completeSeekIndex() throws(MediaError) {
    let position = positionFrames
    window.beginCall(budget: Int(clamping: window.size) * 2)
    let status = unsafe mpg123_scan(handle)
    if let failure = window.failure { throw .io(failure) }
    guard status == MPG123_OK.rawValue else { throw failed() }
    _ = try seek(toFrame: position)
  }

  private func failed() -> MediaError {
    if let failure = window.failure { return .io(failure) }
    let code = unsafe mpg123_errcode(handle)
    if code == Int32(MPG123_OUT_OF_MEM.rawValue) { return .outOfMemory }
    if code == Int32(MPG123_RESYNC_FAIL.rawValue) {
      return .corrupt(at: window.fileOffset, "no further frame found")
    }
    let text = unsafe mpg123_plain_strerror(code).map { unsafe String(cString: $0) } ?? "error \(code)"
    return .corrupt(at: window.fileOffset, "mpg123: \(text)")
  }
}

private let mpegRead: @convention(c) (UnsafeMutableRawPointer?, UnsafeMutableRawPointer?, Int) -> Int = {
  client, target, count in
  guard let client = unsafe client, let target = unsafe target, count > 0 else { return 0 }
  return unsafe StreamWindow.of(client).read(into: UnsafeMutableRawBufferPointer(start: target, count: count))
}

private let mpegSeek: @convention(c) (UnsafeMutableRawPointer?, off_t, Int32) -> off_t = {
  client, offset, whence in
  guard let client = unsafe client else { return -1 }
  return unsafe off_t(StreamWindow.of(client).seek(to: Int64(offset), whence: whence))
}
