import Model
import Testing

@testable import Control

/// Radio stations that people keep, tags of streams, and the speech of home automation.
@Suite struct StationCommandTests {
  private let fake = FakeBackend()

  private func entry(_ url: String, _ tags: SourceMetadata...) throws -> PlaylistEntry {
    PlaylistEntry(try #require(TrackReference(url: url)), told: tags)
  }

  private func keep(_ entries: [PlaylistEntry], in list: String) {
    fake.playlists.lists[list] = entries.map(\.track)
    fake.playlists.described[list] = Dictionary(uniqueKeysWithValues: entries.enumerated().map { ($0, $1) })
  }

  /// Two of the playlist, with a song between them, and three of files at the roots of two sticks.
  private func conversation() throws -> Conversation {
    keep(
      [
        try entry("http://r/1", SourceMetadata(.name, "One")), PlaylistEntry(FakeBackend.track("a/01.flac")),
        try entry("http://r/2"),
      ], in: "Stations")
    keep(
      [
        try entry("http://r/3", SourceMetadata(.name, "A - T")),
        try entry("http://r/1", SourceMetadata(.name, "One")),
      ], in: "STICK/stations.M3U")
    keep([try entry("http://r/4", SourceMetadata(.name, "Four"))], in: "Stations.pls")
    for list in ["STICK/Radio.m3u", "STICK/a/Stations.m3u", "STICK/Stations.old.m3u"] {
      keep([try entry("http://r/no")], in: list)
    }
    let files = [
      "STICK/Radio.m3u", "STICK/a/Stations.m3u", "STICK/stations.M3U", "STICK/Stations.old.m3u",
      // Of a stick that has gone meanwhile.
      "STICK/Stations.xspf",
    ]
    fake.playlists.files =
      files.map { PlaylistFileReport(uri: $0, volume: "STICK") }
      + [PlaylistFileReport(uri: "Stations.pls", volume: "music")]
    return Conversation(fake)
  }

  @Test func `stations of the playlist come first, then those of files at the roots of sticks`() throws {
    #expect(
      try conversation().ask("stations") == [
        "station: One", "file: http://r/1", "station: http://r/2", "file: http://r/2",
        "station: A - T", "file: http://r/3", "station: One", "file: http://r/1",
        "station: Four", "file: http://r/4", "OK",
      ])
    #expect(Conversation().ask("stations") == ["OK"])
  }

