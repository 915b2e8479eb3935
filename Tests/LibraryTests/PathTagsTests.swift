import Model
import Support
import Testing

@testable import Library
@testable import LibrarySupport

@Suite("Tags from paths") struct PathTagsTests {
  /// What a path gives to a file without tags, as `artist|album|disc|track|title`.
  private func filled(_ path: String, _ change: (inout TrackDetails) -> Void = { _ in }) -> String {
    var details = TrackDetails(format: .mp3, rate: 44_100, channels: 2)
    change(&details)
    let (folder, name) = VolumePath.split(Array(path.utf8))
    PathTags.fill(&details, folder: folder, name: name)
    let numbers = [details.disc, details.track].map { $0.map { TrackNumber.text(of: $0) } ?? "" }
    return ([details.artists.joined(separator: ";"), details.album ?? ""] + numbers + [details.title ?? ""])
      .joined(separator: "|")
  }

  @Test(arguments: [
    ("Miles/Blue/01 - So What.flac", "Miles|Blue||1|So What"),
    ("Miles/Blue/01 So What.flac", "Miles|Blue||1|So What"),
    ("Miles/Blue/01. So What.flac", "Miles|Blue||1|So What"),
    ("Miles/Blue/1. So What.flac", "Miles|Blue||1|So What"),
    ("Miles/Blue/01.So What.flac", "Miles|Blue||1|So What"),
    ("Miles/Blue/01-So What.flac", "Miles|Blue||1|So What"),
    ("Miles/Blue/01) So What.flac", "Miles|Blue||1|So What"),
    ("Miles/Blue/01_-_So_What.flac", "Miles|Blue||1|So What"),
    ("Miles/Blue/01 – So What.flac", "Miles|Blue||1|So What"),
    ("Miles/Blue/001 - So What.flac", "Miles|Blue||1|So What"),
    ("Miles/Blue/12 So What.flac", "Miles|Blue||12|So What"),
    ("Miles/Blue/1-02 So What.flac", "Miles|Blue|1|2|So What"),
    ("Miles/Blue/2-11 - So What.flac", "Miles|Blue|2|11|So What"),
    ("Miles/Blue/CD 2/03 - So What.flac", "Miles|Blue|2|3|So What"),
    ("Miles/Blue/disc_02/03 - So What.flac", "Miles|Blue|2|3|So What"),
    ("Miles/Blue/Disk2/1-03 So What.flac", "Miles|Blue|1|3|So What"),
    ("Miles/Blue/Miles - So What.flac", "Miles|Blue|||So What"),
    ("Miles/Blue/MILES - Blue - 04 - So What.flac", "Miles|Blue||4|So What"),
    ("Miles/Blue/01 - miles - So What.flac", "Miles|Blue||1|So What"),
    ("Miles/Blue/So What.flac", "Miles|Blue|||So What"),
    ("Miles/Blue/01.flac", "Miles|Blue||1|"),
    ("Music/Miles/Blue/01 - So What.flac", "Miles|Blue||1|So What"),
    ("stuff/M/Miles/Blue/01 - So What.flac", "Miles|Blue||1|So What"),
    ("stuff/Various/Best of all/01 - Miles - So What.flac", "Miles|Best of all||1|So What"),
    // Behind the folder that gathers there is only one, which may be an artist's or an album's.
    ("Various Artists/Hits/01 - Miles - So What.flac", "Miles|||1|So What"),
    ("Miles/Blue/A1 - So What.flac", "Miles|Blue||A1|So What"),
    ("Miles/Blue/b2. So What.flac", "Miles|Blue||B2|So What"),
    ("Miles/Blue/C12-So What.flac", "Miles|Blue||C12|So What"),
    ("Miles/Blue/A01_-_So_What.flac", "Miles|Blue||A1|So What"),
    ("Miles/Blue/Disc 2/C1 - So What.flac", "Miles|Blue|2|C1|So What"),
    ("Various/Hits/A1 - Miles - So What.flac", "Miles|||A1|So What"),
    ("U2/War/U2 - Sunday.mp3", "U2|War|||Sunday"),
    ("D12/World/D12 - A2 - My Band.mp3", "D12|||A2|My Band"),
    ("50 Cent/Rich/50 Cent - In da Club.mp3", "50 Cent|Rich|||In da Club"),
  ])
  func `artist, album, numbers and title are taken from names that people and programs use`(
    path: String, tags: String
  ) {
    expectEqual(filled(path), tags)
  }

