import Support
import Testing

@testable import Fetch

@Suite struct HLSPlaylistTests {
  private func playlist(_ text: String) throws -> HLSPlaylist {
    HLSPlaylist(Array(text.utf8), at: try #require(FetchURL("http://a/b/list.m3u8?t")))
  }

  @Test func theBestStreamWithSoundAloneIsChosen() throws {
    let master = try playlist(
      """
      #EXTM3U
      #EXT-X-STREAM-INF:BANDWIDTH=800000,CODECS="avc1.42,mp4a.40.2"
      video.m3u8
      #EXT-X-STREAM-INF:BANDWIDTH=64000,CODECS="mp4a.40.5"
      low.m3u8
      #EXT-X-STREAM-INF:BANDWIDTH=128000,CODECS="mp4a.40.2"
      /high.m3u8
      """)
    expectEqual(
      master.streams.map(\.description),
      [
        "http://a/high.m3u8", "http://a/b/low.m3u8", "http://a/b/video.m3u8",
      ])
  }

  @Test func withoutASoundAloneTheRenditionOrTheSmallestIsChosen() throws {
    let streams = "#EXT-X-STREAM-INF:BANDWIDTH=9\nbig\n#EXT-X-STREAM-INF:BANDWIDTH=5\nsmall\n"
    try expectEqual(playlist(streams).streams.map(\.description), ["http://a/b/small", "http://a/b/big"])
    let rendition = "#EXT-X-MEDIA:TYPE=AUDIO,NAME=\"a, b\",URI=\"sound.m3u8\"\n"
    try expectEqual(playlist(rendition + streams).streams.first?.description, "http://a/b/sound.m3u8")
    #expect(try playlist("#EXTM3U\n#EXTINF:1,\ns.ts").streams.isEmpty)
  }

  private static let described =
    "#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"g\",NAME=\"Described\",AUTOSELECT=YES,URI=\"described\"\n"
  private static let usual =
    "#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"g\",NAME=\"Usual\",DEFAULT=YES,AUTOSELECT=YES"

  @Test(arguments: [
    // Beside video, in streams of sound alone, and where the variant itself has the default sound.
    (usual + ",URI=\"usual\"\n", "avc1.42,mp4a.40.2", "http://a/b/usual"),
    (usual + ",URI=\"usual\"\n", "mp4a.40.2", "http://a/b/usual"),
    (usual + "\n", "mp4a.40.2", "http://a/b/v"),
    (usual + "\n", "avc1.42,mp4a.40.2", "http://a/b/v"),
  ])
  func theDefaultRenditionSounds(_ usual: String, codecs: String, chosen: String) throws {
    let master = try playlist(
      "#EXTM3U\n\(Self.described)\(usual)#EXT-X-STREAM-INF:BANDWIDTH=9,CODECS=\"\(codecs)\",AUDIO=\"g\"\nv\n")
    expectEqual(master.streams.first?.description, chosen)
  }

  @Test func aByteOrderMarkIsNoPartOfTheFirstLine() throws {
    let text = "\u{FEFF}#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXTINF:4,\na\n"
    #expect(HLSPlaylist.isOne(Array(text.utf8)))
    try expectEqual(playlist(text).segments.map(\.part.reference), ["a"])
    let first = "\u{FEFF}#EXT-X-TARGETDURATION:4\n#EXTINF:4,\na\n"
    #expect(HLSPlaylist.isOne(Array(first.utf8)))
    try expectEqual(playlist(first).targetDuration, .seconds(4))
  }

  @Test func withoutATargetTheLongestSegmentIsIt() throws {
    let text = "#EXTM3U\n#EXTINF:2,\na\n#EXTINF:3.5,\nb\n#EXT-X-ENDLIST\n"
    #expect(HLSPlaylist.isOne(Array(text.utf8)))
    let whole = try playlist(text)
    #expect(whole.targetDuration == .milliseconds(3500) && whole.segments.count == 2 && whole.isComplete)
  }

  @Test(arguments: [
    // Short segments below a long target, segments of the target's length, and numbers that cannot be.
    ("10", "2", Duration.seconds(2)), ("4", "4.004", .seconds(4)), ("6", "0", .milliseconds(500)),
    ("6", "nan", .seconds(6)), ("6", "1e300", .seconds(6)),
  ])
  func aPlaylistIsLoadedAgainAfterItsLastSegment(target: String, last: String, pause: Duration) throws {
    let text = "#EXT-X-TARGETDURATION:\(target)\n#EXTINF:\(target),\na\n#EXTINF:\(last),\nb\n"
    try expectEqual(playlist(text).reloadPause, pause)
  }

  @Test func partsOfAFileFollowEachOther() throws {
    let whole = try playlist(
      """
      #EXT-X-TARGETDURATION:4
      #EXT-X-MAP:URI="all.mp4",BYTERANGE="10@0"
      #EXTINF:4,
      #EXT-X-BYTERANGE:5@10
      all.mp4
      #EXTINF:4,
      #EXT-X-BYTERANGE:7
      all.mp4
      #EXT-X-GAP
      #EXTINF:4,
      next.mp4
      """)
    #expect(whole.fault == nil && whole.segments.map(\.part.bytes) == [10..<15, 15..<22, nil])
    expectEqual(whole.segments.map(\.isGap), [false, false, true])
    expectEqual(whole.segments.first?.initialization, HLSPlaylist.Part(reference: "all.mp4", bytes: 0..<10))
  }

  @Test(arguments: [
    ("Band - Song", "Band - Song"), (" Band - R&amp;B ", "Band - R&B"),
    ("title=\"Song\",artist=\"Band\",url=\"x\"", "Band - Song"),
    ("", nil), ("no desc", nil), ("segment-1.ts", nil),
  ])
  func `the text of a segment is a title where it is that of a song`(_ text: String, _ title: String?) throws
  {
    let segments = try playlist("#EXT-X-TARGETDURATION:4\n#EXTINF:4.0,\(text)\na\n#EXTINF:4\nb\n").segments
    #expect(segments.map { $0.title.map { String(decoding: $0, as: UTF8.self) } } == [title, nil])
  }

  @Test func shortReferencesTakeNoMoreThanTheirText() throws {
    let place = try #require(FetchURL("http://a/\(String(repeating: "x", count: 3900))"))
    let text = "#EXT-X-TARGETDURATION:1\n" + String(repeating: "#EXTINF:1,\n?x\n", count: 20_000)
    let list = HLSPlaylist(Array(text.utf8), at: place)
    #expect(list.segments.count == 10_000 && list.segments.allSatisfy { $0.part.reference.utf8.count == 2 })
    let last = try #require(list.segments.last)
    expectEqual(list.place(of: last.part)?.description, "\(place)?x")
  }

  private func live(_ first: Int, _ count: Int) throws -> HLSPlaylist {
    try playlist(
      "#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXT-X-MEDIA-SEQUENCE:\(first)\n#EXT-X-MAP:URI=\"i.mp4\"\n"
        + (0..<count).map { "#EXTINF:4,\ns\(first + $0).m4s\n" }.joined())
  }

  @Test func aLiveWindowIsFollowed() throws {
    try expectEqual(live(10, 6).segments(after: nil).map(\.number), [13, 14, 15])
    try expectEqual(live(12, 6).segments(after: 15).map(\.number), [16, 17])
    #expect(try live(12, 6).segments(after: 17).isEmpty)
    // It has gone on without us, or has begun anew.
    try expectEqual(live(100, 6).segments(after: 17).map(\.number), [103, 104, 105])
    try expectEqual(live(0, 4).segments(after: 17).map(\.number), [1, 2, 3])
    try expectEqual(live(10, 6).segments(after: .max).map(\.number), [13, 14, 15])
    // Another cache of the server has an older one.
    #expect(try live(10, 6).segments(after: 17).isEmpty)
    try expectEqual(live(10, 6).segments.first?.initialization?.reference, "i.mp4")
  }

  @Test func aCompleteOneIsPlayedFromItsBeginning() throws {
    let whole = try playlist("#EXT-X-TARGETDURATION:9\n#EXTINF:1,\na\n#EXTINF:1,\nb\n#EXT-X-ENDLIST\n")
    #expect(
      whole.isComplete
        && whole.segments(after: nil).map { whole.place(of: $0.part)?.description } == [
          "http://a/b/a", "http://a/b/b",
        ])
  }

