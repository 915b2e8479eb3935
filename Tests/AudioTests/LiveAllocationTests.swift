import Linux
import Media
import Model
import Support
import Synchronization
import Testing

@testable import Audio
@testable import Signal

/// The running audio thread uses no heap. Among the tests that set up ALSA, since the set-up is the process's.
extension ALSATests {
  private static let paths = [
    "flac/1.flac", "flac48/2.flac", "mp3/3.mp3", "vorbis/4.ogg", "opus/5.opus",
  ].map { "\(Repository.root)/Fixtures/cut/\($0)" }

  @Test(
    .enabled(if: AllocationProbe.works), arguments: [(SampleFormat.s16, false), (.s32, true)])
  func `plays, skips, seeks, pauses, volume ramps and a device that goes and comes allocate nothing`(
    _ format: SampleFormat, shaped: Bool
  ) throws {
    let folder = try TemporaryFolder()
    _ = try configure(folder)
    defer { Self.forgetConfiguration() }
    let loop = try EventLoop()
    let plug = PluggedDevice.Plug()
    var settings = EngineSettings()
    settings.output = .alsa(device: "recorder")
    settings.volume = 70
    var started = 0
    var losses = 0
    let rate = settings.rate
    let open = PluggedDevice.opener(plug) { () throws(DeviceError) in
      try PCMDevice(name: "recorder", rate: rate, formats: [format])
    }
    let engine = try Engine.start(on: loop, settings, tap: shaped ? TapRing(rate: rate) : nil, open: open) {
      report in
      if case .started = report { started += 1 }
      if case .deviceLost = report { losses += 1 }
    }
    defer { engine.close() }
    let deadline = Instant.now() + .seconds(40)
    func turn(until condition: () -> Bool) throws {
      while !condition(), Instant.now() < deadline { try loop.turn(waitingAtMost: .milliseconds(20)) }
      try #require(condition())
    }
    func live(_ milliseconds: Int64) throws {
      let end = Instant.now() + .milliseconds(milliseconds)
      while Instant.now() < end { try loop.turn(waitingAtMost: .milliseconds(5)) }
    }
    var serial = 0
    func entry() -> EngineEntry {
      serial += 1
      return Playlist.entry(serial, Self.paths[serial % Self.paths.count])
    }
    try turn { plug.thread.load(ordering: .relaxed) != 0 }
    let thread = plug.thread.load(ordering: .relaxed)
    let before = AllocationProbe.count(ofThread: thread)
    for round in 1...10 {
      let seen = started
      if shaped {
        engine.shape.equaliser = EqualiserGains(bass: Double(round), mid: -3, treble: 12)
        engine.shape.channels = ChannelMode.allCases[round % 5]
        engine.shape.balance = 10 * round
        engine.replayGain = round % 2 == 0 ? .track : .album
        engine.speed = round % 3 == 0 ? 1.5 : 1
      }
      var first = entry()
      first.loudness?.trackGain = 6
      engine.play(first)
      engine.setNext(entry(), transition: shaped ? Transition(overlap: .milliseconds(200)) : nil)
      try turn { started > seen }
      engine.seek(to: .milliseconds(700))
      try live(30)
      engine.volume = round * 10
      try live(30)
      engine.pause()
      try live(20)
      engine.resume()
      engine.isMuted = round % 2 == 0
      // To its end, into the one that follows.
      engine.seek(to: .milliseconds(990))
      try live(60)
      if round == 4 || round == 7 {
        let (opened, lost) = (plug.openings.load(ordering: .relaxed), losses)
        plug.isPulled.store(true, ordering: .releasing)
        try turn { losses > lost }
        try live(40)
        plug.isPulled.store(false, ordering: .releasing)
        try turn { plug.openings.load(ordering: .relaxed) > opened }
        try live(40)
      }
    }
    engine.stop()
    try live(50)
    let used = AllocationProbe.count(ofThread: thread) - before
    expectEqual(used, .none)
    let isClosedByUser = plug.isClosedByUser.load(ordering: .relaxed)
    #expect(!isClosedByUser)
    expectEqual(losses, 2)
    #expect(started >= 10)
    // An allocation on that thread would have been seen.
    plug.allocates.store(true, ordering: .relaxed)
    try live(50)
    #expect((AllocationProbe.count(ofThread: thread) - before).allocations > 0)
  }
}
