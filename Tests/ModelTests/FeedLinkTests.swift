import Support
import Testing

@testable import Model

@Suite struct FeedLinkTests {
  @Test(arguments: [
    ("pcast://a.example/feed.xml", "http://a.example/feed.xml"), ("itpc://a/f", "http://a/f"),
    ("Feed://a/f", "http://a/f"),
    ("feed:https://a/f", "https://a/f"), ("feed://https://a/f", "https://a/f"),
    ("podcast://a:8000/f?x=1#y", "http://a:8000/f?x=1#y"),
    ("https://a/pcast://b", "https://a/pcast://b"), ("http://a/f", "http://a/f"), ("ftp://a/f", "ftp://a/f"),
    ("a/f", "a/f"),
    ("", ""),
  ])
  func `a link for programs becomes the URL of the feed`(_ link: String, _ url: String) {
    expectEqual(FeedLink.url(link), url)
  }

  @Test(arguments: ["feed:", "pcast://", "feed: a b"]) func `a link without a server is no URL`(
    _ link: String
  ) {
    #expect(TrackReference(url: FeedLink.url(link)) == nil)
  }
}
