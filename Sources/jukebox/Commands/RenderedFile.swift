import ArgumentParser
import Client
import Glibc
import Linux

/// Path and format of a rendered mix.
struct RenderedFileOptions: ParsableArguments {
  @Option(name: .shortAndLong, help: "File to write; its extension is .flac or .wav.") var output: String
  @Option(help: "Bits per sample, 16 or 24, dithered.") var bits = 16
  @Flag(help: "Replace files that exist.") var force = false

  var format: String { RenderedFile.format(of: output) ?? "flac" }

  /// Arguments of `renderbegin`.
  var words: [String] { ["format", format, "bits", "\(bits)"] }

  func validate() throws {
    guard [16, 24].contains(bits) else { throw ValidationError("--bits is 16 or 24.") }
    try require(RenderedFile.format(of: output) != nil, "“\(output)”: the extension must be .flac or .wav.")
  }

  /// Refuses files that can't be written, before the work for them.
  /// - Parameter companions: those that are written beside it.
  func check(_ companions: [String] = []) throws(Failure) {
    try LocalFile.requireWritable(output, replaces: force)
    for path in companions { try LocalFile.requireWritable(path, replaces: force, besides: output) }
  }
}

/// A mix that the jukebox renders, brought over into a file here.
struct RenderedFile {
  /// A song of the mix and its start in seconds.
  struct Song: Equatable {
    let file: String
    let start: Double
  }

  private let connection: Connection
  private let words: [String]

  /// - Parameter words: of `renderbegin`.
  init(_ connection: Connection, _ words: [String]) {
    self.connection = connection
    self.words = words
  }

  /// `flac` or `wav`; nil for another ending.
  static func format(of path: String) -> String? {
    let ending = LocalFile.ending(of: path)
    return ["flac", "wav"].first { $0 == ending }
  }

  static func stem(of path: String) -> String { String(path[..<(path.lastIndex(of: ".") ?? path.endIndex)]) }

  /// Path of the unfinished file, which an interruption removes.
  private static let working = Guarded<String?>(nil)

  /// An interruption leaves no half file. Call it once.
  static func removeIfInterrupted() throws(SystemError) {
    try Interruption.watch {
      working.withLock { if let path = $0 { try? HostFile.remove(path) } }
      _exit(130)
    }
  }

  private static let pollMilliseconds: UInt32 = 200
  private static let chunk = 1 << 20

  /// Waits until it is done, with a bar, and writes it; under another name until it is whole.
  @discardableResult func write(to path: String) throws -> [Song] {
    let begun = try connection.asked(["renderbegin"] + words)
    guard let job = begun["job"] else { throw Failure.refused("The jukebox did not start the rendering.") }
    let line = ProgressLine()
    defer {
      line.clear()
      _ = try? connection.ask("renderend", job)
    }
    var status = try connection.ask("renderstatus", job)
    while status["state"] == "working" {
      let (done, total) = (status.real("done") ?? 0, status.real("total") ?? 0)
      if line.isShown {
        line.show(
          "\(Bar.text(total > 0 ? done / total : nil, width: 32)) \(Clock.text(done)) of \(Clock.text(total))"
        )
      }
      usleep(Self.pollMilliseconds * 1000)
      status = try connection.ask("renderstatus", job)
    }
    guard status["state"] == "done", let bytes = status.integer("bytes") else {
      throw Failure.refused("Rendering failed: \(status["failure"] ?? "the jukebox gave no reason").")
    }
    try bring(job, bytes, to: path)
    return status.items(beginningWith: "file").compactMap { item in
      guard let file = item["file"], let start = item.real("start") else { return nil }
      return Song(file: file, start: start)
    }
  }

  private func bring(_ job: String, _ bytes: Int, to path: String) throws(Failure) {
    _ = try connection.ask("binarylimit", "\(Self.chunk)")
    // A pipe or device is written itself.
    if let special = HostFile.realPath(of: path), !HostFile.isRegular(special) {
      return try write(job, bytes, to: special)
    }
    let working = path + ".part"
    Self.working.withLock { $0 = working }
    do throws(Failure) {
      try write(job, bytes, to: working)
      do throws(SystemError) {
        try HostFile.rename(working, to: path)
      } catch {
        throw LocalFile.unwritable(path, error.code)
      }
      Self.working.withLock { $0 = nil }
    } catch {
      try? HostFile.remove(working)
      throw error
    }
  }

  private func write(_ job: String, _ bytes: Int, to path: String) throws(Failure) {
    let file: Descriptor
    do throws(SystemError) { file = try HostFile.create(path) } catch {
      throw LocalFile.unwritable(path, error.code)
    }
    var offset = 0
    while offset < bytes {
      let part = try connection.ask("renderread", job, "\(offset)").binary
      guard !part.isEmpty else { throw .refused("The jukebox sent only a part of the mix. Try again.") }
      do throws(SystemError) {
        try LocalFile.write(part, to: file)
      } catch {
        throw LocalFile.unwritable(path, error.code)
      }
      offset += part.count
    }
  }
}
