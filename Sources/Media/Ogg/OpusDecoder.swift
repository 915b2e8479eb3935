import COpus
import Linux
import Model

/// Ogg Opus through opusfile, chained streams too: always 48 kHz, pre-skip and the end's padding cut off, the header's
/// output gain applied (RFC 7845 5.1: it belongs to decoding; the gains in tags are the player's business).
@safe
final class OpusDecoder: BufferDecoder {
  private(set) var format: StreamFormat
  let lengthFrames: Int64?
  private(set) var positionFrames: Int64 = 0

  private let file: OpaquePointer
  private let packets: OpusPackets
  private let window: StreamWindow
  /// By the chain's streams: whether the channels come in WAVE order.
  private let inOrder: [Bool]
  private var places: [Int]
  private var placesLink: Int32 = 0
  /// opusfile's position of frame 0.
  private let origin: Int64

  /// The largest packet: 120 ms.
  private static let packetFrames = 5760
  /// Frames that are decoded and dropped before the target of a seek: 400 ms. RFC 7845 asks for 80 ms at least, but the
  /// decoder's prediction then still has an audible error (-22 dB).
  private static let prerollFrames: Int64 = 19_200
  private static let heldSamples = packetFrames * StreamFormat.channelLimit
  private static let faultLimit = 256

  // Frames that wait because their format differs, or that seeking drops.
  private let held: UnsafeMutablePointer<Float>
  private var heldFirst = 0
  private var heldFrames = 0
  private var heldChannels = 0

  private var hasBegun = false
  private var isAtEnd = false

  /// - Parameter links: at least one, in order.
  init(_ source: ByteSource, _ links: [OggLink]) throws(MediaError) {
    var parts: [StreamWindow.Part] = []
    var inOrder: [Bool] = []
    for link in links {
      let head = try OggHead(link.stream)
      let front = try OggFront(source, link.stream, head)
      let shift = try front?.framesBeforeStart(OpusPackets.frames) ?? 0
      let rebuilt = try front?.rebuilt(source, .opus, body: link.body, shift: shift)
      parts.append(rebuilt ?? .init(body: link.body))
      inOrder.append(head.mappingFamily == 255)
    }
    self.inOrder = inOrder
    origin = parts[0].granuleShift
    window = StreamWindow(source, parts)
    window.beginCall()
    var status: Int32 = 0
    var callbacks = opusCallbacks
    guard let file = unsafe op_open_callbacks(window.pointer, &callbacks, nil, 0, &status) else {
      throw Self.error(status, window)
    }
    unsafe self.file = file
    packets = unsafe OpusPackets(for: file)
    let total = unsafe op_pcm_total(file, -1)
    lengthFrames = (0...StreamFormat.frameLimit).contains(total) ? max(0, total - origin) : nil
    let channels = unsafe Int(op_channel_count(file, -1))
    format = StreamFormat(rate: 48_000, channels: channels, exactBits: .none)
    places = Self.places(channels, inOrder: inOrder[0])
    unsafe held = .allocate(capacity: Self.heldSamples)
    // All is set, so the file is freed where this throws.
    if origin > 0 { _ = try seek(toFrame: 0) }
  }

  private static func places(_ channels: Int, inOrder: Bool) -> [Int] {
    inOrder ? Array(0..<channels) : ChannelOrder.vorbisPlaces(channels: channels)
  }

  /// In the order of the chain's stream that sounds.
  private func places(_ channels: Int, link: Int32) -> [Int] {
    Self.places(channels, inOrder: inOrder.indices.contains(Int(link)) && inOrder[Int(link)])
  }

  deinit {
    unsafe op_free(file)
    unsafe held.deallocate()
  }

  func read(into buffer: UnsafeMutableBufferPointer<Float>) throws(MediaError) -> ReadResult {
    let room = buffer.count / format.channels
    precondition(room > 0, "the span holds no whole frame")
    guard let target = buffer.baseAddress else { return .end }
    if heldFrames > 0 {
      if heldChannels != format.channels { return adopt(heldChannels) }
      let count = min(heldFrames, room)
      unsafe target.update(
        from: held + heldFirst * format.channels, count: count * format.channels)
      heldFirst += count
      heldFrames -= count
      positionFrames += Int64(count)
      return .frames(count)
    }
    var done = 0
    while done < room, !isAtEnd {
      // A packet that has no room goes through a buffer of opusfile's own: not worth it at the end of a span.
      if done > 0, room - done < Self.packetFrames { break }
      let at = unsafe target + done * format.channels
      let (count, channels) = try unsafe decode(at, samples: (room - done) * format.channels)
      if count == 0 { break }
      if channels != format.channels {
        unsafe held.update(from: at, count: count * channels)
        (heldFirst, heldFrames, heldChannels) = (0, count, channels)
        if done > 0 { break }
        return adopt(channels)
      }
      done += count
      positionFrames += Int64(count)
    }
    if done > 0 { return .frames(done) }
    if !hasBegun { throw .truncated }
    return .end
  }

