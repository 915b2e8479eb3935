import ClientSupport
import Linux
import Model
import Support
import Testing

@testable import Client

/// What goes over the line, and what comes back.
@Suite struct ConnectionTests {
  @Test func `an answer is cut at the first colon, and into items`() {
    let answer = Answer("file: a", "Title: x: y", "file: b", "Empty: ", "file: c")
    expectEqual(answer["Title"], "x: y")
    expectEqual(answer["Empty"], "")
    #expect(answer.items(beginningWith: "file").map { $0["file"] } == ["a", "b", "c"])
    #expect(answer["none"] == nil)
    #expect(Answer("Title: \u{301}x")["Title"] == "\u{301}x")
  }

  @Test func `words are quoted so that any name arrives`() {
    #expect(ProtocolText.line(["add", #"a "b" \c"#]) == "add \"a \\\"b\\\" \\\\c\"\n")
    expectEqual(ProtocolText.line(["status"]), "status\n")
    expectEqual(ProtocolText.line(["add", "a\nstop"]), "add \"astop\"\n")
  }

  @Test func `a refusal is shown as a sentence`() {
    func sentence(_ line: String, hasKeys: Bool = true) -> String {
      CommandRefusal(line, to: ["add", "x"], hasKeys: hasKeys).sentence
    }
    #expect(sentence("ACK [50@0] {add} no such thing") == "No such thing.")
    #expect(sentence("ACK [50@0] {add} [not-found] No such output") == "No such output.")
    #expect(sentence("ACK [50@0] {add} [x] is there", hasKeys: false) == "[x] is there.")
    expectEqual(sentence("ACK"), "ACK.")
  }

  @Test func `a connection refused at once has its reason, and another server is not a jukebox`() {
    let refused = #expect(throws: Failure.self) {
      try ScriptedJukebox(first: "ACK [4@0] {} 203.0.113.5 may not connect", answers: [])
    }
    #expect(refused?.kind == .refused && refused?.description == "203.0.113.5 may not connect.")
    let other = #expect(throws: Failure.self) { try ScriptedJukebox(first: "SSH-2.0", answers: []) }
    expectEqual(other?.kind, .protocolBroken)
  }

  @Test func `a line break is refused, and not left out on the way`() throws {
    let jukebox = try ScriptedJukebox(answers: [])
    for text in ["two\nlines", "two\r\nlines", "two\rlines"] {
      let failure = #expect(throws: Failure.self) { try jukebox.connection.ask("rm", text) }
      #expect(
        failure?.kind == .refused
          && failure?.description.hasPrefix("“two␊lines” contains") == text.contains("o\n")
      )
    }
    try expectEqual(jukebox.asked(), [])
  }

  @Test func `a server without error keys is quoted in its own words`() throws {
    for refused in [
      "ACK [2@0] {protocol} Unknown protocol feature", "ACK [5@0] {} unknown command \"protocol\"",
    ] {
      let jukebox = try ScriptedJukebox(
        greeting: refused, answers: [["ACK [50@0] {rm} [no-such-playlist] No such playlist"]])
      let failure = #expect(throws: Failure.self) { try jukebox.connection.ask("rm", "P") }
      expectEqual(failure?.description, "[no-such-playlist] No such playlist.")
      #expect(failure?.refusal?.key == nil && failure?.refusal?.words == ["rm", "P"])
    }
    let jukebox = try ScriptedJukebox(answers: [["ACK [50@0] {rm} [no-such-playlist] No such playlist"], []])
    let failure = #expect(throws: Failure.self) { try jukebox.connection.ask("rm", "P") }
    #expect(failure?.refusal?.key == .noSuchPlaylist && failure?.refusal?.reason == "No such playlist")
  }

  @Test func `a socket that others may use is no reason to start a jukebox`() {
    let denied = SystemError(.accessDenied, call: "connect", path: "/run/jukebox/socket")
    let failure = Connection.failure(denied, at: .unix("/run/jukebox/socket"))
    #expect(failure.kind == .unreachable && failure.description.contains("sudo adduser $USER jukebox"))
    #expect(failure.description.contains("log in again") && !failure.description.contains("systemctl"))
    let absent = SystemError(.noSuchFile, call: "connect", path: "/s")
    #expect(Connection.failure(absent, at: .unix("/s")).description.contains("systemctl start jukeboxd"))
  }

  @Test func `bytes go over the line in base64`() {
    for (text, encoded) in [
      ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("foobar", "Zm9vYmFy"),
    ] {
      expectEqual(Base64.text(of: Array(text.utf8)[...]), encoded)
    }
    expectEqual(Base64.text(of: [0, 0x10, 0x83, 0xFB, 0xEF, 0xFF]), "ABCD++//")
  }

  @Test func `a request to browse has the filter of its options`() {
    expectEqual(BrowseRequest(kind: "artists").words, ["browse", "artists", "window", "0:500"])
    #expect(
      BrowseRequest(kind: "albums", artist: #"A "B" \C"#, window: 20..<30).words == [
        "browse", "albums", #"(Artist eq_ci "A \"B\" \\C")"#, "window", "20:30",
      ])
    #expect(
      BrowseRequest(kind: "songs", genre: "Jazz", year: "1959", group: "{Album}").words == [
        "browse", "songs", #"((Genre eq_ci "Jazz") AND (Date contains "1959"))"#, "group", "{Album}",
        "window",
        "0:500",
      ])
    expectEqual(
      BrowseRequest(kind: "folders", folder: "Miles").words,
      [
        "browse", "folders", "Miles", "window", "0:500",
      ])
  }
}
