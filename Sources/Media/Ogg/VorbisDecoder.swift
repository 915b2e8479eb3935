import CLinux
import CVorbis
import Linux
import Model

/// Ogg Vorbis through vorbisfile, chained streams too.
@safe
final class VorbisDecoder: BufferDecoder {
  private(set) var format: StreamFormat
  let lengthFrames: Int64?
  private(set) var positionFrames: Int64 = 0

  private let file: UnsafeMutablePointer<OggVorbis_File>
  private let window: StreamWindow
  private var places: [Int]
  /// vorbisfile's position of frame 0.
  private let origin: Int64
  private var link: Int32 = -1

  // A block that libvorbis has decoded and that is not all taken yet.
  private var block: UnsafeMutablePointer<UnsafeMutablePointer<Float>?>?
  private var blockFirst = 0
  private var blockFrames = 0

  private var hasBegun = false
  private var isAtEnd = false
  /// Whether pages were missing since the last seek.
  private var hasHole = false

  /// Faults in the stream, one after another without sound between them, that end it.
  private static let faultLimit = 256

  init(_ source: ByteSource, _ stream: OggStream, body: Range<Int64>) throws(MediaError) {
    // libvorbis sees no head but one that was looked at.
    guard let front = try OggFront(source, stream, try OggHead(stream)) else { throw .truncated }
    guard VorbisSetup.isSound(head: front.firstPacket, front.setup) else {
      throw .corrupt(at: stream.offset, "the tables can't be used")
    }
    guard var first = try front.rebuilt(source, .vorbis, body: body) else { throw .truncated }
    var window = StreamWindow(source, [first])
    var file = try unsafe Self.open(window, source)
    let shift = try unsafe Self.framesBeforeStart(front, file)
    if shift > 0, let shifted = try front.rebuilt(source, .vorbis, body: body, shift: shift) {
      first = shifted
    }
    origin = first.granuleShift
    let parts = try unsafe Self.parts(of: file, window, source, first)
    if parts.count > 1 || shift > 0 {
      unsafe Self.close(file)
      window = StreamWindow(source, parts)
      unsafe file = try Self.open(window, source)
    }
    self.window = window
    unsafe self.file = file
    let total = unsafe ov_pcm_total(file, -1)
    lengthFrames = (0...StreamFormat.frameLimit).contains(total) ? max(0, total - origin) : nil
    do {
      format = try unsafe Self.format(file, -1)
    } catch {
      unsafe Self.close(file)
      throw error
    }
    places = ChannelOrder.vorbisPlaces(channels: format.channels)
    // All is set, so the file is closed where this throws.
    if origin > 0 { _ = try seek(toFrame: 0) }
  }

  /// As vorbisfile counts (vorbisfile.c, _initial_pcmoffset).
  private static func framesBeforeStart(_ front: OggFront, _ file: UnsafeMutablePointer<OggVorbis_File>)
    throws(MediaError) -> Int64
  {
    var last: Int64?
    return try front.framesBeforeStart { head in
      let size = unsafe VorbisSetup.blockFrames(of: head, file.pointee.vi)
      guard size > 0 else { return 0 }
      defer { last = size }
      return last.map { ($0 + size) >> 2 } ?? 0
    }
  }

  deinit { unsafe Self.close(file) }

  private static func open(_ window: StreamWindow, _ source: ByteSource) throws(MediaError)
    -> UnsafeMutablePointer<OggVorbis_File>
  {
    window.linkGuard = VorbisLinkGuard(source)
    defer { window.linkGuard = nil }
    let file = UnsafeMutablePointer<OggVorbis_File>.allocate(capacity: 1)
    unsafe file.initialize(to: OggVorbis_File())
    window.beginCall()
    let status = unsafe ov_open_callbacks(window.pointer, file, nil, 0, vorbisCallbacks)
    guard status == 0 else {
      // vorbisfile has cleared the structure itself.
      unsafe file.deallocate()
      throw Self.error(status, window)
    }
    return unsafe file
  }

  private static func close(_ file: UnsafeMutablePointer<OggVorbis_File>) {
    unsafe ov_clear(file)
    unsafe file.deallocate()
  }

  /// A chained file with a front of our own also before those later streams whose first sound vorbisfile misreads.
  private static func parts(
    of file: UnsafeMutablePointer<OggVorbis_File>, _ window: StreamWindow, _ source: ByteSource,
    _ first: StreamWindow.Part
  ) throws(MediaError) -> [StreamWindow.Part] {
    var parts = [first]
    for link in 1..<max(1, unsafe Int(file.pointee.links)) {
      let last = parts[parts.count - 1]
      let offset = window.fileOffset(of: unsafe file.pointee.offsets[link])
      guard last.body.contains(offset), let stream = try? OggStream(source, at: offset),
        stream.type == .vorbis,
        let front = try OggFront(source, stream, try OggHead(stream)), front.hasMisreadSound,
        VorbisSetup.isSound(head: front.firstPacket, front.setup),
        let part = try front.rebuilt(source, .vorbis, body: offset..<last.body.upperBound)
      else { continue }
      parts[parts.count - 1].body = last.body.lowerBound..<offset
      parts.append(part)
    }
    return parts
  }

  private static func format(_ file: UnsafeMutablePointer<OggVorbis_File>, _ link: Int32) throws(MediaError)
    -> StreamFormat
  {
    guard let info = unsafe ov_info(file, link) else {
      throw .corrupt(at: 0, "a Vorbis stream without a head")
    }
    let channels = unsafe Int(info.pointee.channels)
    let rate = unsafe Int(info.pointee.rate)
    guard (1...StreamFormat.channelLimit).contains(channels) else {
      throw .unsupported("\(channels) channels")
    }
    guard (1...StreamFormat.rateLimit).contains(rate) else { throw .unsupported("a rate of \(rate) Hz") }
    return StreamFormat(rate: rate, channels: channels, exactBits: .none)
  }

