import Interchange
import Support
import Testing

@testable import Fetch

@Suite struct StationListTests {
  @Test func stationsOfEachKindOfList() throws {
    let url = try #require(FetchURL("http://a/b/list"))
    let lists: [(ListFormat, String)] = [
      (.m3u, "#EXTM3U\n#EXTINF:-1,One\nhttp://s/1\nftp://no\ntwo.mp3\n"),
      (.pls, "[playlist]\nFile1=http://s/1\nTitle1=One\nFile2=two.mp3\n"),
      (
        .xspf,
        "<playlist><trackList><track><location>http://s/1</location><title>One</title></track>"
          + "<track><location>two.mp3</location></track></trackList></playlist>"
      ),
      (
        .asx,
        "<ASX version=\"3\"><ENTRY><TITLE>One</TITLE><REF HREF=\"http://s/1\"/></ENTRY>\n"
          + "<entry><ref href = 'two.mp3' /></entry></ASX>"
      ),
      (.pls, "[Reference]\r\nRef1=http://s/1\r\nTitle1=One\r\nRef2= two.mp3\r\n"),
      (
        .xspf,
        "<?xml version=\"1.0\"?>\n<!-- x -->\n<ASX><entry><title>One</title><ref href=\"http://s/1\"/></entry><entry><ref href=\"two.mp3\"/></entry></ASX>"
      ),
      // One kind under the name of another.
      (.m3u, "[playlist]\nFile1=http://s/1\nTitle1=One\nFile2=two.mp3\n"),
    ]
    for (format, text) in lists {
      let stations = Array(StationList.stations(in: Array(text.utf8), as: format, at: url))
      #expect(stations.map(\.url.description) == ["http://s/1", "http://a/b/two.mp3"], "\(format)")
      #expect(stations.map(\.name) == ["One", nil], "\(format)")
    }
  }

  @Test func blanksInAURLAreEscaped() throws {
    let url = try #require(FetchURL("http://a/b/list"))
    let text = "#EXTM3U\nhttp://s/with space  \n two words.mp3\n"
    let stations = StationList.stations(in: Array(text.utf8), as: .m3u, at: url)
    expectEqual(stations.map(\.url.description), ["http://s/with%20space", "http://a/b/two%20words.mp3"])
  }
}
