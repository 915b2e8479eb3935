import Linux
import Model
import Support
import Testing

@testable import Client
@testable import Web

/// Files that visitors send.
@Suite struct UploadTests {
  private static let begin = #"uploadbegin "Stick" "A B/s.flac" "6" "127.0.0.1""#
  private static let check = #"uploadcheck "Stick" "A B/s.flac" "6""#

  /// What the follower asks first is not counted.
  private static func visit(
    _ answers: [String: String] = [:], guests: Permissions? = [.read, .add, .player, .control]
  ) throws -> Visit {
    let visit = try Visit(answers, guests: guests)
    visit.jukebox.waitForFollower()
    _ = visit.jukebox.asked()
    return visit
  }

  private func put(_ target: String, _ body: String, _ headers: String...) -> String {
    (["PUT \(target) HTTP/1.1", "Host: jukebox.local", "Content-Length: \(body.utf8.count)"] + headers)
      .joined(separator: "\r\n") + "\r\nConnection: close\r\n\r\n" + body
  }

  @Test func `a file is sent to the jukebox`() throws {
    let visit = try Self.visit([
      Self.begin: "upload: 7\nreceived: 0\n", #"uploadbytes "7" "0" "6" foobar"#: "received: 6\n",
      #"uploadend "7""#: "file: Stick/A B/s.flac\n",
    ])
    let answer = try visit.raw(put("/upload/Stick/A%20B/s.flac", "foobar", "Content-Type: audio/flac"))
    #expect(answer.status == 201 && answer.body == #"{"file":"Stick/A B/s.flac"}"#)
    #expect(visit.jukebox.asked() == [Self.begin, #"uploadbytes "7" "0" "6" foobar"#, #"uploadend "7""#])
  }

  @Test func `the same bytes were there already`() throws {
    let visit = try Self.visit([
      Self.begin: "upload: 7\nreceived: 0\n", #"uploadbytes "7" "0" "6" foobar"#: "received: 6\n",
      #"uploadend "7""#: "file: Stick/A B/s.flac\nknown: 1\n",
    ])
    let answer = try visit.raw(put("/upload/Stick/A%20B/s.flac", "foobar"))
    #expect(answer.status == 200 && answer.body == #"{"file":"Stick/A B/s.flac","known":"1"}"#)
  }

  @Test func `a part of a file continues it`() throws {
    let visit = try Self.visit([
      Self.begin: "upload: 7\nreceived: 2\n", #"uploadbytes "7" "2" "2" ob"#: "received: 4\n",
      #"uploadbytes "7" "2" "5" obar1"#: "received: 6\n",
    ])
    let part = try visit.raw(put("/upload/Stick/A%20B/s.flac", "ob", "Content-Range: bytes 2-3/6"))
    #expect(part.status == 200 && part.body == #"{"received":4}"#)
    let gap = try visit.raw(put("/upload/Stick/A%20B/s.flac", "b", "Content-Range: bytes 3-3/6"))
    #expect(gap.status == 409 && gap.body.contains(#""key":"upload-out-of-step","about":"2""#))
  }

  @Test func `a file without a range begins again`() throws {
    let visit = try Self.visit([
      Self.begin: "upload: 7\nreceived: 2\n",
      #"uploadstop "7""#: #"ACK [50@0] {uploadstop} [no-such-upload] No such upload"#,
    ])
    try expectEqual(visit.raw(put("/upload/Stick/A%20B/s.flac", "foobar")).status, 404)
    #expect(visit.jukebox.asked() == [Self.begin, #"uploadstop "7""#])
  }

  @Test func `the received bytes of an upload are shown, and the upload is discarded`() throws {
    let visit = try Self.visit([
      Self.check: "upload: 7\nreceived: 2\npath: A B/s.flac\n", #"uploadstop "7""#: "",
    ])
    #expect(
      try visit.get("/upload/Stick/A%20B/s.flac?size=6").body == #"{"received":2,"path":"A B/s.flac"}"#)
    #expect(visit.jukebox.restrictions.contains { $0.contains("control") })
    try expectEqual(visit.ask("DELETE", "/upload/Stick/A%20B/s.flac?size=6", []).status, 200)
    #expect(visit.jukebox.asked() == [Self.check, Self.check, #"uploadstop "7""#])
  }