  private func adopt(_ channels: Int) -> ReadResult {
    format = StreamFormat(rate: 48_000, channels: channels, exactBits: .none)
    return .formatChanged(format)
  }

  /// Decodes at most a packet, in WAVE order.
  /// - Returns: frames, 0 at the end, and their channels.
  private func decode(_ target: UnsafeMutablePointer<Float>, samples: Int) throws(MediaError) -> (Int, Int) {
    for _ in 0..<Self.faultLimit {
      window.beginCall()
      var link: Int32 = -1
      // Room for more than a packet is never used, and so much always fits `held`.
      let room = min(samples, Self.heldSamples)
      let count = unsafe Int(op_read_float(file, target, Int32(room), &link))
      if count > 0 {
        hasBegun = true
        let channels = unsafe Int(op_channel_count(file, link))
        unsafe Bounded.copy(target, to: target, count: count * channels)
        if channels > 2 {
          if link != placesLink {
            placesLink = link
            places = places(channels, link: link)
          }
          unsafe Interleave.reorder(target, places: places, count: count)
        }
        return (count, channels)
      }
      if let failure = window.failure { throw .io(failure) }
      if window.isExhausted { throw .corrupt(at: window.fileOffset, "no further page found") }
      switch Int32(count) {
      case 0:
        isAtEnd = true
        return (0, 0)
      case OP_HOLE, OP_EBADPACKET:
        let next = unsafe op_pcm_tell(file) - origin
        if isPossible(next) { positionFrames = max(positionFrames, next) }
      default: throw Self.error(Int32(count), window)
      }
    }
    throw .corrupt(at: window.fileOffset, "\(Self.faultLimit) faults in a row")
  }

  func seek(toFrame frame: Int64) throws(MediaError) -> SeekPrecision {
    let target = min(max(0, frame), lengthFrames ?? StreamFormat.frameLimit)
    heldFrames = 0
    isAtEnd = false
    if target == lengthFrames {
      positionFrames = target
      isAtEnd = true
      hasBegun = true
      return .exact
    }
    window.beginCall()
    let status = unsafe op_pcm_seek(file, max(0, target + origin - Self.prerollFrames))
    guard status == 0 else { throw Self.error(status, window) }
    // Ahead of position 0 it is below 0.
    let reached = unsafe op_pcm_tell(file) - origin
    let isKnown = reached >= -origin && isPossible(max(0, reached))
    positionFrames = isKnown ? reached : target
    while positionFrames < target, !isAtEnd {
      let (count, channels) = try unsafe decode(held, samples: Self.heldSamples)
      // A hole may have carried the position beyond the target.
      let dropped = Int(max(0, min(Int64(count), target - positionFrames)))
      positionFrames += Int64(dropped)
      (heldFirst, heldFrames, heldChannels) = (dropped, count - dropped, channels)
    }
    return isKnown && positionFrames == target ? .exact : .estimated
  }

  private static func error(_ status: Int32, _ window: StreamWindow) -> MediaError {
    if let failure = window.failure { return .io(failure) }
    let at = window.fileOffset
    switch status {
    case OP_EFAULT: return .outOfMemory
    case OP_EREAD: return .truncated
    case OP_EIMPL: return .unsupported("an Opus stream of this channel mapping")
    case OP_EVERSION: return .unsupported("an Opus stream of another version")
    case OP_ENOTFORMAT, OP_EBADHEADER: return .corrupt(at: at, "the Opus head is broken")
    case OP_EBADPACKET: return .corrupt(at: at, "an Opus packet is broken")
    case OP_EBADLINK: return .corrupt(at: at, "a chained stream is broken")
    case OP_EBADTIMESTAMP: return .corrupt(at: at, "the first or last page has an impossible time stamp")
    default: return .corrupt(at: at, "opusfile answers \(status)")
    }
  }
}

private let opusCallbacks = unsafe OpusFileCallbacks(
  read: { client, target, count in
    guard let client = unsafe client, let target = unsafe target, count > 0 else { return 0 }
    let wanted = unsafe UnsafeMutableRawBufferPointer(start: target, count: Int(count))
    return unsafe Int32(StreamWindow.of(client).read(into: wanted))
  },
  seek: { client, offset, whence in
    guard let client = unsafe client else { return -1 }
    return unsafe StreamWindow.of(client).seek(to: offset, whence: whence) < 0 ? -1 : 0
  },
  tell: { client in
    guard let client = unsafe client else { return -1 }
    return unsafe StreamWindow.of(client).position
  },
  close: nil)
