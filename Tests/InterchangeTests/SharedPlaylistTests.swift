import JSON
import Support
import Testing

@testable import Interchange

/// The file that a desktop program keeps its playlists in.
struct SharedPlaylistTests {
  private func playlists(_ text: String) throws -> [SharedPlaylist] {
    let file = try SharedPlaylists(reading: Array(text.utf8))
    return try file.items.map { try file.playlist($0) }
  }

  static let text = """
    {"format": "mixboard-playlists", "version": 1, "device": {"name": "Desk", "beta": [1, 2]},
     "playlists": [
       {"id": "A-1", "name": "Warm ü", "notes": "slow", "colour": "#FF8000", "targetTempo": 122.5,
        "createdAt": "2026-01-31T12:00:00Z", "modifiedAt": "2026-02-01T14:30:15.5+02:00", "locked": false, "view": {"a": [ ]},
        "entries": [
          {"fileName": "b.mp3", "position": 1, "gain": -1.5, "energy": 7},
          {"fileName": "a.mp3", "path": "x/a.mp3", "position": 0, "crossfade": 4, "startOffset": 1.25, "endOffset": 60,
           "duration": 200, "notes": "n"},
          {"fileName": "c.mp3"}
        ]},
       {"name": "Empty", "entries": []},
       {"name": "", "entries": []},
       {"name": "Empty", "entries": [{"fileName": "again"}]}
     ]}
    """

  @Test func `everything that is known is read, the rest is kept`() throws {
    let found = try playlists(Self.text)
    expectEqual(found.map(\.name), ["Warm ü", "Empty", "Empty"])
    let file = try SharedPlaylists(reading: Array(Self.text.utf8))
    expectEqual(file.items.map(\.key), ["A-1", "Empty", "Empty\n2"])
    #expect(file.elements.count == 4, "the one without a name stays in its place")
    let warm = found[0]
    #expect(warm.id == "A-1" && warm.notes == "slow" && warm.colour == 0xFF8000 && warm.targetTempo == 122.5)
    #expect(warm.createdAt == 1_769_860_800 && warm.modifiedAt == 1_769_949_015)
    #expect(warm.extra == #"{"locked":false,"view":{"a":[]}}"#)
    #expect(
      warm.entries.map(\.fileName) == ["a.mp3", "c.mp3", "b.mp3"],
      "what has no place stays behind what it follows")
    #expect(warm.entries[0].path == "x/a.mp3" && warm.entries[0].duration == 200)
    #expect(warm.entries[0].crossfade == 4 && warm.entries[0].startOffset == 1.25)
    #expect(warm.entries[0].endOffset == 60 && warm.entries[0].notes == "n")
    #expect(warm.entries[2].gain == -1.5 && warm.entries[2].extra == #"{"energy":7}"#)
    #expect(found[1].entries.isEmpty)
  }

  @Test func `a written playlist is unchanged for any layout of its other keys`() throws {
    var playlist = SharedPlaylist()
    playlist.name = "Party"
    playlist.extra = "{\n  \"name\": \"x\",\n  \"locked\": [ 1 ]\n}"
    playlist.entries = [
      "{\n  \"location\": \"a b.mp3\",\n  \"duration\": 4\n}", "{\"duration\": 4}", "no JSON",
    ].map {
      var entry = SharedEntry()
      entry.fileName = "a.mp3"
      entry.extra = $0
      return entry
    }
    var writer = JSONWriter()
    SharedPlaylists().begin(&writer)
    playlist.write(to: &writer)
    SharedPlaylists.end(&writer)
    let again = try playlists(String(decoding: writer.bytes, as: UTF8.self))[0]
    #expect(again.extra == #"{"locked":[1]}"# && again.entries[0].extra == #"{"location":"a b.mp3"}"#)
    expectEqual(again.content, playlist.content)
  }

  @Test func `a written playlist has the same content`() throws {
    let file = try SharedPlaylists(reading: Array(Self.text.utf8))
    var writer = JSONWriter()
    file.begin(&writer)
    file.copy(file.items[1], to: &writer)
    let warm = try file.playlist(file.items[0])
    warm.write(to: &writer)
    SharedPlaylists.end(&writer)
    let text = String(decoding: writer.bytes, as: UTF8.self)
    #expect(text.contains(#""device": {"name":"Desk","beta":[1,2]}"#))
    let again = try playlists(text)
    expectEqual(again.map(\.name), ["Empty", "Warm ü"])
    var expected = warm
    for index in expected.entries.indices { expected.entries[index].position = Int64(index) }
    expectEqual(again[1], expected)
    expectEqual(again[1].content, warm.content)
  }

  @Test func `only relevant fields count as a change`() throws {
    let warm = try #require(try playlists(Self.text).first)
    func differs(_ change: (inout SharedPlaylist) -> Void) -> Bool {
      var other = warm
      change(&other)
      return other.content != warm.content
    }
    #expect(!differs { $0.modifiedAt = 1 })
    #expect(!differs { $0.id = "x" })
    #expect(!differs { $0.entries[0].path = nil })
    #expect(!differs { $0.entries[0].duration = 7 })
    #expect(!differs { $0.extra = nil })
    #expect(differs { $0.name = "x" })
    #expect(differs { $0.notes = nil })
    #expect(differs { $0.colour = 0 })
    #expect(differs { $0.targetTempo = nil })
    #expect(differs { $0.entries.swapAt(0, 1) })
    #expect(differs { $0.entries[0].gain = 1 })
    #expect(differs { $0.entries[0].crossfade = nil })
  }

  @Test(arguments: [
    "", "[]", "{", #"{"playlists": [{"name": 1"#, #"{"playlists": [[]]}"#, #"{"playlists": []} x"#,
    #"{"playlists": [{"name": "a", "entries": [1]}]}"#,
  ])
  func `a file that is no list of playlists is refused`(text: String) {
    #expect(throws: JSONFault.self) { try SharedPlaylists(reading: Array(text.utf8)) }
  }

  @Test(
    arguments: [
      (0, "1970-01-01T00:00:00Z"), (951_782_399, "2000-02-28T23:59:59Z"),
      (951_825_600, "2000-02-29T12:00:00Z"),
      (1_795_227_888, "2026-11-21T02:24:48Z"), (-1, "1969-12-31T23:59:59Z"),
      (253_402_300_799, "9999-12-31T23:59:59Z"),
    ] as [(Int64, String)])
  func `dates are written and read`(seconds: Int64, text: String) {
    expectEqual(ISODate.text(seconds), text)
    expectEqual(ISODate.seconds(text), seconds)
  }

  @Test(arguments: [
    "", "2026-11-21", "2026-13-01T00:00:00Z", "2026-11-21T24:00:00Z", "2026-11-21T00:00:00", "x",
  ])
  func `a text that is no date is nil`(text: String) { #expect(ISODate.seconds(text) == nil) }
}
