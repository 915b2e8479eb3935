import CLinux
import Linux

/// A WAV file of 32-bit integers, read whole.
struct WaveFile {
  let rate: Int
  /// Interleaved.
  let samples: [Int32]
  let head: [UInt8]

  init(path: String) throws {
    let descriptor = Descriptor(
      owning: try systemCall("open", path: path) { unsafe clinux_open(path, O_RDONLY | O_CLOEXEC, 0) })
    let bytes = try Int(descriptor.seek(to: 0, from: .end))
    try descriptor.seek(to: 0)
    var content = [UInt8](repeating: 0, count: bytes)
    var span = content.mutableSpan
    guard try descriptor.read(into: &span) == bytes else { throw SystemError(.inputOutput, call: "read") }
    head = Array(content.prefix(80))
    rate = head[60..<64].reversed().reduce(0) { $0 << 8 | Int($1) }
    let data = head[76..<80].reversed().reduce(0) { $0 << 8 | Int($1) }
    samples = unsafe content.withUnsafeBytes { buffer in
      (0..<min(data, bytes - 80) / 4).map {
        unsafe buffer.loadUnaligned(fromByteOffset: 80 + $0 * 4, as: Int32.self)
      }
    }
  }
}
