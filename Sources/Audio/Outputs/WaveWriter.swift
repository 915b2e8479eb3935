import CLinux
import Linux

/// Writes a WAV file of 32-bit integers, stereo; beyond 4 GiB it becomes RF64 (EBU Tech 3306), for which room is kept
/// in the head. A target that can't be sought in, such as a pipe, keeps the largest length in its head.
@safe struct WaveWriter: ~Copyable {
  private let file: Descriptor
  private let path: String
  private let rate: Int
  private let buffer: UnsafeMutableRawPointer
  private var filled = 0
  private var hasHead = false
  private var dataBytes: UInt64 = 0
  private static let bufferBytes = 256 * 1024
  private static let headBytes = 80

  static let bytesPerFrame = 8

  init(path: String, rate: Int) throws(SystemError) {
    self.path = path
    self.rate = rate
    file = Descriptor(
      owning: try systemCall("open", path: path) {
        unsafe clinux_open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
      })
    unsafe buffer = .allocate(byteCount: Self.bufferBytes, alignment: 64)
    unsafe buffer.initializeMemory(as: UInt8.self, repeating: 0, count: Self.bufferBytes)
  }

  deinit { unsafe buffer.deallocate() }

  /// Where the next frames go; room for `roomFrames`, which is never 0.
  var target: UnsafeMutableRawPointer { unsafe buffer + filled }
  var roomFrames: Int { (Self.bufferBytes - filled) / Self.bytesPerFrame }

  /// Counts frames that were put at `target`; writes where the buffer is full.
  mutating func advance(_ frames: Int) throws(SystemError) {
    filled += frames * Self.bytesPerFrame
    if roomFrames == 0 { try flush() }
  }

  /// Writes what is buffered.
  mutating func flush() throws(SystemError) {
    if !hasHead {
      hasHead = true
      let head = head(dataBytes: UInt64(UInt32.max) - UInt64(Self.headBytes))
      try write(unsafe head.span.bytes)
    }
    guard filled > 0 else { return }
    let count = filled
    filled = 0
    try write(unsafe RawSpan(_unsafeStart: buffer, byteCount: count))
    dataBytes += UInt64(count)
  }

  /// Writes what is buffered, and the lengths into the head, so that the file is whole as it stands.
  mutating func complete() throws(SystemError) {
    try flush()
    let head = head(dataBytes: dataBytes)
    do throws(SystemError) {
      _ = try systemCall("pwrite", path: path) {
        unsafe head.withUnsafeBytes { unsafe pwrite(file.rawValue, $0.baseAddress, $0.count, 0) }
      }
    } catch {
      if error.code.rawValue != ESPIPE { throw error }
    }
  }

  private func write(_ bytes: RawSpan) throws(SystemError) {
    var done = 0
    while done < bytes.byteCount {
      guard let count = try file.write(bytes.extracting(done..<bytes.byteCount)) else {
        throw SystemError(.wouldBlock, call: "write", path: path)
      }
      done += count
    }
  }

  private func head(dataBytes: UInt64) -> [UInt8] {
    let isLong = dataBytes + UInt64(Self.headBytes) > UInt64(UInt32.max)
    let riffBytes = dataBytes + UInt64(Self.headBytes) - 8
    var bytes: [UInt8] = []
    func add(_ text: String) { bytes += text.utf8 }
    func add(_ value: some FixedWidthInteger) {
      for i in 0..<value.bitWidth / 8 { bytes.append(UInt8(truncatingIfNeeded: value >> (8 * i))) }
    }
    add(isLong ? "RF64" : "RIFF")
    add(isLong ? UInt32.max : UInt32(riffBytes))
    add("WAVE")
    add(isLong ? "ds64" : "JUNK")
    add(UInt32(28))
    add(isLong ? riffBytes : 0)
    add(isLong ? dataBytes : 0)
    add(isLong ? dataBytes / UInt64(Self.bytesPerFrame) : 0)
    add(UInt32(0))
    add("fmt ")
    add(UInt32(16))
    add(UInt16(1))
    add(UInt16(2))
    add(UInt32(rate))
    add(UInt32(rate * Self.bytesPerFrame))
    add(UInt16(Self.bytesPerFrame))
    add(UInt16(32))
    add("data")
    add(isLong ? UInt32.max : UInt32(dataBytes))
    return bytes
  }
}
