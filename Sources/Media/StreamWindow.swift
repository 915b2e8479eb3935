import CLinux
import Linux

/// What a format library gets to see of a file: a few bytes of ours, then a part of the file, as one seekable stream.
/// So libraries never meet tags or pictures, however large.
///
/// Each call into a library has a budget of bytes and seeks; a library that searches a broken file for longer finds the
/// stream ended and can seek no more. (vorbisfile's ov_pcm_seek would otherwise go round for ever in some files.)
final class StreamWindow {
  private let source: ByteSource
  private let prefix: [UInt8]
  private let bodyStart: Int64
  /// The stream's length in bytes.
  let size: Int64
  private(set) var position: Int64 = 0
  /// Bytes that may still be read in this call.
  private var budget = 0
  /// Seeks that may still be made in this call.
  private var seeksLeft = 0
  /// Whether the budget ran out in this call.
  private(set) var isExhausted = false
  /// Says of bytes of the file whether the library may see them; they count as a spent budget where not.
  var linkGuard: VorbisLinkGuard?
  /// What the system refused last.
  private(set) var failure: SystemError?

  /// Bytes that a library may read in one ordinary call: it bounds how long a search in rubbish takes, and what a
  /// library may gather in memory.
  static let callBudget = 16 * 1024 * 1024
  /// Of a read that gives nothing, in bytes.
  private static let endCost = 1024
  /// More than a walk through an MP3 file of hours takes.
  private static let seekLimit = 1_000_000

  /// - Parameters:
  ///   - prefix: bytes that come before the file's.
  ///   - body: the part of the file that is seen.
  init(_ source: ByteSource, prefix: [UInt8] = [], body: Range<Int64>) {
    self.source = source
    self.prefix = prefix
    bodyStart = body.lowerBound
    size = Int64(prefix.count) + (body.upperBound - body.lowerBound)
  }

  /// Where the stream stands, as an offset in the file.
  var fileOffset: Int64 { bodyStart + max(0, position - Int64(prefix.count)) }

  /// Before each call into the library.
  func beginCall(budget: Int = StreamWindow.callBudget) {
    self.budget = budget
    seeksLeft = Self.seekLimit
    isExhausted = false
    failure = nil
  }

  /// - Returns: how many bytes; 0 at the end; -1 on a refused read (see `failure`) and when the budget is spent.
  ///   vorbisfile reads at the end again and again in some files, so that costs too.
  func read(into target: UnsafeMutableRawBufferPointer) -> Int {
    guard budget > 0 else {
      isExhausted = true
      return -1
    }
    var target = unsafe target
    if unsafe position >= size || target.isEmpty {
      budget -= Self.endCost
      return 0
    }
    if Int64(target.count) > size - position {
      unsafe target = UnsafeMutableRawBufferPointer(rebasing: target[..<Int(size - position)])
    }
    var done = 0
    if position < prefix.count {
      done = min(prefix.count - Int(position), target.count)
      for i in 0..<done { unsafe target[i] = prefix[Int(position) + i] }
    }
    if done < target.count {
      do {
        done += try unsafe source.read(
          into: UnsafeMutableRawBufferPointer(rebasing: target[done...]),
          at: bodyStart + position + Int64(done) - Int64(prefix.count))
      } catch {
        failure = error
        return -1
      }
    }
    let own = min(done, max(0, prefix.count - Int(position)))
    if let linkGuard, done > own {
      let seen = unsafe Array(target[own..<done])
      if !linkGuard.passes(seen, at: bodyStart + position + Int64(own) - Int64(prefix.count)) {
        budget = 0
        isExhausted = true
        return -1
      }
    }
    position += Int64(done)
    budget -= done
    return done
  }

  /// As lseek(2).
  /// - Returns: the new position, also one behind the end; -1 for one before the beginning or when the budget is spent.
  func seek(to offset: Int64, whence: Int32) -> Int64 {
    let base: Int64 =
      switch whence {
      case SEEK_SET: 0
      case SEEK_CUR: position
      case SEEK_END: size
      default: -1
      }
    let (target, overflow) = base.addingReportingOverflow(offset)
    guard base >= 0, !overflow, target >= 0, seeksLeft > 0, !isExhausted else { return -1 }
    seeksLeft -= 1
    position = target
    return target
  }

  /// The window behind a C library's pointer.
  static func of(_ pointer: UnsafeMutableRawPointer) -> StreamWindow {
    unsafe Unmanaged<StreamWindow>.fromOpaque(pointer).takeUnretainedValue()
  }

  /// The pointer for a C library; the window must outlive its use.
  var pointer: UnsafeMutableRawPointer { unsafe Unmanaged.passUnretained(self).toOpaque() }
}
