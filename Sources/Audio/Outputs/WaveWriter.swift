import CLinux
import Linux
import Media
import Signal

/// Writes a WAV file of 32-bit integers, stereo; beyond 4 GiB it becomes RF64 (EBU Tech 3306), for which room is kept
/// in the head. A target that can't be sought in, such as a pipe, keeps the largest length in its head.
@safe final class WaveWriter: FrameSink {
  private let file: Descriptor
  private let path: String
  private let rate: Int
  private let buffer: UnsafeMutableRawPointer
  private var filled = 0
  private var hasHead = false
  private var dataBytes: Int64 = 0
  private static let bufferBytes = 256 * 1024
  private static let bytesPerFrame = 8

  init(path: String, rate: Int) throws(SystemError) {
    let number = try systemCall("open", path: path) {
      unsafe clinux_open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    }
    self.path = path
    self.rate = rate
    file = Descriptor(owning: number)
    unsafe buffer = .allocate(byteCount: Self.bufferBytes, alignment: 64)
    unsafe buffer.initializeMemory(as: UInt8.self, repeating: 0, count: Self.bufferBytes)
  }

  deinit { unsafe buffer.deallocate() }

  let format = SampleFormat.s32

  var target: UnsafeMutableRawPointer { unsafe buffer + filled }
  var roomFrames: Int { (Self.bufferBytes - filled) / Self.bytesPerFrame }

  /// Counts frames that were put at `target`; writes where the buffer is full.
  func advance(_ frames: Int) throws(SystemError) {
    filled += frames * Self.bytesPerFrame
    if roomFrames == 0 { try flush() }
  }

  /// Writes what is buffered.
  func flush() throws(SystemError) {
    if !hasHead {
      hasHead = true
      let head = Self.head(rate: rate, dataBytes: Int64(UInt32.max) - 80)
      try write(head.span)
    }
    guard filled > 0 else { return }
    let count = filled
    filled = 0
    try write(unsafe Span(_unsafeStart: buffer.assumingMemoryBound(to: UInt8.self), count: count))
    dataBytes += Int64(count)
  }

  /// Writes what is buffered, and the lengths into the head, so that the file is whole as it stands.
  func complete() throws(SystemError) {
    try flush()
    let head = Self.head(rate: rate, dataBytes: dataBytes)
    do throws(SystemError) {
      _ = try systemCall("pwrite", path: path) {
        unsafe head.withUnsafeBytes { unsafe pwrite(file.rawValue, $0.baseAddress, $0.count, 0) }
      }
    } catch {
      if error.code.rawValue != ESPIPE { throw error }
    }
  }

  /// 80 bytes.
  static func head(rate: Int, dataBytes: Int64) -> [UInt8] {
    WaveHead.bytes(
      WaveHead.format(rate: rate, bytesPerFrame: bytesPerFrame), soundBytes: dataBytes,
      frames: dataBytes / Int64(bytesPerFrame))
  }

  private func write(_ bytes: Span<UInt8>) throws(SystemError) {
    var done = 0
    while done < bytes.count {
      guard let count = try file.write(bytes.extracting(done..<bytes.count)) else {
        throw SystemError(.wouldBlock, call: "write", path: path)
      }
      done += count
    }
  }
}
