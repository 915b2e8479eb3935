import Model
import Support
import Testing

@testable import Exchange
@testable import Library
@testable import LibrarySupport

/// Playlists in one volume's database, as a sync reads and changes them.
@Suite("Playlists in a database, for a sync") struct SharedPlaylistTableTests {
  private let stick: Stick
  private let store: VolumeStore

  init() throws {
    stick = try Stick()
    store = try stick.open()
  }

  private func here(_ names: String...) -> [TrackReference] {
    names.map { TrackReference(volume: store.identity, path: Array($0.utf8)) }
  }

  @Test func `a sync changes nothing that is another by now than when it was compared`() throws {
    let made = try store.playlists.change("mix", .save(here("a", "b"), .create), time: 1).get()
    let identity = try #require(made).identity
    let compared = try #require(try SharedPlaylistTable(store).digest(of: identity))
    _ = try store.playlists.change("mix", .add(here("c"), at: nil), time: 2).get()
    let source = SharedPlaylistTable.SharedSource(key: "k", digest: [1])
    let taken = try SharedPlaylistTable(store).take(
      identity, expecting: compared, named: "theirs", [], [], from: source)
    let givenUp = try SharedPlaylistTable(store).give(up: identity, expecting: compared)
    for result in [taken.map { _ in true }, givenUp] {
      #expect(throws: Refusal.self) { try result.get() }
    }
    let page = try #require(
      try store.playlists.contents.entries(of: "mix", after: nil, skipping: 0, limit: 10))
    expectEqual(page.entries.count, 3)
    let now = try #require(try SharedPlaylistTable(store).digest(of: identity))
    let result = try SharedPlaylistTable(store).take(
      identity, expecting: now, named: "theirs", [], [], from: source
    ).get()
    #expect(result.0 == identity && result.name == "theirs")
    try expectEqual(SharedPlaylistTable(store).digest(of: identity), result.digest)
    #expect(try SharedPlaylistTable(store).give(up: identity, expecting: result.digest).get())
    #expect(try SharedPlaylistTable(store).digest(of: identity) == nil)
  }
}