  @Test(arguments: [
    ("So What.flac", "||||So What"),
    ("Blue/01 - So What.flac", "|||1|So What"),
    ("Miles - So What.flac", "Miles||||So What"),
    ("Miles - Blue - So What.flac", "||||Miles - Blue - So What"),
    ("Music/Blue/07 So What.flac", "|||7|So What"),
    ("Rock/Queen/x.flac", "||||x"),
    ("A/Abba/Waterloo.mp3", "||||Waterloo"),
    ("U2 - One.mp3", "U2||||One"),
    ("Various/Hits/U2 - One.mp3", "U2||||One"),
    ("xx/yy/K2 Summit.mp3", "xx|yy|||K2 Summit"),
    ("xx/yy/A1.mp3", "xx|yy|||A1"),
    ("xx/yy/A1 - .mp3", "xx|yy|||A1 -"),
    ("99 Luftballons.mp3", "||||99 Luftballons"),
    ("1999.mp3", "||||1999"),
    ("1999 - Prince.mp3", "||||1999 - Prince"),
    ("24-7 Spyz.mp3", "||||24-7 Spyz"),
    ("1.5 Hours.mp3", "||||1.5 Hours"),
    ("7 Seconds.mp3", "||||7 Seconds"),
    ("xx/yy/7 Seconds.mp3", "xx|yy|||7 Seconds"),
    ("xx/yy/101 - Title.mp3", "xx|yy|||101 - Title"),
    ("xx/yy/00 - Hidden.mp3", "xx|yy|||00 - Hidden"),
    ("xx/yy/10 000 Nights.mp3", "xx|yy|||10 000 Nights"),
    ("xx/yy/Symphony No. 5 - Allegro.mp3", "xx|yy|||Symphony No. 5 - Allegro"),
    ("xx/Singles/01 - Title.mp3", "xx|||1|Title"),
    ("xx/yy/CD 100/a.mp3", "yy|CD 100|||a"),
    ("xx/yy/ - .mp3", "xx|yy|||-"),
    ("xx/yy/.mp3", "xx|yy|||"),
  ])
  func `uncertain parts of a path leave the tags unchanged`(path: String, tags: String) {
    expectEqual(filled(path), tags)
  }

  @Test func `tags come before the path, and folders that contradict them are not believed`() {
    let path = "Miles/Blue/01 - So What.flac"
    #expect(filled(path) { $0.title = "T" } == "Miles|Blue||1|T")
    #expect(filled(path) { ($0.track, $0.disc) = (9, 3) } == "Miles|Blue|3|9|So What")
    #expect(filled(path) { $0.artists = ["mílès"] } == "mílès|Blue||1|So What")
    #expect(filled(path) { $0.artists = ["Bill"] } == "Bill|||1|So What")
    #expect(filled(path) { ($0.artists, $0.albumArtists) = (["Bill"], ["Miles"]) } == "Bill|Blue||1|So What")
    #expect(filled(path) { $0.album = "blue" } == "Miles|blue||1|So What")
    #expect(filled(path) { $0.album = "Red" } == "|Red||1|So What")
    let whole: (inout TrackDetails) -> Void = {
      ($0.title, $0.artists, $0.album, $0.track) = ("T", ["A"], "B", 4)
    }
    expectEqual(filled("x/DISC 3/1 - y.flac", whole), "A|B|3|4|T")
    expectEqual(filled("x/y/01/2-01 y.flac", whole), "A|B|2|4|T")
    expectEqual(filled("CD7/y.flac", whole), "A|B|7|4|T")
    for path in ["x/y 3/1 - y.flac", "disco/y.flac", "y.flac", "7", "d", "x/", "1-"] {
      #expect(filled(path, whole) == "A|B||4|T", "\(path)")
    }
    #expect(filled("Miles - So What.flac") { $0.title = "so what" } == "Miles||||so what")
    #expect(filled("Miles - So What.flac") { $0.title = "Other" } == "||||Other")
    #expect(filled("Miles - So What.flac") { $0.artists = ["Bill"] } == "Bill||||Miles - So What")
  }

  @Test func `names that are no text give nothing`() {
    var details = TrackDetails(format: .mp3, rate: 44_100, channels: 2)
    PathTags.fill(
      &details, folder: [0xFF, 0x2F, 0xFE], name: [0x30, 0x31, 0x20, 0xFF, 0x2E, 0x6D, 0x70, 0x33])
    #expect(details.title == nil && details.artists == [] && details.album == nil && details.track == 1)
    PathTags.fill(&details, folder: [0x41, 0x0A, 0x2F, 0x42, 0x1F], name: Array("a\u{1F}b.mp3".utf8))
    #expect(details.title == nil && details.artists == [] && details.album == nil)
  }

  @Test func `a scan fills them in, so that all that looks at tags sees them`() throws {
    let stick = try Stick([
      "Miles/Blue/CD 2/01 - So What.flac": FakeFiles.content(),
      "Miles/Blue/CD 2/02 - Freddie.flac": FakeFiles.content(
        title: "Freddie Freeloader", album: "Blue", track: 5),
    ])
    let bench = try Bench()
    _ = try bench.mount(stick.path, isFixed: true)
    let first = try bench.track("Miles/Blue/CD 2/01 - So What.flac").details
    #expect(first.title == "So What" && first.artists == ["Miles"] && first.album == "Blue")
    #expect(first.track == 1 && first.disc == 2)
    let second = try bench.track("Miles/Blue/CD 2/02 - Freddie.flac").details
    #expect(second.title == "Freddie Freeloader" && second.artists == ["Miles"] && second.track == 5)
    let counts = try bench.answer { (done: @escaping (Result<LibraryStatistics, Refusal>) -> Void) in
      bench.library.totals.counts(completion: done)
    }.get()
    #expect(counts.artists == 1 && counts.albums == 1)
  }
}