  /// Duration of the whole, each link by its own rate.
  var duration: Duration? {
    let seconds = unsafe ov_time_total(file, -1) - Double(origin) / Double(format.rate)
    guard lengthFrames != nil, seconds >= 0, seconds < Double(ProbeResult.secondsLimit) else { return nil }
    // In two parts: nanoseconds of the whole would overflow at 292 years.
    let whole = seconds.rounded(.down)
    return .seconds(Int64(whole)) + .nanoseconds(Int64((seconds - whole) * 1e9))
  }

  func read(into buffer: UnsafeMutableBufferPointer<Float>) throws(MediaError) -> ReadResult {
    let room = buffer.count / format.channels
    precondition(room > 0, "the span holds no whole frame")
    var done = 0
    while done < room {
      if blockFrames == 0 {
        guard !isAtEnd else { break }
        // A new link's format is reported before any of its frames.
        if try !advance(room - done) { break }
        if let changed = try changedFormat() {
          if done > 0 { break }
          return adopt(changed)
        }
      } else if done == 0, let changed = try changedFormat() {
        return adopt(changed)
      }
      guard let block = unsafe block, let target = buffer.baseAddress else { break }
      let count = min(blockFrames, room - done)
      unsafe Interleave.reordered(
        block, places: places, first: blockFirst, count: count, to: target + done * format.channels)
      blockFirst += count
      blockFrames -= count
      done += count
      positionFrames += Int64(count)
    }
    if done > 0 { return .frames(done) }
    if !hasBegun { throw .truncated }
    return .end
  }

  /// The format of the waiting block where it is another than before.
  private func changedFormat() throws(MediaError) -> StreamFormat? {
    let next = try unsafe Self.format(file, -1)
    return next == format ? nil : next
  }

  private func adopt(_ changed: StreamFormat) -> ReadResult {
    format = changed
    places = ChannelOrder.vorbisPlaces(channels: changed.channels)
    return .formatChanged(changed)
  }

  /// Has libvorbis decode.
  /// - Returns: false at the end.
  private func advance(_ frames: Int) throws(MediaError) -> Bool {
    for _ in 0..<Self.faultLimit {
      window.beginCall()
      let count = unsafe ov_read_float(file, &block, Int32(clamping: frames), &link)
      if count > 0 {
        blockFirst = 0
        blockFrames = Int(count)
        hasBegun = true
        if hasHole {
          let (first, overflow) = unsafe ov_pcm_tell(file).subtractingReportingOverflow(Int64(count) + origin)
          if !overflow, isPossible(first) { positionFrames = max(positionFrames, first) }
        }
        return true
      }
      if let failure = window.failure { throw .io(failure) }
      if window.isExhausted { throw .corrupt(at: window.fileOffset, "no further page found") }
      switch Int32(clamping: count) {
      case 0:
        isAtEnd = true
        return false
      case OV_HOLE:
        // Pages are missing or broken: the end of the next one gives the position.
        hasHole = true
      default: throw Self.error(Int32(clamping: count), window)
      }
    }
    throw .corrupt(at: window.fileOffset, "\(Self.faultLimit) faults in a row")
  }

  func seek(toFrame frame: Int64) throws(MediaError) -> SeekPrecision {
    let target = min(max(0, frame), lengthFrames ?? StreamFormat.frameLimit)
    blockFrames = 0
    isAtEnd = false
    hasHole = false
    window.beginCall()
    let status = unsafe ov_pcm_seek(file, target + origin)
    guard status == 0 else { throw Self.error(status, window) }
    let reached = unsafe ov_pcm_tell(file) - origin
    let isKnown = isPossible(reached)
    positionFrames = isKnown ? reached : target
    hasBegun = true
    if target == lengthFrames { isAtEnd = true }
    return isKnown && positionFrames == target ? .exact : .estimated
  }

  private static func error(_ status: Int32, _ window: StreamWindow) -> MediaError {
    if let failure = window.failure { return .io(failure) }
    let at = window.fileOffset
    switch status {
    case OV_EREAD: return .truncated
    case OV_ENOTVORBIS, OV_EBADHEADER: return .corrupt(at: at, "the Vorbis head is broken")
    case OV_EVERSION: return .unsupported("a Vorbis stream of another version")
    case OV_EIMPL: return .unsupported("a Vorbis stream of this kind")
    case OV_EBADLINK: return .corrupt(at: at, "a chained stream is broken")
    case OV_ENOSEEK: return .corrupt(at: at, "seeking finds no way")
    default: return .corrupt(at: at, "vorbisfile answers \(status)")
    }
  }
}

private let vorbisCallbacks = unsafe ov_callbacks(
  read_func: { target, size, count, client in
    guard let target = unsafe target, let client = unsafe client, size > 0 else { return 0 }
    let wanted = unsafe UnsafeMutableRawBufferPointer(start: target, count: size &* count)
    let given = unsafe StreamWindow.of(client).read(into: wanted)
    // To vorbisfile 0 is the end unless errno has a failure.
    if given < 0 { unsafe __errno_location().pointee = EIO }
    return max(0, given) / size
  },
  seek_func: { client, offset, whence in
    guard let client = unsafe client else { return -1 }
    return unsafe StreamWindow.of(client).seek(to: offset, whence: whence) < 0 ? -1 : 0
  },
  close_func: nil,
  tell_func: { client in
    guard let client = unsafe client else { return -1 }
    return unsafe Int(StreamWindow.of(client).position)
  })
