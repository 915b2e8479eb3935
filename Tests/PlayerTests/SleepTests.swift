import Model
import Player
import Support
import Testing

@Suite struct SleepTests {
  /// What was done at each tick until a time.
  private func tick(_ rig: inout Rig, until end: Duration) throws -> [String] {
    var words: [String] = []
    while let deadline = rig.jukebox.deadline, deadline <= end {
      rig.time = max(rig.time, deadline)
      words += Rig.words(try rig.send(.tick))
    }
    rig.time = end
    return words
  }

  private func levels(_ words: [String]) -> [Float] {
    words.compactMap { $0.hasPrefix("fade ") ? Float($0.dropFirst(5)) : nil }
  }

  private func playing(_ count: Int = 3, length: Duration = .seconds(10_000)) throws -> Rig {
    var rig = try Rig(count)
    try rig.send(.play)
    if let serial = rig.status.serial { try rig.send(.started(serial, length: length)) }
    return rig
  }

  @Test func `the timer fades over its last minute, then waits where the fade began, as loud as before`()
    throws
  {
    var rig = try playing()
    try expectEqual(rig.acts(.setSleep(.minutes(5))), "changed sleep")
    expectEqual(rig.status.sleep, .seconds(300))
    #expect(levels(try tick(&rig, until: .seconds(239))).isEmpty)
    let words = try tick(&rig, until: .seconds(299))
    #expect(levels(words).count > 500)
    #expect(zip(levels(words), levels(words).dropFirst()).allSatisfy { $0 >= $1 && $0 - $1 < 0.01 })
    _ = try tick(&rig, until: .seconds(301))
    #expect(rig.status.state == .pause && rig.status.sleep == nil)
    let elapsed = try #require(rig.status.elapsed)
    #expect(abs(elapsed / .seconds(1) - 240) < 0.2)
    rig.pass(.seconds(8 * 3600))
    #expect(try rig.acts(.play).hasPrefix("fade 1.0, resume"))
    expectEqual(rig.status.volume, Policy.firstVolume)
  }

  @Test func `the timer for a track fades over ten seconds`() throws {
    var rig = try playing(length: .seconds(100))
    try rig.send(.setSleep(.track))
    expectEqual(rig.status.sleep, .seconds(100))
    #expect(levels(try tick(&rig, until: .seconds(89))).isEmpty)
    let words = try tick(&rig, until: .seconds(101))
    #expect(levels(words).count > 90 && rig.status.state == .pause)
    let elapsed = try #require(rig.status.elapsed)
    #expect(abs(elapsed / .seconds(1) - 90) < 0.2)
  }

  @Test func `a track that ends before its stated length ends the timer, too, where the fade began`() throws {
    var rig = try playing(length: .seconds(100))
    try rig.send(.setSleep(.track))
    _ = try tick(&rig, until: .seconds(95))
    try rig.ends()
    #expect(rig.status.state == .pause && rig.currentID == 1)
    let elapsed = try #require(rig.status.elapsed)
    #expect(abs(elapsed / .seconds(1) - 90) < 0.2)
  }

  @Test func `the track that the timer ends with has no next one`() throws {
    var rig = try playing(length: .seconds(100))
    #expect(rig.jukebox.next != nil)
    #expect(try rig.acts(.setSleep(.track)).contains("next -"))
    #expect(try rig.acts(.setSleep(nil)).contains("next 2"))
  }

  @Test func `a skip moves the sleep to the next track`() throws {
    var rig = try playing(length: .seconds(100))
    try rig.send(.setSleep(.track))
    _ = try tick(&rig, until: .seconds(95))
    #expect(try rig.acts(.next).hasPrefix("fade 1.0, start 2"))
    try rig.sounds()
    #expect(rig.status.state == .play && rig.status.sleep == .seconds(100))
    _ = try tick(&rig, until: .seconds(200))
    #expect(rig.status.state == .pause && rig.currentID == 2)
  }

  @Test func `a seek back during the fade restores the level`() throws {
    var rig = try playing(length: .seconds(100))
    try rig.send(.setSleep(.track))
    _ = try tick(&rig, until: .seconds(95))
    #expect(try rig.acts(.seekCurrent(to: .seconds(20))).contains("fade 1.0"))
    #expect(levels(try tick(&rig, until: .seconds(160))).isEmpty)
  }

  @Test func `a seek to where the fade begins starts it again, and the song waits there`() throws {
    var rig = try playing(length: .seconds(100))
    rig.pass(.seconds(95))
    // Set within the last seconds, the timer fades at once.
    try rig.send(.setSleep(.track))
    #expect(levels(try tick(&rig, until: .seconds(97))).count > 10)
    #expect(try rig.acts(.seekCurrent(to: .seconds(90))).contains("fade 1.0"))
    #expect(levels(try tick(&rig, until: .seconds(120))).count > 90 && rig.status.state == .pause)
    let elapsed = try #require(rig.status.elapsed)
    #expect(abs(elapsed / .seconds(1) - 90) < 0.2)
  }

  @Test func `the timer for an album waits for the folder's last track`() throws {
    var rig = try Rig()
    try rig.send(.add([Rig.track(1), Rig.track(2), Rig.track(3, folder: "b")], at: .end))
    try rig.send(.play)
    try rig.sounds()
    try rig.send(.setSleep(.album))
    expectEqual(rig.status.sleep, .zero)
    #expect(levels(try tick(&rig, until: .seconds(99))).isEmpty)
    try rig.send(.playPosition(1))
    try rig.sounds()
    let words = try tick(&rig, until: .seconds(200))
    #expect(levels(words).count > 90 && rig.status.state == .pause)
    expectEqual(rig.currentID, 2)
  }

  @Test func `pressed again it is off, and what faded is loud again`() throws {
    var rig = try playing()
    let press = try #require(Action("sleep 1"))
    try rig.send(.perform(press))
    _ = try tick(&rig, until: .seconds(30))
    try expectEqual(rig.acts(.perform(press)), "fade 1.0, changed sleep")
    #expect(rig.status.sleep == nil && rig.status.state == .play)
    #expect(levels(try tick(&rig, until: .seconds(300))).isEmpty)
  }
}
