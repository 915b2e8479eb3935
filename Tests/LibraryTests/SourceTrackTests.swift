import Model
import Support
import Testing

@testable import Library
@testable import LibrarySupport

/// What entries say of tracks that are not here, on whoever's stick.
@Suite("Tracks as playlist files describe them") struct ToldTrackTests {
  private func told(_ extra: String?, path: String = "http:/r/x") -> SourceTrack? {
    SourceTrack(
      of: PlaylistEntry(TrackReference(volume: .random(), path: Array(path.utf8)), extra: extra))
  }

  @Test func `a network entry has the original text of its location, and its tags`() throws {
    let track = try #require(
      told(#"{"location":"http://r//x","title":"T","artist":"A","duration":7.25,"energy":[1]}"#))
    #expect(track.location == "http://r//x" && track.title == "T" && track.artist == "A")
    expectEqual(track.duration, .milliseconds(7250))
    #expect(told(#"{"title":"T"}"#)?.location == nil)
  }

  @Test func `an absent track has the path that its playlist file wrote`() {
    for (location, path) in [
      ("/nowhere/Gone Song.mp3", "nowhere/Gone Song.mp3"), ("Gone%20Song.mp3", "Gone%20Song.mp3"),
      ("file:///nowhere/Gone%20Song.mp3", "nowhere/Gone Song.mp3"), ("a/./b.mp3", "a/b.mp3"),
      ("C:/Music/x.mp3", "Music/x.mp3"),
    ] {
      #expect(told("{\"location\":\"\(location)\"}", path: path)?.file == location, "\(location)")
    }
    // In XSPF it was a URI without a scheme.
    #expect(
      told(#"{"location":"/no/Gone%20Song.mp3"}"#, path: "no/Gone Song.mp3")?.file == "/no/Gone Song.mp3")
    for location in ["/other/x", "http://r/x", #"/r/x\u000afile: y"#, ""] {
      #expect(told("{\"location\":\"\(location)\",\"title\":\"T\"}", path: "r/x")?.file == nil)
    }
    #expect(told(#"{"location":"/r/x\u000afile: y","title":"T"}"#, path: "r/x\nfile: y")?.file == nil)
  }

  @Test func `a location that differs from the entry's path is ignored`() {
    // Another place than the entry's, a file, or what would forge a line.
    for (location, path) in [
      ("http://evil/x", "http:/r/x"), ("http://r/x", "music/x"), ("r/x", "r/x"), ("/r/x", "r/x"),
      (#"http://r/x\u000afile: y"#, "http:/r/x\nfile: y"), ("", "x"),
    ] {
      #expect(
        told("{\"location\":\"\(location)\",\"title\":\"T\"}", path: path)?.location == nil, "\(location)")
    }
    for extra in [
      nil, "", "{", "[]", "null", "{}", #"{"title":""}"#, #"{"title":5}"#, #"{"duration":-1}"#,
      #"{"duration":1e300}"#,
      #"{"title":"T"} x"#,
    ] {
      #expect(told(extra) == nil, "\(extra ?? "none")")
    }
  }
}
