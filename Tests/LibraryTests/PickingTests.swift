import Model
import Support
import Testing

@testable import Library
@testable import LibrarySupport

/// Some fields of many tracks are those that whole tracks have, in the same order.
@Suite struct PickingTests {
  private func file(_ number: Int, _ dice: inout SystemRandomNumberGenerator) -> ScanBatch.File {
    var details = TrackDetails(format: .flac, rate: 44_100, channels: 2)
    details.title = number % 7 == 0 ? nil : "Song \(number % 20)"
    details.artists = number % 3 == 0 ? ["Ann", "Bob"] : ["Cid"]
    details.genres = [["Jazz"], ["Rock", "Jazz"], ["Folk"], []].randomElement(using: &dice) ?? []
    details.album = number % 4 == 0 ? nil : "Album"
    details.more = [.init(.composer, "Bach"), .init(.title, "Further \(number % 3)")]
    let folder = ["", "b", "b/c", "a"].randomElement(using: &dice) ?? ""
    return ScanBatch.File(
      folder: Array(folder.utf8), name: Array("\(number).flac".utf8), sizeBytes: 1,
      modifiedNanoseconds: Int64(number) * 1_000_000_000, content: .details(details))
  }

  private func store(_ stick: Stick, count: Int) throws -> (VolumeStore, [Track]) {
    var dice = SystemRandomNumberGenerator()
    let store = try stick.open()
    var batch = ScanBatch()
    batch.files = (1...count).shuffled(using: &dice).map { file($0, &dice) }
    try store.batches.apply(batch, wallClock: .seconds(5))
    let tracks = try store.tree.tree(below: [], after: nil, limit: count + 1, withFolders: false).items
      .compactMap {
        if case .track(let track) = $0 { track } else { nil }
      }
    try #require(tracks.count == count)
    return (store, tracks)
  }

  @Test func `windows of any size go through all tracks in their order`() throws {
    let stick = try Stick()
    let (store, tracks) = try store(stick, count: 90)
    defer { store.close() }
    for (limit, most) in [(1, 100), (7, 100), (200, 5), (200, 1), (13, 4), (1000, 1000)] {
      var (found, place, isAtEnd): ([PickedTrack], ListingCursor?, Bool) = ([], nil, false)
      while !isAtEnd {
        let pick = TrackPick([.tag(.title), .tag(.genre)], named: true, of: store, limit: limit, most: most) {
          $0
        }
        let (values, next) = try pick.inOrder(after: place)
        #expect(values.count <= most)
        found += values
        (place, isAtEnd) = (next, next == nil)
      }
      expectEqual(found.map(\.row), tracks.map(\.row))
      expectEqual(found.map(\.name), tracks.map { VolumePath.split($0.reference.path).name })
      expectEqual(found.map(\.modified), tracks.map(\.modified))
      #expect(found.allSatisfy { $0.added == .seconds(5) })
      for (picked, track) in zip(found, tracks) {
        let titles = [track.details.title].compactMap { $0 } + track.details.more.suffix(1).map(\.text)
        #expect(picked.values.filter { $0.field == .tag(.title) }.map(\.text) == titles)
        #expect(picked.values.filter { $0.field == .tag(.genre) }.map(\.text) == track.details.genres)
        expectEqual(picked.values.count, titles.count + track.details.genres.count)
      }
    }
  }

  @Test func `tracks that words find come in the same order`() throws {
    let stick = try Stick()
    let (store, tracks) = try store(stick, count: 120)
    defer { store.close() }
    let jazz = [WantedValue("Jazz", of: [.genre], foldsCase: false)]
    func pick(most: Int = 1000) -> TrackPick<Int64> {
      TrackPick([.tag(.genre)], named: false, of: store, limit: 10, most: most) { track in
        #expect(track.name.isEmpty)
        return track.values.contains { $0.text == "Jazz" } ? track.row : nil
      }
    }
    let expected = tracks.filter { $0.details.genres.contains("Jazz") }.map(\.row)
    #expect(try pick().having(jazz) == nil, "no index has them yet")
    while try store.textIndex.takeNext(limit: 50).isLeft {}
    try expectEqual(pick().having(jazz), expected)
    try expectEqual(pick(most: 3).having(jazz), Array(expected.prefix(3)))
    #expect(
      try pick().having([WantedValue("1999", of: [.date], foldsCase: false)]) == nil, "dates have no index")
  }

  @Test func `pages go over all volumes`() throws {
    let (first, second) = (try Stick(), try Stick())
    for number in 1...5 { first.write("\(number).flac", FakeFiles.content(title: "A \(number)")) }
    for number in 1...3 { second.write("\(number).flac", FakeFiles.content(title: "B \(number)")) }
    let bench = try Bench()
    _ = try bench.mount(first.path, isFixed: true)
    _ = try bench.mount(second.path, label: "Second")
    for limit in [1, 2, 5, 100] {
      var (titles, cursor): ([String], Cursor?) = ([], nil)
      repeat {
        let page = try bench.answer { (done: @escaping (Result<SelectionPage<String>, Refusal>) -> Void) in
          bench.library.catalogue.pick(
            [.tag(.title)], named: false, after: cursor, limit: limit,
            look: { { _, track in track.values.first?.text } }, completion: done)
        }.get()
        titles += page.values
        cursor = page.next
      } while cursor != nil
      #expect(titles == (1...5).map { "A \($0)" } + (1...3).map { "B \($0)" })
    }
  }
}
