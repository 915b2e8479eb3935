import Audio
import Media
import Model
import Support
import Testing

@testable import Library
@testable import jukeboxd

@Suite("Transitions between songs")
struct TransitionTests {
  private static func song(
    album: String? = nil, number: Int? = nil, disc: Int? = nil, start: String? = nil, end: String? = nil,
    cues: [Cue] = []
  ) -> PlaybackInfo {
    var details = TrackDetails(format: .flac, rate: 44_100, channels: 2)
    (details.album, details.track, details.disc) = (album, number, disc)
    if let start { details.more.append(.init(.mixRampStart, start)) }
    if let end { details.more.append(.init(.mixRampEnd, end)) }
    let track = Track(
      reference: TrackReference(volume: VolumeID(high: 1, low: 2), path: [97]), sizeBytes: 1, modified: .zero,
      details: details)
    return PlaybackInfo(track, cues, usesMeasured: true)
  }

  private static func transition(
    _ first: PlaybackInfo, _ second: PlaybackInfo, crossfade: UInt32 = 6, own: Duration? = nil,
    albums: Bool = false,
    ramp: (level: Double, delay: Double)? = nil, start: Duration = .zero
  ) -> Transition? {
    var modes = Modes()
    modes.crossfadeSeconds = crossfade
    if let ramp { (modes.mixRampDecibels, modes.mixRampDelaySeconds) = (ramp.level, ramp.delay) }
    return Transition(
      from: (Region(start: start, crossfade: own), first), to: (.whole, second), modes: modes,
      crossfadesAlbums: albums, gains: (0, 0))
  }

  @Test func `the jukebox's crossfade applies, an entry's own takes precedence, and 0 is no overlap`() {
    let (a, b) = (Self.song(), Self.song())
    expectEqual(Self.transition(a, b), Transition(overlap: .seconds(6)))
    expectEqual(Self.transition(a, b, own: .seconds(2)), Transition(overlap: .seconds(2)))
    #expect(Self.transition(a, b, own: .zero) == nil)
    #expect(Self.transition(a, b, crossfade: 0) == nil)
  }

  @Test func `the next song of an album joins without a crossfade, also onto the next disc`() {
    let first = Self.song(album: "A", number: 3)
    #expect(Self.transition(first, Self.song(album: "A", number: 4)) == nil)
    #expect(Self.transition(first, Self.song(album: "A", number: 1, disc: 2)) == nil)
    #expect(Self.transition(first, Self.song(album: "A", number: 4), albums: true) != nil)
    #expect(Self.transition(first, Self.song(album: "A", number: 4), own: .seconds(1)) != nil)
    for other in [Self.song(album: "A", number: 5), Self.song(album: "B", number: 4), Self.song()] {
      #expect(Self.transition(first, other) != nil)
    }
  }

  @Test func `outro and intro lie over each other`() throws {
    let outro = Cue(number: 1, start: .seconds(180), kind: try #require(CueKind("outro")))
    let intro = Cue(number: 1, start: .seconds(2), end: .seconds(10), kind: try #require(CueKind("intro")))
    let (a, b) = (Self.song(cues: [outro]), Self.song(cues: [intro]))
    // The intro begins 2 s behind the song's beginning, and ends 8 s later.
    expectEqual(Self.transition(a, b), Transition(overlap: .seconds(10), leavesAt: .seconds(188)))
    // Of a part that begins at 100 s times count from there.
    expectEqual(
      Self.transition(a, b, start: .seconds(100)), Transition(overlap: .seconds(10), leavesAt: .seconds(88)))
    expectEqual(Self.transition(a, Self.song()), Transition(overlap: .seconds(6)))
    #expect(Self.transition(a, b, crossfade: 0) == nil)
  }

  @Test func `MixRamp's tags overlap songs where both are soft`() {
    let a = Self.song(end: "-30 0.5;-17 2.5;-10 4")
    let b = Self.song(start: "-40 0.0;-17 1.5;-9 3;")
    expectEqual(Self.transition(a, b, ramp: (-17, 0)), Transition(overlap: .seconds(4), curve: .sum))
    expectEqual(Self.transition(a, b, ramp: (-17, 1)), Transition(overlap: .seconds(3), curve: .sum))
    #expect(Self.transition(a, b, ramp: (-17, 9)) == nil)
    // Without tags the crossfade counts.
    expectEqual(Self.transition(a, Self.song(), ramp: (-17, 0)), Transition(overlap: .seconds(6)))
    expectEqual(MixRamp("-20 1;-10 3")?.seconds(at: -15), 2)
    expectEqual(MixRamp("-20 1;-10 3")?.seconds(at: -30), 1)
    #expect(MixRamp("-20 1;-10 3")?.seconds(at: 0) == nil)
    for text in ["", "x", "-20", "-20 -1", "-20 1 2", "nan 1"] { #expect(MixRamp(text) == nil) }
  }
}
