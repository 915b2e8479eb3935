import Linux
import Player
import Support
import Testing

@testable import Library

@Suite struct MusicLibraryTests {
  private func stick(_ files: [String: [UInt8]]) throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    for (path, content) in files {
      var made = folder.path
      for part in path.split(separator: "/").dropLast() {
        made += "/\(part)"
        if !Files.exists(made) { _ = Files.makeFolder(made) }
      }
      Files.write("\(folder.path)/\(path)", content)
    }
    return folder
  }

  @Test func `a stick is scanned and listed in natural order in pages of any size`() throws {
    let stick = try stick([
      "Album 2/02.flac": FakeFiles.content(title: "b", track: 2),
      "Album 2/01.flac": FakeFiles.content(title: "a", track: 1),
      "Album 10/x.mp3": FakeFiles.content(), "Album 10/CD1/1.opus": FakeFiles.content(),
      "loose.ogg": FakeFiles.content(), "._loose.ogg": FakeFiles.content(), "notes.txt": [],
      "System Volume Information/a.mp3": FakeFiles.content(), "broken.mp3": Array("broken".utf8),
    ])
    let bench = try Bench()
    let info = try bench.mount(stick.path, isFixed: true)
    for limit in 1...8 {
      #expect(try bench.list(limit: limit) == ["Album 2/", "Album 10/", "loose.ogg"])
      #expect(
        try bench.list(recursive: true, limit: limit) == [
          "loose.ogg", "Album 2/", "Album 2/01.flac", "Album 2/02.flac", "Album 10/", "Album 10/x.mp3",
          "Album 10/CD1/",
          "Album 10/CD1/1.opus",
        ])
    }
    #expect(try bench.list("Album 10") == ["Album 10/CD1/", "Album 10/x.mp3"])
    #expect(try bench.list("Album 2/01.flac") == ["Album 2/01.flac"])
    let track = try bench.track("Album 2/01.flac")
    #expect(track.details.title == "a" && track.details.track == 1)
    #expect(track.reference.volume == info.id)
    #expect(bench.warnings.contains { $0.contains("broken.mp3") })
  }
}
