import CLinux
import Linux
import Media
import Support

/// The sound files of this project.
enum Fixture {
  /// Opens a file.
  /// - Parameter path: below `Fixtures`.
  static func open(_ path: String) throws -> Descriptor {
    try open(path: "\(Repository.root)/Fixtures/\(path)")
  }

  /// Opens a file that a test makes; it is in memory alone.
  static func open(_ bytes: [UInt8]) throws -> Descriptor {
    let file = try Descriptor.inMemory("file")
    var written = 0
    while written < bytes.count {
      written += try file.write(bytes.span.extracting(written...)) ?? 0
    }
    try file.seek(to: 0)
    return file
  }

  static func tags(of bytes: [UInt8]) throws -> Tags { try probe(of: try open(bytes)).tags }

  /// An MP3 file without any tag, for tags to be put before it; empty where it can't be read, which no test takes.
  static let sound = (try? Repository.bytes(of: "Fixtures/tags/none.mp3")) ?? []

  static func open(path file: String) throws -> Descriptor {
    Descriptor(
      owning: try systemCall("open", path: file) { unsafe clinux_open(file, O_RDONLY | O_CLOEXEC, 0) })
  }

  static func decoder(_ path: String) throws -> any Decoder { try openDecoder(try open(path)) }

  /// Everything that a decoder gives, as runs of one format each.
  static func drain(_ decoder: any Decoder, frames: Int = 8192, limit: Int = 1 << 24) throws -> [Run] {
    var runs = [Run(format: decoder.format, samples: [])]
    var buffer = [Float](repeating: .nan, count: frames * 8)
    while true {
      var span = buffer.mutableSpan
      switch try decoder.read(into: &span) {
      case .frames(let count): runs[runs.count - 1].samples += buffer[..<(count * decoder.format.channels)]
      case .formatChanged(let format): runs.append(Run(format: format, samples: []))
      case .end, .pending: return runs
      }
      if runs.reduce(0, { $0 + $1.samples.count }) > limit { return runs }
    }
  }

  struct Run {
    let format: StreamFormat
    var samples: [Float]
    var frames: Int { samples.count / format.channels }
  }
}
