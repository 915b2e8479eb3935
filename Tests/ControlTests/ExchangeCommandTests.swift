import Model
import Support
import Testing

@testable import Control

@Suite("Imports by commands") struct ExchangeCommandTests {
  private let fake = FakeBackend()
  private let talk: Conversation

  init() { talk = Conversation(fake) }

  @Test func `a file on a volume is taken over`() {
    #expect(
      talk.ask(#"import "a/b c.m3u" name Mine"#) == [
        "playlist: P", "entries: 3", "matched: 2", "incomplete: 0", "unmatched: x.mp3", "OK",
      ])
    expectEqual(fake.playlists.requests, [ImportRequest(.file(uri: "a/b c.m3u"), name: "Mine")])
  }

  @Test func `an import lists the kinds of entries that it left out`() {
    var outcome = ImportReport(name: "P", entries: 1, unmatched: [], unmatchedCount: 0)
    (outcome.leftOut.surplus, outcome.leftOut.nameless) = (3616, 2)
    fake.playlists.outcome = .success(outcome)
    expectEqual(
      talk.ask("import a.m3u"),
      [
        "playlist: P", "entries: 1", "matched: 1", "incomplete: 1", "surplus: 3616", "nameless: 2", "OK",
      ])
    outcome.leftOut = LeftOut()
    (outcome.leftOut.isDamaged, outcome.leftOut.isTooLong) = (true, true)
    fake.playlists.outcome = .success(outcome)
    expectEqual(talk.ask("import a.m3u")[3..<6], ["incomplete: 1", "damaged: 1", "toolong: 1"])
  }

  @Test func `a refusal about an absent volume has the reason`() {
    fake.absentNames = ["AWAY", "GONE"]
    fake.neighbors = [("GONE", "/media/gone")]
    fake.playlists.outcome = .failure(.noSuchPlaylist)
    fake.playlists.exchanged = .failure(.noSuchVolume)
    for (line, sentence) in [
      ("import AWAY/a.m3u", "No such playlist: AWAY/a.m3u (AWAY is not plugged in)"),
      ("sync AWAY", "No such volume: AWAY (AWAY is not plugged in)"),
      ("backup GONE", "No such volume: GONE (GONE is unmounted)"),
      ("restore X", "No such volume: X"),
      ("rate AWAY/a.mp3 3", "No such song: AWAY/a.mp3 (AWAY is not plugged in)"),
      ("personal AWAY/a.mp3", "No such song: AWAY/a.mp3 (AWAY is not plugged in)"),
      ("cues AWAY/a.mp3", "No such song: AWAY/a.mp3 (AWAY is not plugged in)"),
      ("listening AWAY/a.mp3", "No such song: AWAY/a.mp3 (AWAY is not plugged in)"),
      ("resume AWAY/b", "No such directory: AWAY/b (AWAY is not plugged in)"),
      ("playlistput P uri AWAY/b", "No such directory: AWAY/b (AWAY is not plugged in)"),
    ] {
      #expect(talk.ask(line).first?.hasSuffix("} \(sentence)") == true, "\(line): \(talk.ask(line))")
    }
  }

  @Test func `a long import reports its progress`() {
    fake.playlists.steps = [300, 1200, 1300, 2500]
    expectEqual(
      talk.ask("import a.m3u").prefix(4), ["progress: 1200", "of: 5000", "progress: 2500", "of: 5000"])
  }

  @Test func `a file is sent in parts`() {
    expectEqual(talk.ask("importpart I0VYVE0zVQph"), ["OK"])
    expectEqual(talk.ask("importpart Lm1wMw=="), ["OK"])
    expectEqual(talk.ask("importsent format m3u path /x/a.m3u").last, "OK")
    expectEqual(
      fake.playlists.requests,
      [
        ImportRequest(.bytes(Array("#EXTM3U\na.mp3".utf8), format: "m3u", path: "/x/a.m3u"))
      ])
    // It is taken once.
    #expect(talk.ask("importsent") == ["ACK [2@0] {importsent} No data was sent: use importpart first"])
    _ = talk.ask("importpart YQ==")
    #expect(talk.ask(#"importpart """#) == ["OK"])
    #expect(talk.ask("importsent").first?.hasPrefix("ACK") == true)
  }

  @Test func `uploads of all clients share a limit, and end with their client`() {
    var limits = Limits()
    limits.uploadBytes = 5
    let talk = Conversation(fake, limits: limits)
    let other = Conversation(beside: talk)
    expectEqual(talk.ask("importpart YWFh"), ["OK"])
    #expect(other.ask("importpart YWFh") == ["ACK [2@0] {importpart} The file is too large"])
    expectEqual(other.ask("importpart YWE="), ["OK"])
    talk.client.disconnected()
    expectEqual(other.ask("importpart YWFh"), ["OK"])
    expectEqual(other.hub.held.files, 5)
  }

  @Test(arguments: [
    "importpart a", "importpart YQ=a", "importpart =aaa", "importpart Y===", "importpart YQ==",
  ])
  func `a part of an import must be Base64`(line: String) {
    let isGood = line.hasSuffix("YQ==")
    expectEqual((talk.ask(line) == ["OK"]), isGood)
  }

  @Test(arguments: [
    ("import a.m3u nome x", "Unknown option: nome"), ("import a.m3u name", "name needs a value"),
    ("import a.m3u step 4", "Unknown option: step"),
  ])
  func `arguments of an import that are not valid are refused`(line: String, sentence: String) {
    #expect(talk.ask(line) == ["ACK [2@0] {import} \(sentence)"])
    #expect(fake.playlists.requests.isEmpty)
  }

  @Test func `refusals of imports are sent unchanged`() {
    fake.playlists.outcome = .failure(.noSuchPlaylist)
    #expect(talk.ask("import a.m3u") == ["ACK [50@0] {import} No such playlist: a.m3u"])
    #expect(
      talk.ask("importsent format odd").first?.hasPrefix("ACK [2@0] {importsent} Unrecognized format") == true
    )
  }

  @Test func `volumes are made the same, backed up and restored by their names`() {
    fake.playlists.exchanged = .success([
      ExchangeReport(
        volume: "A", pairs: [.init("written", "x"), .init("conflict", "y"), .init("other", "y 2")]),
      ExchangeReport(volume: "B", pairs: [], refusal: .noSuchVolume),
    ])
    expectEqual(
      talk.ask("sync"),
      [
        "volume: A", "written: x", "conflict: y", "other: y 2", "volume: B",
        "error: No such volume", "error_key: no-such-volume", "OK",
      ])
    expectEqual(talk.ask("backup A").last, "OK")
    expectEqual(talk.ask("restore B").last, "OK")
    #expect(talk.ask("restore").first?.hasPrefix("ACK [2@0] {restore}") == true)
    expectEqual(fake.playlists.asked, ["sync all", "backup A", "restore B"])
    fake.playlists.exchanged = .failure(.noSuchVolume)
    #expect(talk.ask("sync X") == ["ACK [50@0] {sync} No such volume: X"])
  }
}
