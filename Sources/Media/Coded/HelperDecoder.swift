import CDecoder
import Linux

/// A file, or a stream, that jukebox-decoder decodes in a process of its own. The container's facts are ours: the sound is cut
/// where they say.
///
/// A process that crashes, hangs or answers nonsense is an error of this file.
final class HelperDecoder: Decoder {
  /// Facts about a file that decoding needs.
  struct Task {
    /// libavformat's demuxer.
    let demuxer: String
    /// The format, for messages.
    let name: String
    /// Rate of `start` and of the lengths, in Hz; nil for a stream.
    var rate: Int?
    /// Frames that the codec gives before the first of the sound; nil where libavformat drops them itself.
    var start: Int64?
    var lengthFrames: Int64?
    var estimatedLengthFrames: Int64?

    fileprivate var flags: UInt32 { start == nil ? 0 : DECODER_RAW.rawValue }
  }

  private(set) var format: StreamFormat
  let lengthFrames: Int64?
  let estimatedLengthFrames: Int64?
  private(set) var positionFrames: Int64 = 0

  private let connection: HelperConnection
  private let start: Int64
  /// Frames of the last answer that were not given yet, and their format.
  private var held = 0..<0
  private var heldFormat: StreamFormat
  private var isAtEnd = false

  /// Frames asked for at a time: what an answer holds in stereo.
  private static let mostFrames = 8192

  convenience init(_ file: borrowing Descriptor, _ task: Task) throws(MediaError) {
    try self.init(file, task, over: try .connect(for: task.name))
  }

  /// Decodes a source that can't be passed as a file: the thread that uses the decoder sends the process its bytes.
  convenience init(_ source: any HelperSource, _ task: Task) throws(MediaError) {
    let connection = try HelperConnection.connect(for: task.name, source: source)
    let opened = try connection.open(demuxer: task.demuxer, flags: task.flags)
    try self.init(opened, task, over: connection)
  }

  convenience init(_ file: borrowing Descriptor, _ task: Task, over connection: consuming HelperConnection)
    throws(MediaError)
  {
    let opened = try connection.open(file, demuxer: task.demuxer, flags: task.flags)
    try self.init(opened, task, over: connection)
  }

  init(_ opened: HelperConnection.Answer, _ task: Task, over connection: consuming HelperConnection)
    throws(MediaError)
  {
    format = try Self.format(of: opened)
    heldFormat = format
    self.connection = connection
    // A codec may give another rate than its container states.
    let (given, stated) = (Int64(opened.rate), Int64(task.rate ?? opened.rate))
    func frames(_ count: Int64) -> Int64 {
      given == stated ? count : Int64((Double(count) * Double(given) / Double(stated)).rounded())
    }
    start = frames(task.start ?? 0)
    lengthFrames = task.lengthFrames.map(frames)
    estimatedLengthFrames = lengthFrames ?? task.estimatedLengthFrames.map(frames)
    try drop(start)
  }

  private static func format(of answer: HelperConnection.Answer) throws(MediaError) -> StreamFormat {
    guard (1...StreamFormat.rateLimit).contains(answer.rate),
      (1...StreamFormat.channelLimit).contains(answer.channels)
    else { throw .decoderEnded }
    return StreamFormat(rate: answer.rate, channels: answer.channels, exactBits: ExactBits(answer.bits))
  }

  func read(into span: inout MutableSpan<Float>) throws(MediaError) -> ReadResult {
    if let lengthFrames, positionFrames >= lengthFrames { return .end }
    if held.isEmpty {
      try ask(for: min(Self.mostFrames, max(1, span.count / format.channels)))
      if held.isEmpty { return .end }
    }
    if heldFormat != format {
      format = heldFormat
      return .formatChanged(format)
    }
    let room = span.count / format.channels
    precondition(room > 0, "the span holds no whole frame")
    let left = lengthFrames.map { $0 - positionFrames } ?? .max
    let count = Int(min(Int64(min(held.count, room)), left))
    let frames = held.prefix(count)
    connection.copy(
      (frames.lowerBound * format.channels)..<(frames.upperBound * format.channels), to: &span)
    held = held.dropFirst(count)
    positionFrames += Int64(count)
    return .frames(count)
  }

  func seek(toFrame frame: Int64) throws(MediaError) -> SeekPrecision {
    let target = min(max(0, frame), lengthFrames ?? StreamFormat.frameLimit / 2)
    held = 0..<0
    isAtEnd = false
    let answer = try connection.seek(to: target + start)
    positionFrames = max(0, answer.position - start)
    return answer.count == 0 ? .exact : .estimated
  }

  private func ask(for frames: Int) throws(MediaError) {
    guard !isAtEnd else { return }
    let answer = try connection.read(atMost: frames)
    if answer.count == 0 {
      isAtEnd = true
    } else {
      heldFormat = try Self.format(of: answer)
      held = 0..<answer.count
    }
  }

  private func drop(_ count: Int64) throws(MediaError) {
    var left = count
    while left > 0, !isAtEnd {
      if held.isEmpty { try ask(for: Int(min(left, Int64(Self.mostFrames)))) }
      let dropped = Int(min(left, Int64(held.count)))
      held = held.dropFirst(dropped)
      left -= Int64(dropped)
    }
  }
}
