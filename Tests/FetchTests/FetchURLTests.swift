import Support
import Testing

@testable import Fetch

@Suite struct FetchURLTests {
  @Test(arguments: ["http://a", "https://a.b:8000/c?d", "HTTP://A/", "http://[::1]:8000/x"])
  func whatCanBeFetched(_ text: String) { expectEqual(FetchURL(text)?.description, text) }

  @Test(arguments: [
    "", "ftp://a/b", "file:///etc/passwd", "http://", "http:///x", "http://a b", "http://a\n", "a/b",
    "http:a",
  ])
  func whatCannot(_ text: String) { #expect(FetchURL(text) == nil) }

  @Test func aFragmentIsNotSent() { expectEqual(FetchURL("http://a/b#charset=x")?.description, "http://a/b") }

  @Test(arguments: [
    ("c.ts", "http://a:1/b/c.ts"), ("/c", "http://a:1/c"), ("//d/e", "http://d/e"),
    ("https://f/g", "https://f/g"),
    ("?q", "http://a:1/b/list?q"), ("c?x=http://y", "http://a:1/b/c?x=http://y"),
  ])
  func aReferenceIsResolved(_ reference: String, _ whole: String) throws {
    let base = try #require(FetchURL("http://a:1/b/list?token=x/y"))
    expectEqual(base.resolved(reference)?.description, whole)
  }

  @Test func aReferenceToAFileIsNone() throws {
    #expect(try #require(FetchURL("http://a/b")).resolved("file:///etc/passwd") == nil)
  }

  @Test func aHostWithoutPathIsItsRoot() throws {
    try expectEqual(#require(FetchURL("http://a")).resolved("b")?.description, "http://a/b")
  }
}
