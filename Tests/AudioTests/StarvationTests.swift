import Support
import Testing

@testable import Audio
@testable import Signal

/// Storage stalls: the ring runs dry, and fills again.
@Suite struct StarvationTests {
  struct Case: CustomTestStringConvertible, Sendable {
    var bufferSeconds: Int
    /// Frames per read: what a codec's packets hold.
    var block: Int
    var testDescription: String { "a ring of \(bufferSeconds) s, \(block) frames a read" }
  }

  static let cases = [1, 2, 4].flatMap { seconds in
    [1, 120, 240, 480, 1024, 4096].map { Case(bufferSeconds: seconds, block: $0) }
  }

  @Test(arguments: cases)
  func `a stall ends in a fade, and sound continues from the frame where it began`(_ test: Case)
    throws
  {
    let rig = try Rig(bufferSeconds: test.bufferSeconds)
    let fade = FadeShape(rate: 44_100).frames
    rig.engine.play(
      rig.entry(SyntheticDecoder.Plan(serial: 3, frames: .max, block: test.block)))
    rig.engine.setNext(nil)
    var next: Int64 = 0
    var fading: Int64 = 0
    var wrong: String?
    func look(_ run: Run) {
      guard wrong == nil, let samples = unsafe run.samples else { return }
      let gain = unsafe samples[0] / 0.5
      // The level of a fade that begins is nearly nothing: the frame can't be read from it.
      let first = unsafe gain > 0.01 ? SyntheticDecoder.place(of: samples[1] / gain).frame : -1
      let isFadingOut = rig.bus.isFadingOut
      let wanted = next + (isFadingOut ? fading : 0)
      if first >= 0, first != wanted & 0x3FFF { wrong = "frame \(first) instead of \(wanted)" }
      if isFadingOut { fading += Int64(run.frames) } else { next += Int64(run.frames) }
    }
    for stall in 1...3 {
      // As the threads do: the decode side works whenever it has room.
      for _ in 0..<200 {
        rig.feed()
        rig.pull(220, look)
      }
      let heard = next
      #expect(heard > Int64(stall) * 10_000)
      fading = 0
      // Nothing comes for longer than the ring lasts.
      rig.pull(44_100 * (test.bufferSeconds + 2), look)
      #expect(fading == fade)
      #expect(rig.reports.filter { if case .starved = $0 { true } else { false } }.count == stall)
      let held = next
      rig.pull(4410, look)
      expectEqual(next, held)
      fading = 0
    }
    for _ in 0..<200 {
      rig.feed()
      rig.pull(220, look)
    }
    #expect(wrong == nil)
    expectEqual(fading, 0)
    let recovered = rig.reports.filter { if case .recovered = $0 { true } else { false } }.count
    expectEqual(recovered, 3)
  }

  struct Output: CustomTestStringConvertible, Sendable {
    var bufferSeconds: Int
    var rate: Int
    var path: String
    var testDescription: String { "\(path) at \(rate) Hz through \(bufferSeconds) s" }
  }

  @Test(arguments: [
    Output(bufferSeconds: 1, rate: 44_100, path: "cut/flac/1.flac"),
    Output(bufferSeconds: 1, rate: 44_100, path: "cut/opus/1.opus"),
    Output(bufferSeconds: 2, rate: 44_100, path: "cut/flac48/1.flac"),
    Output(bufferSeconds: 4, rate: 48_000, path: "cut/opus/1.opus"),
    Output(bufferSeconds: 1, rate: 384_000, path: "cut/mp3/1.mp3"),
  ])
  func `a file is written whole through any ring`(_ test: Output) throws {
    let folder = try TemporaryFolder()
    var settings = EngineSettings()
    settings.output = .file(path: folder.path + "/out.wav")
    settings.bufferSeconds = test.bufferSeconds
    settings.rate = test.rate
    let path = "\(Repository.root)/Fixtures/\(test.path)"
    let playlist = try Playlist(Array(repeating: path, count: 6), settings)
    playlist.start()
    let isWhole = try playlist.turn { if case .drained = $0 { true } else { false } }
    playlist.close()
    #expect(isWhole)
  }
}
