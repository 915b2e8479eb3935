import Control
import Media
import Model
import Player
import Testing

@testable import Library
@testable import jukeboxd

@Suite("The player's words and the protocol's")
struct TranslationTests {
  @Test(arguments: ModeSwitch.allCases)
  func `a mode goes to the protocol and back unchanged`(mode: ModeSwitch) {
    #expect(ModeSwitch(PlaybackOptions.Mode(mode)) == mode)
  }

  @Test(arguments: PlaybackOptions.ReplayGainMode.allCases)
  func `a replay gain mode goes to the player and back unchanged`(mode: PlaybackOptions.ReplayGainMode) {
    #expect(PlaybackOptions.ReplayGainMode(rawValue: Model.ReplayGainMode(mode).rawValue) == mode)
  }

  @Test func `every option is carried over`() {
    var modes = Modes()
    modes.random = true
    modes.repeat = true
    modes.single = .oneshot
    modes.consume = .on
    modes.crossfadeSeconds = 7
    modes.mixRampDecibels = -3.5
    modes.mixRampDelaySeconds = 1.25
    modes.replayGain = .album
    let options = PlaybackOptions(modes)
    #expect(options.random && options.repeats)
    #expect(options.single == .oneshot && options.consume == .on)
    #expect(options.crossfadeSeconds == 7 && options.mixRampDecibels == -3.5)
    #expect(options.mixRampDelaySeconds == 1.25 && options.replayGain == .album)
  }

  @Test func `every tag that is read has a name in the protocol, and songs list tags in its order`() {
    let named = TagName.allCases.filter { $0 != .tempo && $0 != .key }
    #expect(Set(named.compactMap { Tag($0) }).count == named.count)
    var details = TrackDetails(format: .flac, rate: 44_100, channels: 2)
    details.title = "T"
    details.artists = ["A", "B"]
    details.track = 3
    details.more = [.init(.composer, "C"), .init(.title, "T2"), .init(.artistSort, "S")]
    let track = Track(
      reference: TrackReference(volume: VolumeID.random(), path: Array("x".utf8)), sizeBytes: 1,
      modified: .zero, added: nil, details: details)
    let values = Song(track, uri: "x").tags.map { "\($0.tag.rawValue)=\($0.value)" }
    #expect(
      values == ["Artist=A", "Artist=B", "ArtistSort=S", "Title=T", "Title=T2", "Track=3", "Composer=C"])
  }

  @Test(arguments: [
    ("127.6", nil, 128), ("127,4", nil, 127), ("90", 120.2, 120), ("90", 0.0, 90), ("0", nil, nil),
    ("fast", nil, nil),
    ("1e9", nil, nil), ("nan", nil, nil),
  ])
  func `a tempo is what was measured, else what the file says, where that is one`(
    text: String, measured: Double?, told: Int?
  ) {
    var details = TrackDetails(format: .mp3, rate: 44_100, channels: 2)
    details.more = [.init(.tempo, text), .init(.key, "Am"), .init(.mood, "M")]
    details.durationIsEstimated = true
    var track = Track(
      reference: TrackReference(volume: VolumeID(high: 1, low: 2), path: [97]), sizeBytes: 1, modified: .zero,
      details: details)
    track.measuredTempo = measured
    var song = Song(track, uri: "x")
    #expect(song.tempo == told && song.key == "Am" && song.durationIsEstimated)
    #expect(song.tags.map(\.tag) == [.mood])
    track.measuredKey = "C"
    song = Song(track, uri: "x")
    #expect(song.key == "C")
  }

  @Test func `a delay that is off is not a number to the protocol`() {
    #expect(PlaybackOptions(Modes()).mixRampDelaySeconds.isNaN)
  }

  @Test func `the player's subsystems are announced under the protocol's names`() {
    let all: Model.Subsystems = [.player, .mixer, .options, .playlist]
    #expect(Control.Subsystems(all) == [.player, .mixer, .options, .playlist])
    #expect(Control.Subsystems([] as Model.Subsystems) == [])
  }

  @Test func `a refusal keeps its meaning`() {
    #expect(Refusal(PlayerRefusal.badSongIndex) == .badSongIndex)
    #expect(Refusal(PlayerRefusal.queueFull) == .queueFull)
    #expect(Refusal(PlayerRefusal.notPlaying) == .notPlaying)
    #expect(
      Refusal(PlayerRefusal.movesCurrentSong) == .unsupported(PlayerRefusal.movesCurrentSong.description))
  }

  @Test(arguments: [
    (Int64(1_000_000), Duration.seconds(40), 200), (3_000_000, .milliseconds(1500), 16_000),
    (1_000_000, nil, 0), (1_000_000, .zero, 0), (0, .seconds(3), 0),
    // As a hostile database says it.
    (.max, .microseconds(1), 1_000_000), (1, .microseconds(Int64.max), 0),
  ])
  func `a bit rate is that of the whole file, whatever a database says`(
    size: Int64, duration: Duration?, rate: Int
  ) {
    var details = TrackDetails(format: .mp3, rate: 44_100, channels: 2)
    details.duration = duration
    let track = Track(
      reference: TrackReference(volume: VolumeID(high: 1, low: 2), path: [97]), sizeBytes: size,
      modified: .zero, details: details)
    #expect(track.bitrate == rate)
  }

  @Test func `every edit of the protocol is an event of the player`() {
    let track = TrackReference(volume: VolumeID(high: 1, low: 2), path: [97])
    let pairs: [(QueueEdit, Event)] = [
      (.add([track], at: 3), .add([track], at: .position(3))), (.delete(1..<4), .delete(1..<4)),
      (.clear, .clear),
      (.move(0..<2, to: 5), .move(0..<2, to: .position(5))), (.swap(1, 2), .swap(1, 2)),
      (.shuffle(0..<9), .shuffle(0..<9)), (.setPriority(7, [1..<2]), .prioritise([1..<2], 7)),
    ]
    for (edit, event) in pairs { #expect(Event(edit) == event) }
  }
}
