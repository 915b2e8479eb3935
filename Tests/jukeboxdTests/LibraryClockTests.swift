import Control
import Library
import Linux
import Model
import Support
import Testing

@testable import jukeboxd

/// The time by which clients know whether what they keep of the library is old.
@Suite("Library clock")
struct LibraryClockTests {
  private let shelf: Shelf

  init() throws {
    shelf = try Shelf()
    try shelf.make("One", ["1.mp3": "album/1-02 Ratchet Rag.mp3"])
    try shelf.make("Two", ["2.ogg": "album/1-03 Lamp Oil.ogg"])
  }

  private func time(_ box: Box) throws -> Int64 {
    let catalogue = CatalogueAdapter(
      library: box.core.library, clock: box.core.policies.libraryClock,
      streams: box.core.playing.streams, articles: [])
    var result: Result<LibraryStatistics, Refusal>?
    _ = catalogue.statistics { result = $0 }
    try box.turn { result != nil }
    return try #require(result).get().updated
  }

  private func mounted(_ count: Int, _ box: Box) throws {
    try box.turn { box.core.library.volumes.count == count && !box.isScanning }
  }

  @Test func `the time is another one whenever the library is, and only then`() throws {
    var box = try Box(on: shelf)
    try box.core.start()
    let empty = try time(box)
    #expect(empty > 0)
    try expectEqual(time(box), empty)
    box.plug("One")
    try mounted(1, box)
    let one = try time(box)
    #expect(one > empty)
    box.plug("Two")
    try mounted(2, box)
    let two = try time(box)
    #expect(two > one)
    // What people say of songs is not in the database of MPD.
    let song = try #require(try box.tracks(["1.mp3"], of: "One").first)
    var isSaid = false
    box.core.library.personal.change(of: .track(song), [.rate(4)]) { _ in isSaid = true }
    try box.turn { isSaid }
    _ = try box.core.library.scans.update("", rescan: false)
    try mounted(2, box)
    try expectEqual(time(box), two)
    // Every file is read again, and says what it said.
    _ = try box.core.library.scans.update("", rescan: true)
    try mounted(2, box)
    try expectEqual(time(box), two)
    box.stop()

    // Over a restart, in whatever order the sticks come.
    box = try Box(on: shelf, state: box.state)
    try box.core.start()
    box.plug("Two")
    try mounted(1, box)
    #expect(try time(box) != two)
    box.plug("One")
    try mounted(2, box)
    try expectEqual(time(box), two)
    try shelf.put("album/1-03 Lamp Oil.ogg", as: "One/new.ogg")
    _ = try box.core.library.scans.update("", rescan: false)
    try box.turn { !box.isScanning && box.core.library.scans.isIndexed(box.core.library.volumes[0].id) }
    let more = try time(box)
    #expect(more > two)
    try shelf.delete("One/new.ogg")
    _ = try box.core.library.scans.update("", rescan: false)
    try mounted(2, box)
    #expect(try time(box) > more)
    box.stop()
  }
}