  @Test func whatCannotBeReadIsSaid() throws {
    #expect(try playlist("#EXT-X-KEY:METHOD=AES-128,URI=\"k\"").fault != nil)
    #expect(try playlist("#EXT-X-KEY:METHOD=NONE").fault == nil)
  }

  @Test func strangeNumbersNeverTrap() throws {
    let strange = try playlist(
      "#EXT-X-MEDIA-SEQUENCE:9223372036854775807\n#EXT-X-TARGETDURATION:-5\n#EXT-X-STREAM-INF:=,,=\"\nx\na\nb\n"
    )
    #expect(strange.targetDuration == .seconds(6) && strange.segments.count == 2)
    let ranges = "9223372036854775807@9223372036854775807,0@0,-1,5@-7,@,x@y".split(separator: ",")
    for range in ranges {
      let text =
        "#EXT-X-TARGETDURATION:1e99\n#EXTINF:-1,\n#EXT-X-BYTERANGE:\(range)\na\n#EXT-X-BYTERANGE:9\na\n"
      #expect(try playlist(text).segments.count == 2, "\(range)")
    }
  }

  @Test func aListOfStationsIsNone() {
    #expect(!HLSPlaylist.isOne(Array("#EXTM3U\n#EXTINF:-1,A\nhttp://a/b".utf8)))
    #expect(HLSPlaylist.isOne(Array("#EXTM3U\r\n#EXT-X-TARGETDURATION:4\r\n".utf8)))
  }
}
