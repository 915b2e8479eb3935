import CDecoder
import Linux

/// A process of jukebox-decoder that decodes one file: a request, an answer (`CDecoder/protocol.h`).
@safe
struct HelperConnection: ~Copyable {
  /// An answer that is no failure.
  struct Answer {
    /// Frames of samples, or bytes of text, that follow.
    let count: Int
    let payloadBytes: Int
    let rate: Int
    let channels: Int
    let bits: Int
    let position: Int64
  }

  private let socket: PacketSocket
  private let buffer: UnsafeMutableRawBufferPointer
  /// Gives the bytes that the process asks for; nil where it has a file.
  private let source: (any HelperSource)?

  /// The longest wait for an answer, in seconds: after 8 s of the processor the process ends by itself.
  private static let patience = 10
  private static let headBytes = MemoryLayout<decoder_answer>.size
  /// How often the process may ask during one request: for 256 MiB of a file in the usual pieces.
  private static let mostQuestions = 16_384

  init(over socket: consuming PacketSocket, source: (any HelperSource)? = nil) {
    self.socket = socket
    self.source = source
    unsafe buffer = .allocate(byteCount: Self.headBytes + Int(DECODER_PAYLOAD), alignment: 16)
  }

  /// - Parameters:
  ///   - name: of the format, for messages.
  ///   - source: of what is no file of this machine.
  /// - Throws: `.needsFormats` where no jukebox-decoder listens.
  static func connect(for name: String, source: (any HelperSource)? = nil) throws(MediaError)
    -> HelperConnection
  {
    do throws(SystemError) {
      if let socket = try HelperService.connect(waitingAtMost: patience) {
        return HelperConnection(over: socket, source: source)
      }
    } catch {
      throw .io(error)
    }
    throw .needsFormats(name)
  }

  deinit {
    // The process closes the file before its end of the connection: then a stick can be unmounted.
    socket.end(waitingAtMost: .milliseconds(200))
    unsafe buffer.deallocate()
  }

  func open(_ file: borrowing Descriptor, demuxer: String, flags: UInt32) throws(MediaError) -> Answer {
    let bytes = Self.request(DECODER_OPEN, count: flags) + Array(demuxer.utf8.prefix(Int(DECODER_NAME)))
    do throws(SystemError) { try socket.send(bytes.span, passing: file) } catch { throw Self.failure(error) }
    return try answer()
  }

  /// Opens what the source has.
  func open(demuxer: String, flags: UInt32) throws(MediaError) -> Answer {
    let size = source?.size
    let flags = flags | DECODER_ASKS.rawValue | (size == nil ? DECODER_STREAM.rawValue : 0)
    let bytes =
      Self.request(DECODER_OPEN, count: flags, frame: size ?? -1) + demuxer.utf8.prefix(Int(DECODER_NAME))
    do throws(SystemError) { try socket.send(bytes.span) } catch { throw Self.failure(error) }
    return try answer()
  }

  /// The samples are in `samples` until the next call.
  func read(atMost frames: Int) throws(MediaError) -> Answer {
    let answer = try ask(DECODER_READ, count: UInt32(clamping: frames))
    guard answer.count <= frames, answer.channels <= StreamFormat.channelLimit,
      answer.count * answer.channels * MemoryLayout<Float>.size <= answer.payloadBytes
    else { throw .decoderEnded }
    return answer
  }

  func seek(to frame: Int64) throws(MediaError) -> Answer { try ask(DECODER_SEEK, frame: frame) }

  /// Copies samples of the last answer to the beginning of a span that has room for them, bounded.
  func copy(_ samples: Range<Int>, to target: inout MutableSpan<Float>) {
    unsafe target.withUnsafeMutableBufferPointer { target in
      guard let target = target.baseAddress, let base = unsafe buffer.baseAddress else { return }
      let first = unsafe (base + Self.headBytes).assumingMemoryBound(to: Float.self)
      unsafe Bounded.copy(first + samples.lowerBound, to: target, count: samples.count)
    }
  }

  private func payload(_ count: Int) -> UnsafeRawBufferPointer {
    unsafe UnsafeRawBufferPointer(rebasing: buffer[Self.headBytes..<(Self.headBytes + count)])
  }

  private static func request(_ operation: decoder_operation, count: UInt32 = 0, frame: Int64 = 0) -> [UInt8]
  {
    var request = decoder_request(operation: operation.rawValue, count: count, frame: frame)
    return unsafe withUnsafeBytes(of: &request) { unsafe Array($0) }
  }

  private func ask(_ operation: decoder_operation, count: UInt32 = 0, frame: Int64 = 0) throws(MediaError)
    -> Answer
  {
    do throws(SystemError) {
      try socket.send(Self.request(operation, count: count, frame: frame).span)
    } catch {
      throw Self.failure(error)
    }
    return try answer()
  }

  private static func failure(_ error: SystemError) -> MediaError {
    error.code == .brokenPipe ? .decoderEnded : .io(error)
  }

  /// The next answer; until then the process gets the bytes that it asks for.
  private func answer() throws(MediaError) -> Answer {
    // Why the source has no more bytes: the process' own words for it would say less.
    var failure: MediaError?
    for _ in 0...Self.mostQuestions {
      let (head, rest) = try receive()
      guard head.status == DECODER_WANTED else {
        if let failure, head.status < 0 { throw failure }
        return try checked(head, rest)
      }
      guard let source, head.bits > 0, head.bits <= UInt32(DECODER_PAYLOAD), head.position >= 0 else { break }
      var bytes: [UInt8] = []
      do throws(MediaError) {
        if failure == nil { bytes = try source.bytes(atMost: Int(head.bits), at: head.position) }
      } catch {
        failure = error
      }
      let request = Self.request(
        DECODER_BYTES, count: UInt32(bytes.count), frame: failure == nil ? 0 : -1)
      do throws(SystemError) { try socket.send((request + bytes).span) } catch { throw Self.failure(error) }
    }
    throw .decoderEnded
  }

  private func receive() throws(MediaError) -> (head: decoder_answer, rest: Int) {
    let count: Int?
    var span = unsafe MutableRawSpan(_unsafeBytes: buffer)
    do throws(SystemError) { count = try socket.receive(into: &span) } catch { throw .io(error) }
    guard let count else { throw .decoderHangs }
    guard count >= Self.headBytes else { throw .decoderEnded }
    return (unsafe buffer.load(as: decoder_answer.self), count - Self.headBytes)
  }

  private func checked(_ head: decoder_answer, _ rest: Int) throws(MediaError) -> Answer {
    if head.status < 0 { throw failure(head, text: unsafe String(decoding: payload(rest), as: UTF8.self)) }
    // A hostile file may have taken over the process that decodes it: its numbers are checked.
    guard head.position >= 0, head.position <= StreamFormat.frameLimit else { throw .decoderEnded }
    return Answer(
      count: Int(head.status), payloadBytes: rest, rate: Int(head.rate), channels: Int(head.channels),
      bits: Int(head.bits), position: head.position)
  }

  private func failure(_ head: decoder_answer, text: String) -> MediaError {
    switch decoder_failure(rawValue: head.status) {
    case DECODER_UNSUPPORTED: .unsupported("sound of this kind")
    case DECODER_TRUNCATED: .truncated
    case DECODER_NO_MEMORY: .outOfMemory
    default: .corrupt(at: head.bytes, text)
    }
  }
}
