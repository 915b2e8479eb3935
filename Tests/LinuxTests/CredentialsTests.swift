import Support
import Testing

@testable import Linux

@Suite("Names and passwords of URLs")
struct CredentialsTests {
  @Test(arguments: [
    ("http://user:secret@host/a?b=c@d", "http://host/a?b=c@d"),
    ("https://secret@host:8000", "https://host:8000"),
    ("http://a:b@c@host/", "http://host/"), ("http://a:b@[::1]/x", "http://[::1]/x"),
    ("not found: http://a:b@host/x; trying again", "not found: http://host/x; trying again"),
    ("http://a:b@one http://c:d@two", "http://one http://two"), ("\"http://a:b@h\"", "\"http://h\""),
  ])
  func `credentials are hidden`(text: String, shown: String) { expectEqual(text.withoutCredentials, shown) }

  @Test(arguments: [
    "http://host/a@b", "http://host?a@b", "somebody@example.org", "", "a://", "@", "://@", "Jürgen @ home",
    "http://host/ö@ü",
  ])
  func `other texts stay as they are`(text: String) {
    expectEqual(text.withoutCredentials, (text == "://@" ? "://" : text))
  }
}
