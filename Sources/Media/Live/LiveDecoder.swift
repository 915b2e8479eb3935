public import Linux

/// A stream as a decoder: a thread of its own waits for the network and decodes into a ring, and reading never blocks.
/// While there is too little sound, a read gives `.pending`, and `ready` is called once there is enough.
///
/// A stream has no length, and no places: a seek continues where the stream is, and reconnects after a release. A file of
/// which the server sends any part has both, once its head is read.
public final class LiveDecoder: Decoder {
  private let session: LiveSession
  public private(set) var format = StreamFormat(rate: 44_100, channels: 2, exactBits: .none)
  public private(set) var positionFrames: Int64 = 0
  public var lengthFrames: Int64? { session.length.flatMap { $0.isExact ? $0.frames : nil } }
  public var estimatedLengthFrames: Int64? { session.length?.frames }
  private var hasFormat = false

  /// - Parameter ready: called on the stream's thread.
  public init(_ stream: LiveStream, ready: @escaping @Sendable () -> Void) throws(SystemError) {
    session = LiveSession(stream, ready: ready)
    _ = try Thread.start(name: "stream", stackBytes: 1 << 20, payload: session) { $0.run() }
  }

  deinit { session.stop() }

  public func read(into span: inout MutableSpan<Float>) throws(MediaError) -> ReadResult {
    let result = try session.read(into: &span, hasFormat ? format : nil)
    switch result {
    case .frames(let count): positionFrames += Int64(count)
    case .formatChanged(let changed):
      // A stream's time continues, whatever the rate.
      if hasFormat {
        positionFrames = changed.rate.frame(at: .seconds(Double(positionFrames) / Double(format.rate)))
      }
      format = changed
      // A start was requested as a time, before the rate was known.
      if !hasFormat { positionFrames = format.rate.frame(at: session.origin) }
      hasFormat = true
    case .end, .pending: break
    }
    return result
  }

  public func seek(toFrame frame: Int64) throws(MediaError) -> SeekPrecision {
    if session.goOn(at: .seconds(Double(frame) / Double(format.rate))) { positionFrames = frame }
    return .exact
  }

  /// Gathers more sound before the output continues, each time more; called once everything read was played.
  public func ranDry() { session.gatherMore() }
}
