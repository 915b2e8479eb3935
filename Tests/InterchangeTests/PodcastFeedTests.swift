import Support
import Testing

@testable import Interchange

/// Feeds of podcasts.
@Suite struct PodcastFeedTests {
  private func read(_ text: String) -> PodcastFeed? { PodcastFeed.read(Array(text.utf8)) }

  @Test func `RSS has episodes with their dates, lengths and identities`() throws {
    let feed = try #require(
      read(
        """
        <?xml version="1.0"?><rss xmlns:itunes="http://x"><channel><title> News &amp; more </title>
        <image><title>Picture</title></image>
        <item><title>One</title><itunes:title>other</itunes:title><guid>g1</guid>
        <pubDate>Tue, 05 Mar 2024 10:00:00 +0100</pubDate><itunes:duration>1:02:03</itunes:duration>
        <enclosure url="http://a/1.mp3" type="audio/mpeg"/><enclosure url="http://a/2.mp3" type="audio/mpeg"/></item>
        <item><title>A text</title></item>
        <item><title>A film</title><enclosure url="http://a/1.mp4" type="video/mp4"/></item>
        <item><enclosure url="/2.mp3"/><itunes:duration>61</itunes:duration></item></channel></rss>
        """))
    #expect(feed.title == "News & more" && feed.episodes.count == 2)
    let first = feed.episodes[0]
    #expect((first.url, first.title, first.identity) == ("http://a/1.mp3", "One", "g1"))
    #expect((first.published, first.seconds) == (1_709_629_200, 3723))
    #expect((feed.episodes[1].url, feed.episodes[1].seconds, feed.episodes[1].title) == ("/2.mp3", 61, nil))
  }

  @Test(arguments: [
    (#"<itunes:image href="http://a/ b.jpg"/>"#, "http://a/%20b.jpg"),
    ("<image><title>x</title><url>http://a/c.png</url></image>", "http://a/c.png"),
    (#"<image><url>http://a/c.png</url></image><itunes:image href="d.jpg"/>"#, "d.jpg"),
    (#"<item><itunes:image href="e.jpg"/><enclosure url="http://a/1.mp3"/></item>"#, nil),
    (#"<image/><url>f.jpg</url><itunes:image/>"#, nil),
  ])
  func `the picture of the podcast is none of its episodes`(head: String, picture: String?) throws {
    let feed = try #require(read("<rss><channel><title>News</title>\(head)</channel></rss>"))
    expectEqual(feed.picture, picture)
    expectEqual(feed.title, "News")
  }

  @Test func `Atom has the same`() throws {
    let feed = try #require(
      read(
        """
        <feed xmlns="http://www.w3.org/2005/Atom"><title>A</title><entry><id>i</id><title>One</title>
        <updated>2024-02-01T00:00:00Z</updated><published>2024-01-01T00:00:00Z</published>
        <link rel="alternate" href="http://a/page"/><link rel="enclosure" type="audio/ogg" href="http://a/1.ogg"/>
        </entry></feed>
        """))
    #expect(feed.title == "A" && feed.episodes.count == 1)
    #expect((feed.episodes[0].url, feed.episodes[0].published) == ("http://a/1.ogg", 1_704_067_200))
  }

  @Test(arguments: ["", "<html/>", "<playlist/>", "rss", "{}"])
  func `a document that is no feed is nil`(_ text: String) { #expect(read(text) == nil) }

  @Test func `a feed that breaks off has the episodes up to there`() {
    let feed = read("<rss><channel><item><enclosure url='http://a/1.mp3'/></item><item><title>Two</titel>")
    #expect(feed?.episodes.map(\.url) == ["http://a/1.mp3"] && feed?.isCut == true)
  }

  @Test func `entities of HTML and bare ampersands cost no episode`() {
    let feed = read(
      """


      <?xml version="1.0"?><rss><channel><item><title>Tom & Jerry&nbsp;&#8211; &amp; more</title>
      <enclosure url="http://a/1.mp3"/></item><item><enclosure url="http://a/2.mp3"/></item></channel></rss>
      """)
    #expect(feed?.episodes.map(\.url) == ["http://a/1.mp3", "http://a/2.mp3"] && feed?.isCut == false)
    expectEqual(feed?.episodes.first?.title, "Tom & Jerry – & more")
  }

  @Test func `Windows-1252 is read`() {
    let text = Array(#"<?xml version="1.0" encoding="windows-1252"?><rss><channel><title>M"#.utf8) + [0xFC]
    let feed = PodcastFeed.read(text + Array("nchen</title></channel></rss>".utf8))
    expectEqual(feed?.title, "München")
  }

  @Test(arguments: [
    ("Audio/MPEG", "http://a/x", true), ("application/octet-stream", "http://a/x.MP3?k=1", true),
    ("mp3", "http://a/x.mp3", true), ("application/octet-stream", "http://a/x.pdf", false),
    ("video/mp4", "http://a/x.mp3", false), ("", "http://a/x", true), ("text/html", "http://a/x.mp3", true),
    ("text/html", "http://a/x", false),
  ]) func `enclosures of sound are episodes, and others are not`(
    _ type: String, _ url: String, _ isSound: Bool
  ) {
    let feed = read("<rss><channel><item><enclosure type='\(type)' url='\(url)'/></item></channel></rss>")
    expectEqual(feed?.episodes.count, (isSound ? 1 : 0))
  }

  @Test func `line breaks and control characters in a URL are left out`() {
    let feed = read(
      "<rss><channel><item><enclosure url='\n http://a/\u{1E}b\n.mp3&#10;'/></item></channel></rss>")
    expectEqual(feed?.episodes.first?.url, "http://a/b.mp3")
  }

  @Test func `the URL of a sound may be the text of its element`() {
    let feed = read(
      """
      <rss><channel><title>P</title><item><title>Two</title><enclosure>http://a/2.mp3</enclosure></item>
      <item><enclosure type="audio/mpeg">
        http://a/1.mp3?x=1&amp;y=2
      </enclosure><title>One</title></item><item><enclosure>http://a/p.jpg</enclosure>
      <enclosure url="http://a/0.mp3">http://a/other.mp3</enclosure></item><item><enclosure></enclosure></item></channel></rss>
      """)
    expectEqual(feed?.episodes.map(\.url), ["http://a/2.mp3", "http://a/1.mp3?x=1&y=2", "http://a/0.mp3"])
    expectEqual(feed?.episodes.map(\.title), ["Two", "One", nil])
  }

  @Test func `a blank in a URL is escaped`() {
    let feed = read("<rss><channel><item><enclosure url='http://a/h 6/v.mp3'/></item></channel></rss>")
    expectEqual(feed?.episodes.first?.url, "http://a/h%206/v.mp3")
  }
}