  @Test func `a finished mix is kept as a file`() throws {
    let visit = try Visit([
      #"renderstatus "3""#: "state: done\nbytes: 6\n", #"binarylimit "65536""#: "",
      #"renderread "3" "0""#: "binary: 4\nfLaC\n", #"renderread "3" "4""#: "binary: 2\nxy\n",
      #"renderstatus "4""#: "state: working\n",
    ])
    let answer = try visit.get("/render/3/M%C3%BC%22x.flac")
    #expect(answer.status == 200 && answer.body == "fLaCxy")
    expectEqual(answer.header("Content-Disposition"), "attachment; filename*=UTF-8''M%C3%BC%22x.flac")
    #expect(answer.header("Content-Type") == "audio/flac" && answer.header("Content-Length") == "6")
    try expectEqual(visit.get("/render/4/x.flac").status, 409)
    try expectEqual(visit.get("/render/x/x.flac").status, 404)
    try expectEqual(visit.ask("DELETE", "/render/3/x.flac", []).status, 405)
  }

  @Test func `a refusal comes before the body`() throws {
    let visit = try Self.visit([Self.begin: #"ACK [52@0] {uploadbegin} [volume-full] Not enough space"#])
    // Most of it is never sent.
    let head = put("/upload/Stick/A%20B/s.flac", "f").replacing(
      "Content-Length: 1", with: "Content-Length: 6")
    let answer = try visit.raw(head)
    #expect(answer.status == 409 && answer.body.contains(#""key":"volume-full""#))
    expectEqual(visit.jukebox.asked(), [Self.begin])
  }

  @Test func `a visitor that waits for it is asked for the body`() throws {
    let visit = try Self.visit([
      Self.begin: "upload: 7\nreceived: 0\n", #"uploadbytes "7" "0" "6" foobar"#: "received: 6\n",
      #"uploadend "7""#: "file: Stick/A B/s.flac\n",
    ])
    let socket = try visit.connect()
    let head = put("/upload/Stick/A%20B/s.flac", "foobar", "Expect: 100-continue").dropLast(6)
    let first = try Visit.read(socket, sending: String(head)) { $0.hasSuffix("\r\n\r\n") }
    #expect(first.hasPrefix("HTTP/1.1 100 "))
    let answer = try Visit.read(socket, sending: "foobar") { $0.hasSuffix("}") }
    #expect(answer.hasPrefix("HTTP/1.1 201 "))
  }

  @Test func `a file that is larger than memory passes through`() throws {
    let visit = try Self.visit()
    visit.jukebox.answerParts()
    let size = 3_000_000
    let name = #"uploadbegin "Stick" "s.flac" "\#(size)" "127.0.0.1""#
    visit.jukebox.answer(name, "upload: 1\nreceived: 0\n")
    visit.jukebox.answer(#"uploadend "1""#, "file: s.flac\n")
    let answer = try visit.raw(put("/upload/Stick/s.flac", String(repeating: "x", count: size)))
    expectEqual(answer.status, 201)
    expectEqual(visit.jukebox.partBytes, size)
  }

  @Test(arguments: [
    ("PUT", "/upload/Stick", 404), ("PUT", "/upload/Stick/a%0Ab", 400), ("POST", "/upload/Stick/a", 405),
    ("GET", "/upload/Stick/a", 400), ("GET", "/upload/Stick/a?size=-1", 400),
    ("DELETE", "/upload/Stick/a?size=x", 400), ("PUT", "/index/albums", 405), ("PUT", "/nothing", 405),
  ]) func `other requests are refused`(method: String, target: String, status: Int) throws {
    let visit = try Self.visit()
    try expectEqual(visit.ask(method, target, method == "PUT" ? ["Content-Length: 0"] : []).status, status)
    expectEqual(visit.jukebox.asked(), [])
  }

  @Test(arguments: [
    "bytes 0-5/5", "bytes 2-1/6", "bytes -1-2/6", "bytes 0-4/6", "bytes */6", "bytes 0-5/*", "0-5/6",
    "bytes 0-5", "bytes 9223372036854775807-9223372036854775807/9223372036854775807",
  ]) func `a wrong range is refused`(range: String) throws {
    let visit = try Self.visit()
    try expectEqual(visit.raw(put("/upload/Stick/a", "foobar", "Content-Range: \(range)")).status, 400)
    expectEqual(visit.jukebox.asked(), [])
  }

  @Test func `a file without a length, of a guest or of another page is refused`() throws {
    let visit = try Self.visit()
    let chunked =
      "PUT /upload/Stick/a HTTP/1.1\r\nHost: jukebox.local\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"
    try expectEqual(visit.raw(chunked).status, 411)
    try expectEqual(visit.raw(put("/upload/Stick/a", "x", "Origin: http://evil.example")).status, 403)
    try expectEqual(
      visit.raw(put("/upload/Stick/a", "x").replacing("jukebox.local", with: "evil.example")).status, 421)
    expectEqual(visit.jukebox.asked(), [])
    let closed = try Self.visit(guests: nil)
    try expectEqual(closed.raw(put("/upload/Stick/a", "x")).status, 401)
    expectEqual(closed.jukebox.asked(), [])
  }
}
