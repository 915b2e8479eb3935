import Model
import Support
import Testing

@testable import Control

/// Radio stations that people keep, tags of streams, and the speech of home automation.
@Suite struct StationCommandTests {
  private let fake = FakeBackend()

  /// Two of the playlist, with a song between them, and two of files.
  private func conversation() -> Conversation {
    fake.playlists.kept = [
      Station(list: "Stations", position: 0, name: "One", url: "http://r/1"),
      Station(list: "Stations", position: 2, name: "http://r/2", url: "http://r/2"),
      Station(list: "STICK/stations.M3U", position: 0, name: "A - T", url: "http://r/3"),
      Station(list: "STICK/stations.M3U", position: 1, name: "One", url: "http://r/1"),
    ]
    return Conversation(fake)
  }

  @Test func `stations are listed in the order of their lists`() {
    expectEqual(
      conversation().ask("stations"),
      [
        "station: One", "file: http://r/1", "station: http://r/2", "file: http://r/2",
        "station: A - T", "file: http://r/3", "station: One", "file: http://r/1", "OK",
      ])
    expectEqual(Conversation().ask("stations"), ["OK"])
  }

  @Test func `a station is added, and makes the playlist`() throws {
    let conversation = Conversation(fake)
    expectEqual(conversation.ask("stationadd \"My radio\" https://r/live#charset=utf-8"), ["added: 1", "OK"])
    expectEqual(conversation.ask("stationadd Other http://r/2"), ["added: 1", "OK"])
    expectEqual(
      fake.playlists.lists["Stations"]?.map(FakeBackend.uri),
      [
        "https://r/live#charset=utf-8", "http://r/2",
      ])
    #expect(
      fake.playlists.changes.allSatisfy { $0.hasPrefix("Stations: insert(") }
        && fake.playlists.changes[0].contains("My radio"))
  }

  @Test func `a station with the same name and URL is not added again`() {
    let conversation = conversation()
    expectEqual(conversation.ask("stationadd One http://r/1"), ["added: 0", "OK"])
    expectEqual(conversation.ask("stationadd \"A - T\" http://r/3"), ["added: 0", "OK"])
    #expect(fake.playlists.changes.isEmpty)
    expectEqual(conversation.ask("stationadd One http://r/5"), ["added: 1", "OK"])
    expectEqual(conversation.ask("stationadd Two http://r/1"), ["added: 1", "OK"])
  }

  @Test(arguments: [
    ("stationadd \"\" http://r/1", "[2@0]"), ("stationadd One ftp://r/1", "[2@0]"),
    ("stationadd One http://", "[2@0]"),
    ("stationadd \"a\tb\" http://r/1", "[2@0]"), ("stationadd One a/01.flac", "[2@0]"),
    ("stationadd \(String(repeating: "x", count: 201)) http://r/1", "[2@0]"),
    ("stationremove none", "[50@0]"),
  ])
  func `stations that are not valid or unknown are refused`(line: String, code: String) {
    #expect(Conversation(fake).ask(line).first?.hasPrefix("ACK \(code)") == true)
    #expect(fake.playlists.changes.isEmpty)
  }

  @Test func `a station is removed by its name or its URL, one of a file is not`() throws {
    let conversation = conversation()
    fake.playlists.lists["Stations"] = try ["http://r/1", "http://r/song", "http://r/2"].map {
      try #require(TrackReference(url: $0))
    }
    expectEqual(conversation.ask("stationremove http://r/2"), ["OK"])
    expectEqual(conversation.ask("stationremove One"), ["OK"])
    expectEqual(fake.playlists.changes, ["Stations: delete 2..<3", "Stations: delete 0..<1"])
    #expect(
      conversation.ask("stationremove \"A - T\"") == [
        "ACK [50@0] {stationremove} STICK/stations.M3U is a playlist file and read-only"
      ])
    expectEqual(conversation.ask("protocol enable error_keys"), ["OK"])
    #expect(
      conversation.ask("stationremove 7") == [
        "ACK [50@0] {stationremove} [no-such-station \"7\"] No such station"
      ])
  }

  @Test func `stations that can't be read are an error`() {
    let conversation = conversation()
    fake.playlists.refusal = .system("no room")
    for line in ["stationadd Five http://r/5", "stationremove One", "stations"] {
      #expect(conversation.ask(line).first?.hasSuffix("no room") == true)
    }
  }

  // MARK: Names

  @Test func `a station is called as people call it, and its server's name stands beside that`() throws {
    let track = try #require(TrackReference(url: "http://r/1"))
    var song = Song(
      uri: "http://r/1", tags: [Song.TagValue(.title, "Song"), Song.TagValue(.name, "Server FM")])
    song.serverName = "Server FM"
    fake.machine.tags.insert(.name)
    func shown(_ told: SourceMetadata...) -> [String] {
      fake.songs["http://r/1"] = song
      fake.snapshot.entries = [QueueEntry(id: EntryID(rawValue: 7), track: track, told: told)]
      return Conversation(fake).ask("playlistinfo").filter { !$0.hasPrefix("file") && !$0.hasPrefix("Pos") }
    }
    expectEqual(shown(), ["Title: Song", "Name: Server FM", "Id: 7", "OK"])
    expectEqual(
      shown(SourceMetadata(.name, "My radio"), SourceMetadata(.title, "Older")),
      [
        "Title: Song", "Name: My radio", "serverName: Server FM", "Id: 7", "OK",
      ])
    expectEqual(shown(SourceMetadata(.name, "Server FM")), ["Title: Song", "Name: Server FM", "Id: 7", "OK"])
  }

  // MARK: What a stream has not

  @Test(arguments: [
    ("rate \"\" 5", "rating"), ("favourite \"\"", "mark as favourite"), ("colour \"\" FF0000", "colour"),
    ("note \"\" good", "notes"), ("personal \"\"", "statistics"),
    ("listening http://r/1", "statistics"), ("analysis \"\"", "analysis"),
    ("waveform \"\" 10", "analysis"), ("beats \"\"", "analysis"), ("chords \"\"", "analysis"),
    ("analysis set \"\" bpm 100", "analysis"), ("analyze http://r/1", "analysis"), ("mixable", "analysis"),
    ("cues \"\"", "cues"), ("cueadd \"\" 10", "cues"), ("cuestep next", "cues"),
    ("chapters http://r/1", "chapters"), ("artwork http://r/1", "picture"), ("rate http://r/1 5", "rating"),
  ])
  func `a refusal names the feature that a stream lacks`(line: String, noun: String) throws {
    fake.snapshot.entries = [
      QueueEntry(id: EntryID(rawValue: 7), track: try #require(TrackReference(url: "http://r/1")))
    ]
    fake.status.state = .play
    fake.status.current = .init(position: 0, id: EntryID(rawValue: 7))
    let conversation = Conversation(fake)
    expectEqual(conversation.ask("protocol enable error_keys"), ["OK"])
    let name = try #require(line.split(separator: " ").first)
    #expect(
      conversation.ask(line) == [
        "ACK [50@0] {\(name)} [not-of-streams \"http://r/1\"] A stream has no \(noun)"
      ])
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
    expectEqual(conversation.ask("add \(speech)"), ["OK"])
    #expect(fake.snapshot.entries == queue && fake.pads.log == ["announce \(speech) - -"])
    #expect(conversation.ask("status").last == "OK" && conversation.ask("play") == ["OK"])
    #expect(fake.performed.isEmpty, "play changes nothing")
    expectEqual(conversation.ask("play 0"), ["OK"])
    #expect(fake.performed == [.playID(queue[0].id)], "the second one plays")
  }

  @Test func `unavailable speech has its reason, and the queue is restored`() {
    let conversation = listening()
    let queue = fake.snapshot.entries
    expectEqual(conversation.ask("clear"), ["OK"])
    let answer = conversation.ask("add http://ha/api/tts_proxy/none.mp3")
    #expect(answer == ["ACK [50@0] {add} No such song: http://ha/api/tts_proxy/none.mp3"])
    expectEqual(fake.snapshot.entries, queue)
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
