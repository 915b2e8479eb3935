import Model
import Player
import Support
import Testing

@Suite("Part of a card's music") struct CardSelectionTests {
  private static let volume = VolumeID(high: 0, low: 1)
  private let items = [
    "Tales/0.mp3", "Tales/Jim/1.mp3", "Tales/Jim/2.mp3", "Tales/Momo/CD 1/1.mp3", "Tales/Momo/CD 2/1.mp3",
  ]
  .map { QueueItem(TrackReference(volume: Self.volume, path: Array($0.utf8))) }
  private let folder = FolderReference(volume: Self.volume, path: Array("Tales".utf8))
  private var generator = SystemRandomNumberGenerator()

  /// The parts that one start after the other plays.
  private mutating func parts(
    _ count: Int, in order: CardOrder, of folder: FolderReference? = nil, after first: Int64? = nil
  ) -> [[String]] {
    var last = first
    return (0..<count).map { _ in
      let selection = CardSelection(items, in: order, of: folder, after: last, using: &generator)
      last = selection.mark
      return selection.items.map { String(decoding: $0.track.path.dropFirst(6), as: UTF8.self) }
    }
  }

  @Test mutating func `the whole has no mark`() {
    let album = CardSelection(items, in: .album, using: &generator)
    #expect(album.items == items && album.mark == nil)
    let shuffled = CardSelection(items, in: .shuffle, using: &generator)
    #expect(Set(shuffled.items) == Set(items) && shuffled.mark == nil)
  }

  @Test mutating func `one song follows the other, and after the last the first`() {
    expectEqual(
      parts(6, in: .one),
      [["0.mp3"], ["Jim/1.mp3"], ["Jim/2.mp3"], ["Momo/CD 1/1.mp3"], ["Momo/CD 2/1.mp3"], ["0.mp3"]])
    // A song that is gone: from the first on.
    expectEqual(parts(1, in: .one, after: 5), [["0.mp3"]])
  }

  @Test mutating func `folders of the card's folder are whole, those of a playlist are those with songs`() {
    let momo = ["Momo/CD 1/1.mp3", "Momo/CD 2/1.mp3"]
    expectEqual(
      parts(4, in: .nextFolder, of: folder), [["0.mp3"], ["Jim/1.mp3", "Jim/2.mp3"], momo, ["0.mp3"]])
    expectEqual(
      parts(4, in: .nextFolder), [["0.mp3"], ["Jim/1.mp3", "Jim/2.mp3"], [momo[0]], [momo[1]]])
  }

  @Test mutating func `a random part is not the last one again`() {
    for order in [CardOrder.oneRandom, .randomFolder] {
      let parts = parts(200, in: order, of: folder)
      expectEqual(Set(parts).count, order == .oneRandom ? 5 : 3)
      #expect(zip(parts, parts.dropFirst()).allSatisfy { $0 != $1 })
    }
  }

  @Test mutating func `one song or none is no choice`() {
    for order in CardOrder.allCases {
      let one = CardSelection([items[0]], in: order, of: folder, using: &generator)
      let again = CardSelection([items[0]], in: order, of: folder, after: one.mark, using: &generator)
      #expect(one.items == [items[0]] && again.items == [items[0]], "\(order)")
      #expect(CardSelection([], in: order, of: folder, after: 3, using: &generator).items == [], "\(order)")
    }
  }
}
