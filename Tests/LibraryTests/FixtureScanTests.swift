import Support
import Testing

@testable import Library

/// The real files through the real reader.
@Suite struct FixtureScanTests {
  @Test func `the fixtures are scanned with their tags, the broken ones named and passed over`() throws {
    let stick = try Stick()
    for folder in ["album", "formats", "tags", "broken"] {
      for suffix in ["mp3", "flac", "ogg", "oga", "opus"] {
        for path in try Repository.files(below: "Fixtures/\(folder)", suffix: ".\(suffix)") {
          stick.write(String(path.dropFirst("Fixtures/".count)), try Repository.bytes(of: path))
        }
      }
    }
    let bench = try Bench(read: MediaFacts.read)
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
}
