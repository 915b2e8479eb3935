import Linux
import Media
import Model
import Support
import Testing

@testable import Audio

extension ALSATests {
  // Beside other tests that say where ALSA's configuration is, there would be none.
  /// How recordings end. What they hold is proved against the virtual board's sound card.
  @Suite struct RecorderTests {
    private struct Told {
      let end: RecordingEnd
      let frames: Int
    }

    private static func record(device: String, seconds: Int, to path: String) throws -> Told {
      let told = Monitor<Told?>(nil)
      let recorder = try Recorder(device: device, rate: 44_100, limitSeconds: seconds, path: path) { report in
        if case .ended(let end, let frames, _) = report {
          told.change { $0 = Told(end: end, frames: frames) }
        }
      }
      let latest = Instant.now() + .seconds(30)
      return try withExtendedLifetime(recorder) {
        try #require(
          told.wait { told in told != nil || Instant.now() >= latest ? .done(told) : .wait(until: latest) })
      }
    }

    @Test func `a recording ends at its limit, to the frame, as a file that players read`() throws {
      let folder = try TemporaryFolder()
      let told = try Self.record(device: "null", seconds: 2, to: folder.path + "/take.flac")
      expectEqual(told.end, .limit)
      expectEqual(told.frames, 88_200)
      let facts = try probe(of: try HostFile.open(folder.path + "/take.flac"))
      #expect(facts.type == .flac && facts.bits == 24 && facts.lengthFrames == 88_200)
    }

    @Test func `a missing microphone is reported, and leaves no file`() throws {
      let folder = try TemporaryFolder()
      let told = try Self.record(device: "hw:NoSuchCard", seconds: 2, to: folder.path + "/take.flac")
      guard case .device(let sentence) = told.end else {
        Issue.record("\(told.end)")
        return
      }
      #expect(sentence.contains("NoSuchCard"))
      #expect(throws: SystemError.self) { _ = try HostFile.open(folder.path + "/take.flac") }
    }

    @Test func `an unwritable place is reported`() throws {
      let folder = try TemporaryFolder()
      let told = try Self.record(device: "null", seconds: 2, to: folder.path + "/no/take.flac")
      guard case .unwritable = told.end else {
        Issue.record("\(told.end)")
        return
      }
      expectEqual(told.frames, 0)
    }
  }
}
