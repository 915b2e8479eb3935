import Linux
import Media
import Model
import Support
import Testing

@testable import Control
@testable import Library
@testable import jukeboxd

/// What is found by words stands on a shelf as the songs that are made of it do.
@Suite struct ShelvedLookupTests {
  private static let names = NameOrder(articles: ["the"])
  private let folder: TemporaryFolder
  private let store: VolumeStore

  init() throws {
    folder = try TemporaryFolder()
    store = try VolumeOpener(
      root: try Root(path: folder.path), label: "Stick", isReadOnly: false, state: nil,
      knownIdentity: { _ in nil }, closing: Cancellation()
    ).open()
  }

  private static let texts = [nil, "", "The Zoo", "Zoo", "zoo", "Ärger 2", "Arger 10", "Ärger 10"]
  private static let numbers = [nil, -1, 0, 1, 2, 12, 65_535, 65_536]
  private static let dates = [nil, "", "2003", "2003-05-01", "12.05.1999", "199", "１９９９", "1999\u{301}", "x"]

  /// Tracks with all kinds of tags, and some without, all of which have the word `found`.
  private func details(_ chance: inout SystemRandomNumberGenerator) -> TrackDetails {
    var details = TrackDetails(format: .flac, rate: 44_100, channels: 2)
    func some<Value>(_ values: [Value]) -> Value { values[Int(chance.next(upperBound: UInt(values.count)))] }
    func list() -> [String] { [some(Self.texts), some(Self.texts)].compactMap(\.self).filter { $0 != "" } }
    details.title = some(Self.texts)
    details.artists = list()
    details.album = some(Self.texts)
    details.albumArtists = list()
    details.genres = ["Found Gen"]
    details.date = some(Self.dates)
    details.disc = some(Self.numbers)
    details.track = some(Self.numbers)
    let tags: [TagName] = [
      .title, .album, .date, .originalDate, .titleSort, .artistSort, .albumSort, .albumArtistSort, .label,
    ]
    for tag in tags where chance.next(upperBound: UInt(4)) == 0 {
      let isDate = tag == .date || tag == .originalDate
      details.more.append(.init(tag, some(isDate ? Self.dates : Self.texts) ?? "9 lives"))
    }
    return details
  }

  @Test(arguments: ["found", "found gen", "song"])
  func `songs that are found stand on the shelf where they stand when they are read`(text: String) throws {
    defer { store.close() }
    var chance = SystemRandomNumberGenerator()
    // More than a word that is common has, in folders and in the root.
    for start in 0..<5 {
      var batch = ScanBatch()
      for number in 0..<90 {
        batch.files.append(
          ScanBatch.File(
            folder: Array(start == 0 ? "".utf8 : "genre/f\(start)".utf8),
            name: Array("song \(number).flac".utf8), sizeBytes: 1, modifiedNanoseconds: 1,
            content: .details(details(&chance)), isNew: true))
      }
      try store.batches.apply(batch, wallClock: nil)
    }
    while try store.textIndex.takeNext(limit: 1000).isLeft {}
    for limit in [20, 1000] {
      let words = LookupWords(text)
      let found = try store.search.lookup(words, limit: limit)
      expectEqual(found.count, min(limit, 450))
      let order = ShelfOrder { Self.names.key(for: $0) }
      let shelved = try store.search.shelve(words, limit: limit, by: Self.names, paths: true)
      expectEqual(shelved.count, found.count)
      let keys = Dictionary(
        uniqueKeysWithValues: shelved.map { ($0.row, (key: $0.key, path: $0.path, tier: $0.tier)) })
      for hit in found {
        let song = Song(hit.track, uri: EscapedName.text(for: hit.track.reference.path))
        let other = try #require(keys[hit.track.row])
        #expect(other.key == order.key(of: song), "\(song)")
        expectEqual(other.path, hit.track.reference.path)
        if limit == 20 { expectEqual(other.tier, hit.tier) }
      }
      // Without order where all are wanted, else the best first.
      if limit == 20 { expectEqual(shelved.map(\.row), found.map(\.track.row)) }
      let without = try store.search.shelve(words, limit: limit, by: Self.names, paths: false)
      #expect(without.map(\.row) == shelved.map(\.row) && without.allSatisfy(\.path.isEmpty))
    }
  }
}
