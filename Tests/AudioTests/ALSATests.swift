import CLinux
import Glibc
import Linux
import SignalSupport
import Support
import Testing

@testable import Audio
@testable import Signal

/// Through a real PCM: ALSA's `file` plug-in over `null`, by a configuration of our own.
@Suite(.serialized) struct ALSATests {
  /// The PCM `recorder` writes what it gets to `path`.
  func configure(_ folder: borrowing TemporaryFolder) throws -> String {
    let path = folder.path + "/out.raw"
    let text = """
      pcm.recorder { type file slave.pcm "null" file "\(path)" format "raw" perm 384 }
      pcm.null { type null }

      """
    let configuration = folder.path + "/asound.conf"
    let file = Descriptor(
      owning: try systemCall("open") {
        unsafe clinux_open(configuration, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
      })
    let bytes = Array(text.utf8)
    _ = try file.write(bytes.span)
    // Read by the library at each open.
    unsafe setenv("ALSA_CONFIG_PATH", configuration, 1)
    return path
  }

  static func forgetConfiguration() { unsafe unsetenv("ALSA_CONFIG_PATH") }

  @Test(arguments: [SampleFormat.s16, .s32])
  func `a track reaches the PCM bit for bit, framed by silence only`(_ format: SampleFormat) throws {
    let folder = try TemporaryFolder()
    let recorded = try configure(folder)
    defer { Self.forgetConfiguration() }
    let path = "\(Repository.root)/Fixtures/cut/flac/1.flac"
    var settings = EngineSettings()
    settings.output = .alsa(device: "recorder")
    settings.volume = 100
    settings.formats = [format]
    let playlist = try Playlist([path], settings)
    playlist.start()
    #expect(try playlist.turn { if case .drained = $0 { true } else { false } })
    playlist.close()
    let file = Descriptor(
      owning: try systemCall("open") { unsafe clinux_open(recorded, O_RDONLY | O_CLOEXEC, 0) })
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      var span = buffer.mutableSpan
      guard let count = try file.read(into: &span), count > 0 else { break }
      bytes += buffer[..<count]
    }
    let samples = Samples.floats(bytes, format)
    let wanted = try Reference.floats(of: path)
    let first = try #require(samples.firstIndex { $0 != 0 }) / 2 * 2
    let start = first - (wanted.firstIndex { $0 != 0 } ?? 0) / 2 * 2
    #expect(samples.count >= start + wanted.count)
    guard samples.count >= start + wanted.count else { return }
    #expect(firstDifference(Array(samples[start..<start + wanted.count]), wanted) == nil)
    #expect(samples[(start + wanted.count)...].allSatisfy { $0 == 0 })
  }

  @Test func `a PCM without a clock is paced by the monotonic clock`() throws {
    let folder = try TemporaryFolder()
    _ = try configure(folder)
    defer { Self.forgetConfiguration() }
    var now: Int64 = 1_000_000_000
    let device = try PCMDevice(name: "recorder", rate: 44_100, formats: [.s16])
    expectEqual(device.rate, 44_100)
    let bytes = [UInt8](repeating: 0, count: device.periodFrames * 4)
    var written = 0
    for _ in 0..<1000 {
      while case .playing(let queued, _) = device.state(at: now), queued < 1764 {
        var taken: DeviceWrite?
        unsafe bytes.withUnsafeBytes { from in
          guard let base = from.baseAddress else { return }
          taken = unsafe device.write(base, frames: device.periodFrames, at: now)
        }
        guard case .taken(let frames)? = taken, frames > 0 else { break }
        written += frames
      }
      _ = device.start(at: now)
      now += 1_000_000
    }
    #expect(device.isPaced)
    // A second's worth, what is kept, and what it took until its pace was known.
    #expect((44_100...44_100 + 3 * 1764 + 3 * 220).contains(written))
  }

  @Test func `a missing PCM is an error`() throws {
    let folder = try TemporaryFolder()
    _ = try configure(folder)
    defer { Self.forgetConfiguration() }
    #expect(throws: DeviceError.self) { _ = try PCMDevice(name: "absent", rate: 44_100, formats: [.s16]) }
  }
}
