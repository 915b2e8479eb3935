import Control
import Media
import Model
import Player
import Support
import Testing

@testable import Library
@testable import jukeboxd

@Suite("The library's words and the protocol's")
struct TranslationTests {
  @Test func `every tag that is read has a name in the protocol, and songs list tags in its order`() {
    let named = TagName.allCases.filter {
      ![.tempo, .key, .mixRampStart, .mixRampEnd].contains($0)
    }
    #expect(Set(named.compactMap { Tag($0) }).count == named.count)
    var details = TrackDetails(format: .flac, rate: 44_100, channels: 2)
    details.title = "T"
    details.artists = ["A", "B"]
    details.track = 3
    details.more = [.init(.composer, "C"), .init(.title, "T2"), .init(.artistSort, "S")]
    let track = Track(
      reference: TrackReference(volume: VolumeID.random(), path: Array("x".utf8)), sizeBytes: 1,
      modified: .zero, added: nil, details: details)
    let values = Song(track, uri: "x").tags.map { "\($0.tag.word)=\($0.value)" }
    expectEqual(
      values, ["Artist=A", "Artist=B", "ArtistSort=S", "Title=T", "Title=T2", "Track=3", "Composer=C"])
  }

  @Test(arguments: [
    ("127.6", nil, 127.6), ("127,4", nil, 127.4), ("90", 119.9976, 120), ("90", 0.0, 90), ("0", nil, nil),
    ("fast", nil, nil),
    ("1e9", nil, nil), ("nan", nil, nil),
  ])
  func `a tempo is the settled one, else a valid one of the file`(
    text: String, measured: Double?, told: Double?
  ) {
    var details = TrackDetails(format: .mp3, rate: 44_100, channels: 2)
    details.more = [.init(.tempo, text), .init(.key, "Am"), .init(.mood, "M")]
    details.durationIsEstimated = true
    var track = Track(
      reference: TrackReference(volume: VolumeID(high: 1, low: 2), path: [97]), sizeBytes: 1, modified: .zero,
      details: details)
    track.settledTempo = measured
    var song = Song(track, uri: "x")
    #expect(song.tempo == told && song.key == "Am" && song.durationIsEstimated)
    expectEqual(song.tags.map(\.tag), [.mood])
    track.settledKey = MusicalKey("C")
    song = Song(track, uri: "x")
    expectEqual(song.key, "C")
  }

  @Test(arguments: [
    (Int64(1_000_000), Duration.seconds(40), 200), (3_000_000, .milliseconds(1500), 16_000),
    (1_000_000, nil, 0), (1_000_000, .zero, 0), (0, .seconds(3), 0),
    // As a hostile database says it.
    (.max, .microseconds(1), 1_000_000), (1, .microseconds(Int64.max), 0),
  ])
  func `a bit rate is that of the whole file, whatever the database has`(
    size: Int64, duration: Duration?, rate: Int
  ) {
    var details = TrackDetails(format: .mp3, rate: 44_100, channels: 2)
    details.duration = duration
    let track = Track(
      reference: TrackReference(volume: VolumeID(high: 1, low: 2), path: [97]), sizeBytes: size,
      modified: .zero, details: details)
    expectEqual(track.bitrate, rate)
  }
}
