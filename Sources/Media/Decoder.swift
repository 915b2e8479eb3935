/// Turns a file's content into frames of float samples. One thread at a time uses a decoder; opening and reading it may
/// block on storage. It owns its descriptor.
///
/// Positions count frames of the source from 0, without the padding that encoders add at both ends. In a file whose
/// rate changes, frames are counted on whatever their rate.
public protocol Decoder: AnyObject {
  /// Format of the frames that `read` gives next.
  var format: StreamFormat { get }

  /// How many frames the whole has, where the file says so exactly.
  var lengthFrames: Int64? { get }

  /// As `lengthFrames`; where that is nil, a guess from the file's size, where one is possible.
  var estimatedLengthFrames: Int64? { get }

  /// Number of the next frame that `read` gives.
  var positionFrames: Int64 { get }

  /// Fills `span` from its beginning, as far as frames are at hand.
  /// - Parameter span: room for at least one frame of the present format; room for 8,192 frames and more serves
  ///   every format without a second copy.
  func read(into span: inout MutableSpan<Float>) throws(MediaError) -> ReadResult

  /// Seeks to a frame; one after the end seeks to the end. After a thrown error the position is unknown; another seek
  /// may still succeed.
  func seek(toFrame frame: Int64) throws(MediaError) -> SeekPrecision

  /// The known offsets of frames in the file: stored with a position, they make later seeks exact and quick. nil for
  /// formats that need none.
  var seekIndex: SeekIndex? { get }

  /// Takes what an earlier decoder of the same file gave as `seekIndex`, where it knows more of the file than this one.
  func adopt(_ index: SeekIndex)

  /// Reads the next frames, 1 MB at most, without decoding them, so that `seekIndex` reaches further. For a decoder that
  /// does nothing else.
  /// - Returns: false at the end, and for formats that need no index.
  func lengthenSeekIndex() throws(MediaError) -> Bool

  /// Reads through the whole file, so that every later seek is exact; keeps the position. It reads every byte.
  func completeSeekIndex() throws(MediaError)
}

extension Decoder {
  public var estimatedLengthFrames: Int64? { lengthFrames }
  public var seekIndex: SeekIndex? { nil }
  public func adopt(_ index: SeekIndex) {}
  public func lengthenSeekIndex() throws(MediaError) -> Bool { false }
  public func completeSeekIndex() throws(MediaError) {}

  /// Whether a stream's word for where it stands can be true. A time stamp can say anything up to 2^63, where the
  /// next addition overflows.
  func isPossible(_ position: Int64) -> Bool {
    (0...(lengthFrames ?? StreamFormat.frameLimit)).contains(position)
  }
}
