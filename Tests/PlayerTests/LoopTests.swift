import Model
import Player
import Support
import Testing

/// A part of a track that is played over and over, and cues.
@Suite struct LoopTests {
  private func section(_ start: Int, _ end: Int) throws -> LoopSection {
    try #require(LoopSection(start: .seconds(start), end: .seconds(end)))
  }

  private func playing() throws -> Rig {
    var rig = try Rig(2)
    try rig.send(.play)
    try rig.sounds()
    return rig
  }

  @Test func `a loop is given to the engine, and a position elsewhere goes to its beginning`() throws {
    var rig = try playing()
    rig.pass(.seconds(20))
    try expectEqual(rig.acts(.setLoop(section(15, 30))), "loop 15.0 30.0, changed player")
    #expect(rig.status.loop == (try section(15, 30)))
    try expectEqual(rig.acts(.setLoop(section(15, 30))), "")
    try expectEqual(rig.acts(.setLoop(section(50, 60))), "loop 50.0 60.0, seek 50.0, changed player")
    try expectEqual(rig.acts(.setLoop(section(5, 9))), "loop 5.0 9.0, seek 5.0, changed player")
    // The rounds are reckoned on until the engine tells.
    rig.pass(.seconds(9))
    expectEqual(rig.status.elapsed, .seconds(6))
    try expectEqual(rig.acts(.setLoop(nil)), "loop off, changed player")
    #expect(rig.status.elapsed == .seconds(6) && rig.status.loop == nil)
    try expectEqual(rig.acts(.setLoop(nil)), "")
  }

  @Test func `a loop ends with a seek after its end, another track and a stop`() throws {
    var rig = try playing()
    try rig.send(.setLoop(section(10, 20)))
    try expectEqual(rig.acts(.seekCurrent(to: .seconds(12))), "seek 12.0, changed player")
    try expectEqual(rig.acts(.seekCurrent(to: .seconds(3))), "seek 3.0, changed player")
    #expect(rig.status.loop != nil)
    try expectEqual(rig.acts(.seekCurrent(to: .seconds(20))), "loop off, seek 20.0, changed player")
    #expect(rig.status.loop == nil)
    try rig.send(.setLoop(section(10, 20)))
    try rig.send(.next)
    #expect(rig.status.loop == nil)
    try rig.sounds()
    try rig.send(.setLoop(section(10, 20)))
    try rig.send(.stop)
    #expect(rig.status.loop == nil)
    try rig.send(.play)
    #expect(rig.status.loop == nil)
  }

  @Test func `impossible loops are refused`() throws {
    var rig = try playing()
    #expect(throws: Refusal.badLoop) { try rig.send(.setLoop(section(100, 110))) }
    try rig.send(.setLoop(section(90, 110)))
    #expect(rig.status.loop == (try section(90, 100)), "as far as the track goes")
    try rig.send(.stop)
    #expect(throws: Refusal.notPlaying) { try rig.send(.setLoop(section(1, 2))) }
    #expect(LoopSection(start: .seconds(2), end: .seconds(2)) == nil)
    #expect(LoopSection(start: .seconds(2), end: .milliseconds(2099)) == nil)
    #expect(LoopSection(start: .milliseconds(-1), end: .seconds(2)) == nil)
  }

  @Test func `the actions of cues ask for those of the current track from where it is`() throws {
    var rig = try Rig(2)
    try expectEqual(rig.acts(.perform(.nextCue)), "")
    try rig.send(.play)
    try rig.sounds()
    rig.pass(.seconds(12))
    try expectEqual(rig.acts(.perform(.nextCue)), "next cue of 1 from 12.0")
    try expectEqual(rig.acts(.perform(.previousCue)), "previous cue of 1 from 12.0")
    for (text, action) in [("next-cue", Action.nextCue), ("previous-cue", .previousCue)] {
      #expect(Action(text) == action && action.description == text)
    }
  }
}
