import CLinux
import Linux

/// The view of a file for a format library: a few synthetic bytes, then a part of the file, as one seekable stream; in
/// chained files perhaps more of these pairs. So libraries never meet tags or pictures, however large.
///
/// Each call into a library has a budget of bytes and seeks; a library that searches a broken file for longer finds the
/// stream ended and can seek no more. (vorbisfile's ov_pcm_seek would otherwise loop forever in some files.)
final class StreamWindow {
  private let source: ByteSource
  private let parts: [Part]
  /// Start of each part in the stream.
  private let starts: [Int64]
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
  /// The system's error in the present call; nil without one.
  private(set) var failure: SystemError?

  /// Bytes that a library may read in one ordinary call: it bounds how long a search in rubbish takes, and what a
  /// library may gather in memory.
  static let callBudget = 16 * 1024 * 1024
  /// Cost of a read that gives nothing, in bytes of the budget.
  private static let endCost = 1024
  /// More than a walk through an MP3 file of hours takes.
  private static let seekLimit = 1_000_000

  /// Bytes of ours, and the part of the file that follows them.
  struct Part {
    var prefix: [UInt8] = []
    var body: Range<Int64>
    /// Added to the time stamps of the Ogg pages in `body`.
    var granuleShift: Int64 = 0
    var size: Int64 { Int64(prefix.count) + (body.upperBound - body.lowerBound) }
  }

  /// - Parameter parts: one at least.
  init(_ source: ByteSource, _ parts: [Part]) {
    precondition(!parts.isEmpty)
    self.source = source
    self.parts = parts
    starts = parts.dropLast().reduce(into: [0]) { $0.append($0[$0.count - 1] + $1.size) }
    size = parts.reduce(0) { $0 + $1.size }
  }

  /// Position of the stream as an offset in the file.
  var fileOffset: Int64 { fileOffset(of: position) }

  /// An offset in the stream as one in the file; of bytes of ours, that of what follows them.
  func fileOffset(of position: Int64) -> Int64 {
    let index = part(at: position)
    return parts[index].body.lowerBound + max(0, position - starts[index] - Int64(parts[index].prefix.count))
  }

  private func part(at position: Int64) -> Int {
    var index = starts.count - 1
    while index > 0, starts[index] > position { index -= 1 }
    return index
  }

  /// Before each call into the library.
  func beginCall(budget: Int = StreamWindow.callBudget) {
    self.budget = budget
    seeksLeft = Self.seekLimit
    isExhausted = false
    failure = nil
  }

  /// - Returns: how many bytes; 0 at the end; -1 on a refused read (see `failure`) and when the budget is spent.
  ///   vorbisfile reads at the end repeatedly in some files, so that costs too.
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
    // A read ends with the part; it may give less than is asked for.
    let index = part(at: position)
    let inside = position - starts[index]
    let prefix = parts[index].prefix.count
    if Int64(target.count) > parts[index].size - inside {
      unsafe target = UnsafeMutableRawBufferPointer(rebasing: target[..<Int(parts[index].size - inside)])
    }
    let own = max(0, min(prefix - Int(clamping: inside), target.count))
    for i in 0..<own { unsafe target[i] = parts[index].prefix[Int(inside) + i] }
    var done = own
    if own < target.count {
      let offset = parts[index].body.lowerBound + inside + Int64(own - prefix)
      do {
        let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: target[own...])
        done +=
          parts[index].granuleShift == 0
          ? try unsafe source.read(into: rest, at: offset)
          : try unsafe readShifted(into: rest, at: offset, parts[index])
      } catch {
        failure = error
        return -1
      }
      if let linkGuard, done > own {
        let seen = unsafe Array(target[own..<done])
        if !linkGuard.passes(seen, at: offset) {
          budget = 0
          isExhausted = true
          return -1
        }
      }
    }
    position += Int64(done)
    budget -= done
    return done
  }

  /// As `ByteSource.read`, with other time stamps.
  private func readShifted(
    into target: UnsafeMutableRawBufferPointer, at offset: Int64, _ part: Part
  ) throws(SystemError) -> Int {
    // A page's header may begin before the piece and end after it.
    let reach = OggPage.headSize + 255
    let before = Int(min(Int64(reach), offset - part.body.lowerBound))
    var failure: SystemError?
    var bytes = unsafe [UInt8](unsafeUninitializedCapacity: before + target.count + reach) { buffer, count in
      do throws(SystemError) {
        count = try unsafe source.read(
          into: UnsafeMutableRawBufferPointer(buffer), at: offset - Int64(before))
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
    OggPage.shift(&bytes, first: before + target.count, by: part.granuleShift)
    let count = min(target.count, bytes.count - before)
    guard count > 0 else { return 0 }
    unsafe target.copyBytes(from: bytes[before..<before + count])
    return count
  }

  /// As lseek(2).
  /// - Returns: the new position, also one after the end; -1 for one before the beginning or when the budget is spent.
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

  /// The window of a C library's pointer.
  static func of(_ pointer: UnsafeMutableRawPointer) -> StreamWindow {
    unsafe Unmanaged<StreamWindow>.fromOpaque(pointer).takeUnretainedValue()
  }

  /// The pointer for a C library; the window must outlive its use.
  var pointer: UnsafeMutableRawPointer { unsafe Unmanaged.passUnretained(self).toOpaque() }
}
