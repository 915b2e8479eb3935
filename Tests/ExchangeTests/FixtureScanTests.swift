import Media
import Model
import Support
import Testing

@testable import Exchange
@testable import Library
@testable import LibrarySupport

/// The real files through the real reader.
@Suite struct FixtureScanTests {
  @Test func `the fixtures are scanned with their tags, and the broken ones are named and skipped`() throws {
    let stick = try Stick()
    for folder in ["album", "formats", "tags", "broken"] {
      for suffix in ["mp3", "flac", "ogg", "oga", "opus"] {
        for path in try Repository.files(below: "Fixtures/\(folder)", suffix: ".\(suffix)") {
          stick.write(String(path.dropFirst("Fixtures/".count)), try Repository.bytes(of: path))
        }
      }
    }
    let bench = try ExchangeBench(readers: .media)
    _ = try bench.mount(stick.path, isFixed: true)
    let uris = try bench.list(recursive: true)
    for folder in ["formats/", "tags/", "album/"] { #expect(uris.contains(folder)) }
    for uri in uris where !uri.hasSuffix("/") {
      let details = try bench.track(uri).details
      #expect((1000...400_000).contains(details.rate) && (1...8).contains(details.channels), "\(uri)")
    }
    let formats = Set(try uris.filter { !$0.hasSuffix("/") }.map { try bench.track($0).details.format })
    #expect(formats.isSuperset(of: [.flac, .mp3, .vorbis, .opus, .oggFLAC]))
    #expect(bench.warnings.contains { $0.contains("/broken/") })
    let tagged = try uris.filter { $0.hasPrefix("tags/") && $0 != "tags/" }.map {
      try bench.track($0).details
    }
    #expect(tagged.contains { $0.title != nil && !$0.artists.isEmpty && $0.album != nil && $0.track != nil })
  }

  @Test func `every tag has its own column or number`() {
    #expect(StoredTag.numbers.allSatisfy { StoredTag.name($1) == $0 })
    expectEqual(Set(TagName.allCases).subtracting(StoredTag.numbers.keys), [.artist, .albumArtist, .genre])
  }

  @Test(arguments: ["full-v24.mp3", "full.flac", "full.opus"])
  func `every tag of a file is kept, through a restart too`(name: String) throws {
    let stick = try Stick()
    stick.write(name, try Repository.bytes(of: "Fixtures/tags/\(name)"))
    for _ in 0..<2 {
      let bench = try ExchangeBench(readers: .media)
      _ = try bench.mount(stick.path, isFixed: true)
      let details = try bench.track(name).details
      #expect(details.title == "Full Title" && details.artists == ["Full Artist"])
      #expect(details.album == "Full Album" && details.albumArtists == ["Full Band"])
      #expect(details.isCompilation == true)
      #expect(details.loudness.trackGain == -6.5 && details.loudness.albumGain == 1.25)
      expectEqual(details.loudness.trackPeak, (name.hasSuffix("opus") ? nil : 0.988))
      // One value of each, two performers, and none of those that have a column.
      let kept = Set(details.more.map(\.tag))
      expectEqual(
        kept, Set(StoredTag.numbers.keys).subtracting([.title, .album, .date, .mixRampStart, .mixRampEnd]))
      #expect(details.more.filter { $0.tag == .performer }.map(\.text) == ["Full Violinist", "Full Drummer"])
      #expect(details.more.first { $0.tag == .musicBrainzTrack }?.text == "77777777-aaaa")
      try bench.unmount(stick.path)
    }
  }
}
