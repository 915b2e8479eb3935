import Glibc
import Linux
import Support
import Synchronization
import Testing

@testable import Audio

/// The engine with its threads. Under the thread sanitizer these are the proof that nothing races.
@Suite(.serialized) struct ThreadedTests {
  private static let cut = "\(Repository.root)/Fixtures/cut"

  /// 44.1 and 48 kHz, so that some go through the resampler.
  private static let paths = [
    "flac/1.flac", "flac48/2.flac", "mp3/3.mp3", "vorbis/4.ogg", "opus/5.opus", "flac/6.flac",
  ].map { cut + "/" + $0 }

  @Test(arguments: 1...3)
  func `random commands to running threads end in what was asked for last`(seed: Int) throws {
    var generator = Numbers(seed: UInt64(seed))
    let loop = try EventLoop()
    var reports: [EngineReport] = []
    var settings = EngineSettings()
    settings.output = .null
    settings.targetBufferMilliseconds = 20
    settings.bufferSeconds = 1
    let engine = try Engine.start(on: loop, settings) { reports.append($0) }
    defer { engine.close() }
    var serial = 0
    func entry() -> EngineEntry {
      serial += 1
      return Playlist.entry(serial, Self.paths.randomElement(using: &generator) ?? "")
    }
    for _ in 0..<400 {
      switch Int.random(in: 0..<10, using: &generator) {
      case 0, 1: engine.play(entry(), from: .milliseconds(Int64.random(in: 0...900, using: &generator)))
      case 2, 3, 4: engine.setNext(entry())
      case 5: engine.seek(to: .milliseconds(Int64.random(in: 0...900, using: &generator)))
      case 6: engine.pause()
      case 7: engine.resume()
      case 8: engine.volume = Int.random(in: 0...100, using: &generator)
      default:
        engine.isOutputEnabled = Bool.random(using: &generator)
        _ = engine.position
        _ = engine.status
      }
      try loop.turn(waitingAtMost: .milliseconds(Int64.random(in: 0...4, using: &generator)))
    }
    engine.isOutputEnabled = true
    let last = entry()
    engine.play(last)
    let deadline = Instant.now() + .seconds(20)
    func hasStarted() -> Bool {
      reports.contains { if case .started(last.serial, _) = $0 { true } else { false } }
    }
    while !hasStarted(), Instant.now() < deadline { try loop.turn(waitingAtMost: .milliseconds(50)) }
    #expect(hasStarted())
    engine.stop()
    // No entry starts that was replaced before, and none twice.
    let started = reports.compactMap { if case .started(let serial, _) = $0 { serial.rawValue } else { nil } }
    expectEqual(started, started.sorted())
    expectEqual(Set(started).count, started.count)
  }

  @Test func `the position never goes back while it plays`() throws {
    let loop = try EventLoop()
    var settings = EngineSettings()
    settings.output = .null
    var started = false
    var ended = false
    let engine = try Engine.start(on: loop, settings) { report in
      if case .started = report { started = true }
      if case .ended = report { ended = true }
    }
    defer { engine.close() }
    engine.play(Playlist.entry(1, Self.paths[0]))
    engine.setNext(nil)
    var latest = Duration.zero
    var steps = 0
    let deadline = Instant.now() + .seconds(20)
    while !ended, Instant.now() < deadline {
      try loop.turn(waitingAtMost: .milliseconds(1))
      guard let position = engine.position else { continue }
      #expect(position.elapsed >= latest)
      if started, position.elapsed > latest { steps += 1 }
      latest = position.elapsed
    }
    #expect(steps > 20)
    #expect(ended)
    #expect(latest <= .nanoseconds(1_301_292_518))
    #expect(latest > .milliseconds(1200))
  }

  @Test func `a long silence releases the device, and playback opens it again`() throws {
    let loop = try EventLoop()
    var settings = EngineSettings()
    settings.output = .null
    settings.idleRelease = .milliseconds(50)
    var told: [String] = []
    let engine = try Engine.start(on: loop, settings) { report in
      switch report {
      case .deviceOpened: told.append("opened")
      case .deviceReleased: told.append("released")
      case .started: told.append("started")
      default: break
      }
    }
    defer { engine.close() }
    let deadline = Instant.now() + .seconds(20)
    func turn(until condition: () -> Bool) throws {
      while !condition(), Instant.now() < deadline { try loop.turn(waitingAtMost: .milliseconds(20)) }
      #expect(condition())
    }
    try turn { engine.isReleased && engine.status.device.isEmpty }
    engine.play(Playlist.entry(1, Self.paths[0]))
    try turn { told.last == "started" }
    expectEqual(told, ["opened", "released", "opened", "started"])
    engine.pause()
    try turn { engine.isReleased && engine.status.device.isEmpty }
    let held = try #require(engine.position).elapsed
    engine.resume()
    try turn { engine.position.map { $0.elapsed > held } ?? false }
    #expect(!engine.isReleased)
  }

  @Test func `a device that is needed is opened before the sound, and kept until it is over`() throws {
    let loop = try EventLoop()
    var settings = EngineSettings()
    settings.output = .null
    settings.idleRelease = .milliseconds(20)
    let engine = try Engine.start(on: loop, settings) { _ in }
    defer { engine.close() }
    let deadline = Instant.now() + .seconds(20)
    func turn(until condition: () -> Bool) throws {
      while !condition(), Instant.now() < deadline { try loop.turn(waitingAtMost: .milliseconds(20)) }
      #expect(condition())
    }
    try turn { engine.isReleased && engine.status.device.isEmpty }
    engine.isDeviceNeeded = true
    try turn { !engine.status.device.isEmpty }
    // A release that was due would come within this time.
    var isPast = false
    engine.pause()
    loop.schedule(after: .milliseconds(100)) { isPast = true }
    try turn { isPast }
    #expect(!engine.isReleased && !engine.status.device.isEmpty)
    engine.isDeviceNeeded = false
    try turn { engine.isReleased && engine.status.device.isEmpty }
  }

  @Test func `the output can be switched off and on in mid-play`() throws {
    let loop = try EventLoop()
    var settings = EngineSettings()
    settings.output = .null
    var opened = 0
    var started = false
    let engine = try Engine.start(on: loop, settings) { report in
      if case .deviceOpened = report { opened += 1 }
      if case .started = report { started = true }
    }
    defer { engine.close() }
    let deadline = Instant.now() + .seconds(20)
    func turn(until condition: () -> Bool) throws {
      while !condition(), Instant.now() < deadline { try loop.turn(waitingAtMost: .milliseconds(20)) }
      #expect(condition())
    }
    engine.play(Playlist.entry(1, Self.paths[0]))
    try turn { started }
    engine.isOutputEnabled = false
    try turn { engine.status.device.isEmpty }
    #expect(!engine.status.isEnabled)
    let held = engine.position
    engine.isOutputEnabled = true
    try turn { opened == 2 }
    let before = try #require(held)
    try turn { engine.position.map { $0.elapsed > before.elapsed } ?? false }
  }
}
