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
    #expect(master.chosenStream?.description == "http://a/high.m3u8")
  }

  @Test func withoutASoundAloneTheRenditionOrTheSmallestIsChosen() throws {
    let streams = "#EXT-X-STREAM-INF:BANDWIDTH=9\nbig\n#EXT-X-STREAM-INF:BANDWIDTH=5\nsmall\n"
    #expect(try playlist(streams).chosenStream?.description == "http://a/b/small")
    let rendition = "#EXT-X-MEDIA:TYPE=AUDIO,NAME=\"a, b\",URI=\"sound.m3u8\"\n"
    #expect(try playlist(rendition + streams).chosenStream?.description == "http://a/b/sound.m3u8")
    #expect(try playlist("#EXTM3U\n#EXTINF:1,\ns.ts").chosenStream == nil)
  }

  private func live(_ first: Int, _ count: Int) throws -> HLSPlaylist {
    try playlist(
      "#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXT-X-MEDIA-SEQUENCE:\(first)\n#EXT-X-MAP:URI=\"i.mp4\"\n"
        + (0..<count).map { "#EXTINF:4,\ns\(first + $0).m4s\n" }.joined())
  }

  @Test func aLiveWindowIsFollowed() throws {
    #expect(try live(10, 6).segments(after: nil).map(\.number) == [13, 14, 15])
    #expect(try live(12, 6).segments(after: 15).map(\.number) == [16, 17])
    #expect(try live(12, 6).segments(after: 17).isEmpty)
    // It has gone on without us, or has begun anew.
    #expect(try live(100, 6).segments(after: 17).map(\.number) == [103, 104, 105])
    #expect(try live(0, 4).segments(after: 17).map(\.number) == [1, 2, 3])
    #expect(try live(10, 6).segments.first?.initialization?.description == "http://a/b/i.mp4")
  }

  @Test func aCompleteOneIsPlayedFromItsBeginning() throws {
    let whole = try playlist("#EXT-X-TARGETDURATION:9\n#EXTINF:1,\na\n#EXTINF:1,\nb\n#EXT-X-ENDLIST\n")
    #expect(
      whole.isComplete
        && whole.segments(after: nil).map(\.url.description) == ["http://a/b/a", "http://a/b/b"])
  }

  @Test(arguments: [
    "#EXT-X-KEY:METHOD=AES-128,URI=\"k\"", "#EXT-X-BYTERANGE:5@0", "#EXT-X-MAP:URI=\"i\",BYTERANGE=\"5@0\"",
  ])
  func whatCannotBeReadIsSaid(_ line: String) throws { #expect(try playlist(line).fault != nil) }

  @Test func strangeNumbersNeverTrap() throws {
    let strange = try playlist(
      "#EXT-X-MEDIA-SEQUENCE:9223372036854775807\n#EXT-X-TARGETDURATION:-5\n#EXT-X-STREAM-INF:=,,=\"\nx\na\nb\n"
    )
    #expect(strange.targetSeconds == 1 && strange.segments.count == 2)
  }

  @Test func aListOfStationsIsNone() {
    #expect(!HLSPlaylist.isOne(Array("#EXTM3U\n#EXTINF:-1,A\nhttp://a/b".utf8)))
    #expect(HLSPlaylist.isOne(Array("#EXTM3U\r\n#EXT-X-TARGETDURATION:4\r\n".utf8)))
  }
}
