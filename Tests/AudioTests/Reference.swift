import CLinux
import Linux
import Media

/// What a file holds, by Media's own decoder.
enum Reference {
  /// All frames, interleaved.
  static func floats(of path: String) throws -> [Float] {
    let descriptor = Descriptor(
      owning: try systemCall("open", path: path) { unsafe clinux_open(path, O_RDONLY | O_CLOEXEC, 0) })
    let decoder = try openDecoder(descriptor)
    var all: [Float] = []
    var buffer = [Float](repeating: 0, count: 8192 * decoder.format.channels)
    while true {
      var span = buffer.mutableSpan
      switch try decoder.read(into: &span) {
      case .frames(let count): all += buffer[..<(count * decoder.format.channels)]
      case .formatChanged: continue
      case .end, .pending: return all
      }
    }
  }

  static func format(of path: String) throws -> StreamFormat {
    let descriptor = Descriptor(
      owning: try systemCall("open", path: path) { unsafe clinux_open(path, O_RDONLY | O_CLOEXEC, 0) })
    return try openDecoder(descriptor).format
  }

  /// As left-aligned 32-bit integers.
  static func integers(of path: String) throws -> [Int32] {
    try floats(of: path).map { Int32(max(-1, min($0, Float(1).nextDown)) * 0x1p31) }
  }
}
