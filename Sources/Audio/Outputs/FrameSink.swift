import Linux
import Signal

/// A file that frames go into. One thread uses it, which may block on storage.
protocol FrameSink: AnyObject {
  /// Format of the frames at `target`.
  var format: SampleFormat { get }
  /// Memory for the next frames: room for `roomFrames`, which is never 0.
  var target: UnsafeMutableRawPointer { get }
  var roomFrames: Int { get }
  /// Counts frames that were put at `target`; writes where there is no more room.
  func advance(_ frames: Int) throws(SystemError)
  /// Makes the file whole as it stands: more may come.
  func complete() throws(SystemError)
  /// No more comes.
  func end() throws(SystemError)
}

extension FrameSink {
  func end() throws(SystemError) { try complete() }
}
