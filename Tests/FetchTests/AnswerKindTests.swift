import Interchange
import Support
import Testing

@testable import Fetch

@Suite struct AnswerKindTests {
  private func kind(_ bytes: [UInt8], isWhole: Bool = true, type: String, at place: String) throws
    -> AnswerKind?
  {
    AnswerKind(bytes, isWhole: isWhole, type: type, at: try #require(FetchURL(place)))
  }

  private static let mp3: [UInt8] = [0xFF, 0xFB, 0x90, 0x64, 0x00, 0x0F]

  @Test(arguments: [
    // What servers send lists as: plain text, sound, another kind, bytes, nothing.
    ("#EXTM3U\nhttp://s/1", "text/plain", "http://a/api", ListFormat.m3u),
    ("#EXTM3U\nhttp://s/1", "audio/mpeg", "http://a/x.m3u", .m3u),
    ("#EXTM3U\nhttp://s/1", "audio/x-scpls", "http://a/l.pls", .m3u),
    ("\u{FEFF}#EXTINF:-1,A\nhttp://s/1", "application/octet-stream", "http://a/l", .m3u),
    ("\r\nHTTP://s/1\r\n", "text/html", "http://a/l", .m3u), ("https://s/1", "", "http://a/l", .m3u),
    ("[playlist]\nFile1=http://s/1", "audio/mpeg", "http://a/l", .pls),
    ("[Reference]\nRef1=http://s/1", "video/x-ms-asf", "http://a/l.asx", .pls),
    ("<ASX version=\"3.0\">", "audio/x-scpls", "http://a/l", .asx),
    ("<?xml version=\"1.0\"?>\n<!-- x --><playlist version=\"1\">", "text/xml", "http://a/l", .xspf),
    // What only its server or its name calls a list.
    ("live.mp3", "audio/x-mpegurl", "http://a/l", .m3u),
    ("live.mp3", "text/plain", "http://a/l.m3u8?x", .m3u),
  ])
  func aListIsKnownByItsContent(text: String, type: String, place: String, format: ListFormat) throws {
    try expectEqual(kind(Array(text.utf8), type: type, at: place), .list(format))
    var wide: [UInt8] = [0xFF, 0xFE]
    for unit in text.utf16 where unit != 0xFEFF { wide += [UInt8(unit & 0xFF), UInt8(unit >> 8)] }
    try expectEqual(kind(wide, type: type, at: place), .list(format))
  }

  @Test(arguments: [
    ("audio/x-mpegurl", "http://a/l.m3u"), ("text/plain", "http://a/l"), ("", "http://a/l.pls"),
    ("audio/mpeg", "http://a/l"), ("text/html", "http://a/l.html"),
  ])
  func soundIsNoListWhateverItIsCalled(type: String, place: String) throws {
    try expectEqual(kind(Self.mp3, isWhole: false, type: type, at: place), .sound)
    try expectEqual(kind(Array("OggS\0".utf8), isWhole: false, type: type, at: place), .sound)
    try expectEqual(
      kind([0xFF, 0xFE, 0x90, 0x00, 0x01, 0x02], isWhole: false, type: type, at: place), .sound)
  }

  @Test func aPageIsNeither() throws {
    let page = Array("<!DOCTYPE html><html>Log in".utf8)
    try expectEqual(kind(page, type: "audio/x-mpegurl", at: "http://a/l.m3u"), .text)
    try expectEqual(kind(Array("not found".utf8), type: "audio/mpeg", at: "http://a/l.mp3"), .text)
    try expectEqual(
      kind(Array("<?xml version=\"1.0\"?><rss>".utf8), type: "text/xml", at: "http://a/l"), .text)
    try expectEqual(kind(Array("FILE \"a\"".utf8), type: "text/plain", at: "http://a/l.cue"), .text)
  }

  @Test func aTextIsKnownOnceEnoughOfItHasCome() throws {
    let text = Array("#EXTM3U\n".utf8)
    #expect(try kind(text, isWhole: false, type: "audio/mpeg", at: "http://a/l") == nil)
    #expect(try kind([], isWhole: false, type: "audio/mpeg", at: "http://a/l") == nil)
    let long = text + Array(repeating: UInt8(ascii: "#"), count: AnswerKind.headBytes)
    try expectEqual(kind(long, isWhole: false, type: "audio/mpeg", at: "http://a/l"), .list(.m3u))
  }
}
