import Testing

@testable import Library

@Suite struct CountsTests {
  @Test func `each artist counts once, also beside others`() throws {
    let stick = try Stick([
      "1.mp3": FakeFiles.content(artist: "Ann;Ben", album: "One"),
      "2.mp3": FakeFiles.content(artist: "Ben;Ann", album: "One"),
      "3.mp3": FakeFiles.content(artist: "Cem", album: "Two"), "4.mp3": FakeFiles.content(title: "None"),
    ])
    let bench = try Bench()
    _ = try bench.mount(stick.path, isFixed: true)
    let counts = try bench.answer { (done: @escaping (Counts) -> Void) in
      bench.library.counts(completion: done)
    }
    #expect(counts.songs == 4 && counts.artists == 3 && counts.albums == 2)
  }

  @Test func `albums in one folder come one after the other`() throws {
    let stick = try Stick([
      "mixed/a1.mp3": FakeFiles.content(album: "Album 10", track: 1),
      "mixed/a2.mp3": FakeFiles.content(album: "Album 10", track: 2),
      "mixed/b1.mp3": FakeFiles.content(album: "album 9", track: 1),
      "mixed/b2.mp3": FakeFiles.content(album: "Album 9", track: 2),
      "mixed/c.mp3": FakeFiles.content(track: 30), "mixed/...d.mp3": FakeFiles.content(track: 31),
    ])
    let bench = try Bench()
    _ = try bench.mount(stick.path, isFixed: true)
    #expect(
      try bench.list("mixed") == [
        "mixed/c.mp3", "mixed/...d.mp3", "mixed/b1.mp3", "mixed/b2.mp3", "mixed/a1.mp3", "mixed/a2.mp3",
      ])
  }
}