  @Test func `a station is added, and makes the playlist`() throws {
    let conversation = Conversation(fake)
    #expect(conversation.ask("stationadd \"My radio\" https://r/live#charset=utf-8") == ["OK"])
    #expect(conversation.ask("stationadd Other http://r/2") == ["OK"])
    #expect(
      fake.playlists.lists["Stations"]?.map(FakeBackend.uri) == [
        "https://r/live#charset=utf-8", "http://r/2",
      ])
    #expect(
      fake.playlists.changes.allSatisfy { $0.hasPrefix("Stations: write(") }
        && fake.playlists.changes[1].contains("My radio"))
  }

  @Test(arguments: [
    ("stationadd \"\" http://r/1", "[2@0]"), ("stationadd One ftp://r/1", "[2@0]"),
    ("stationadd One http://", "[2@0]"),
    ("stationadd \"a\tb\" http://r/1", "[2@0]"), ("stationadd One a/01.flac", "[2@0]"),
    ("stationadd \(String(repeating: "x", count: 201)) http://r/1", "[2@0]"),
    ("stationremove none", "[50@0]"),
  ])
  func `what is no station is refused`(line: String, code: String) {
    #expect(Conversation(fake).ask(line).first?.hasPrefix("ACK \(code)") == true)
    #expect(fake.playlists.changes.isEmpty)
  }

  @Test func `a station is removed by its name or its URL, one of a file is not`() throws {
    let conversation = try conversation()
    #expect(conversation.ask("stationremove http://r/2") == ["OK"])
    #expect(conversation.ask("stationremove One") == ["OK"])
    #expect(fake.playlists.changes == ["Stations: delete 2..<3", "Stations: delete 0..<1"])
    #expect(
      conversation.ask("stationremove \"A - T\"") == [
        "ACK [50@0] {stationremove} STICK/stations.M3U is a playlist file and read-only"
      ])
  }

  @Test func `a playlist that can't be read is an error, a file that can't be read is not`() throws {
    let conversation = try conversation()
    fake.playlists.refusal = .system("no room")
    #expect(conversation.ask("stationadd Five http://r/5") == ["ACK [52@0] {stationadd} no room"])
    #expect(conversation.ask("stationremove One") == ["ACK [52@0] {stationremove} no room"])
    fake.playlists.lists["Stations"] = nil
    #expect(conversation.ask("stations").first == "station: A - T")
  }

  // MARK: Tags of streams

  @Test func `tags are added to a stream, replaced and cleared`() throws {
    let stream = try #require(TrackReference(url: "http://r/1"))
    func tagged(_ line: String, _ told: [SourceMetadata]) -> ([String], [SourceMetadata]?) {
      fake.snapshot.entries = [QueueEntry(id: EntryID(rawValue: 7), track: stream, told: told)]
      fake.edits = []
      let answer = Conversation(fake).ask(line)
      guard case .setTags(EntryID(rawValue: 7), let tags)? = fake.edits.first else { return (answer, nil) }
      return (answer, tags)
    }
    let (artist, title) = (SourceMetadata(.artist, "A"), SourceMetadata(.title, "T"))
    #expect(tagged("addtagid 7 artist A", [title]) == (["OK"], [title, artist]))
    #expect(
      tagged("addtagid 7 Artist B", [artist, title]) == (["OK"], [title, SourceMetadata(.artist, "B")]))
    #expect(tagged("addtagid 7 Composer C", [artist]) == (["OK"], [artist]))
    #expect(tagged("addtagid 7 Artist \"\"", [artist, title]) == (["OK"], [title]))
    #expect(tagged("cleartagid 7 Artist", [artist, title]) == (["OK"], [title]))
    #expect(tagged("cleartagid 7", [artist, title]) == (["OK"], []))
    let long = String(repeating: "x", count: 900)
    #expect(tagged("addtagid 7 Title \(long)", [title]) == (["OK"], [SourceMetadata(.title, long)]))
    #expect(
      tagged("addtagid 7 Title \(long)", [artist]) == (["ACK [2@0] {addtagid} The tags are too long"], nil))
  }

  // MARK: Speech

  private let speech = "http://ha.local:8123/api/tts_proxy/abc.mp3"

  private func listening() -> Conversation {
    fake.machine.speechURLs = ["/api/tts_proxy/", "/speech/"]
    fake.pads.announceable = [speech]
    fake.fillQueue()
    return Conversation(fake)
  }

  @Test func `clear, add and play of speech bring the queue back and announce`() {
    let conversation = listening()
    let queue = fake.snapshot.entries
    #expect(conversation.ask("clear") == ["OK"] && fake.snapshot.entries.isEmpty)
    #expect(conversation.ask("add \(speech)") == ["OK"])
    #expect(fake.snapshot.entries == queue && fake.pads.log == ["announce \(speech) - -"])
    #expect(conversation.ask("status").last == "OK" && conversation.ask("play") == ["OK"])
    #expect(fake.performed.isEmpty, "play changes nothing")
    #expect(conversation.ask("play 0") == ["OK"])
    #expect(fake.performed == [.playID(queue[0].id)], "the second one plays")
  }

  @Test func `speech that can't be had names the reason, and the queue is back`() {
    let conversation = listening()
    let queue = fake.snapshot.entries
    #expect(conversation.ask("clear") == ["OK"])
    let answer = conversation.ask("add http://ha/api/tts_proxy/none.mp3")
    #expect(answer == ["ACK [50@0] {add} No such song: http://ha/api/tts_proxy/none.mp3"])
    #expect(fake.snapshot.entries == queue)
    #expect(conversation.ask("play 1") == ["OK"] && fake.performed == [.playID(queue[1].id)])
  }

  @Test(arguments: [
    // Another URL, nothing cleared, something between, and another client's clear.
    ["clear", "add http://ha/stream.mp3"], ["add http://ha/api/tts_proxy/abc.mp3"],
    ["clear", "setvol 5", "add http://ha/api/tts_proxy/abc.mp3"],
  ])
  func `any other URL is added`(lines: [String]) {
    let conversation = listening()
    for line in lines { _ = conversation.ask(line) }
    #expect(fake.pads.log.isEmpty)
  }

  @Test func `another client's clear makes no announcement`() {
    let conversation = listening()
    _ = Conversation(beside: conversation).ask("clear")
    _ = conversation.ask("add \(speech)")
    #expect(fake.pads.log.isEmpty)
  }
}
