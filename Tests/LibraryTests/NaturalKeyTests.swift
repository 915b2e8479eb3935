import Model
import Support
import Testing

@testable import Library
@testable import LibrarySupport

@Suite struct NaturalKeyTests {
  private func bytes(_ name: String) -> [UInt8] { Array(name.utf8) }

  /// Each list is in the order that a person expects.
  private static let folders: [[String]] = [
    ["1", "2", "10", "11", "100"],
    ["Album 2", "Album 10", "album 11"],
    ["abba", "Ärzte", "Beatles", "ÉLAN", "elan 2", "Zappa"],
    ["CD 01", "CD 1 bonus", "CD 2"],
    ["a", "a b", "a-b", "ab"],
    ["Track", "Track 2", "Track 10"],
    ["99999999999999999999999998", "99999999999999999999999999", "100000000000000000000000000"],
    ["２", "10"],
    ["ﬁsh", "fit"],
  ]

  @Test(arguments: folders) func `folders come in the order that a person expects`(_ names: [String]) {
    let keys = names.map { NaturalKey.ofFolder(name: bytes($0), in: []) }
    for index in keys.indices.dropFirst() {
      #expect(
        keys[index - 1].lexicographicallyPrecedes(keys[index]), "\(names[index - 1]) before \(names[index])")
    }
  }

  @Test func `tracks come by disc, number and name without its extension`() {
    let order: [(name: String, disc: Int?, track: Int?)] = [
      ("z.mp3", nil, 1), ("a.mp3", 1, 2), ("03 - x.mp3", nil, nil), ("y.flac", 0, 4),
      ("no number.mp3", nil, nil),
      ("Track.flac", nil, nil), ("Track 2.flac", nil, nil), ("track 10.flac", 1, 0), ("1999.mp3", 2, 1),
      ("b.mp3", 2, 10), ("a.mp3", 3, nil),
    ]
    let keys = order.map { NaturalKey.ofTrack(name: bytes($0.name), disc: $0.disc, track: $0.track) }
    for index in keys.indices.dropFirst() {
      #expect(
        keys[index - 1].lexicographicallyPrecedes(keys[index]), "\(order[index - 1]) before \(order[index])")
    }
  }

  @Test func `sides of a record follow plain numbers, in order`() {
    let order = ["9", "A1", "A2", "A10", "B1", "B2"].map { TrackNumber.value(of: $0.utf8) } + [nil]
    let keys = order.map { NaturalKey.ofTrack(name: bytes("a.mp3"), disc: nil, track: $0) }
    #expect(keys == keys.sorted { $0.lexicographicallyPrecedes($1) })
    let named = ["A1 Z.mp3", "A2 Y.mp3", "A10 X.mp3", "B1 W.mp3"].map {
      NaturalKey.ofTrack(name: bytes($0), disc: nil, track: nil)
    }
    #expect(named == named.sorted { $0.lexicographicallyPrecedes($1) })
  }

  @Test func `albums in one folder stay apart, and what is of none comes first`() {
    let order: [(album: String?, disc: Int?, track: Int?)] = [
      (nil, 2, 9), ("album 2", 1, 8), ("Album 2", 2, 1), ("ÁLBUM 10", 1, 1), ("Album 10", 1, 2),
      ("B", nil, 1),
      ("B", nil, nil),
    ]
    let keys = order.map {
      NaturalKey.ofTrack(name: bytes("a"), album: $0.album, disc: $0.disc, track: $0.track)
    }
    for index in keys.indices.dropFirst() {
      #expect(
        keys[index - 1].lexicographicallyPrecedes(keys[index]), "\(order[index - 1]) before \(order[index])")
    }
  }

  @Test func `numbers of any size and sign are taken`() {
    for number in [Int.min, -1, 0, 65_535, 65_536, Int.max] {
      #expect(!NaturalKey.ofTrack(name: bytes("a"), disc: number, track: number).isEmpty)
    }
  }

  @Test func `two names never share a key and no key begins another's subtree`() {
    var random = SystemRandomNumberGenerator()
    let alphabet: [UInt8] = [1, 0x20, 0x30, 0x31, 0x41, 0x61, 0x7F, 0xC3, 0xA9, 0xCC, 0x81, 0xEF, 0x9C, 0xFF]
    var names: Set<[UInt8]> = []
    while names.count < 3000 {
      names.insert(
        (0..<Int.random(in: 1...5, using: &random)).compactMap { _ in alphabet.randomElement(using: &random) }
      )
    }
    let keys = Set(names.map { NaturalKey.ofFolder(name: $0, in: []) })
    expectEqual(keys.count, names.count)
    let sorted = keys.sorted { $0.lexicographicallyPrecedes($1) }
    for index in sorted.indices.dropFirst() {
      #expect(!sorted[index].starts(with: sorted[index - 1]))
      // A subtree ends before its next sibling begins.
      #expect(!sorted[index].lexicographicallyPrecedes(NaturalKey.subtreeEnd(sorted[index - 1])))
    }
    for name in names.prefix(200) {
      let parent = NaturalKey.ofFolder(name: name, in: [])
      let child = NaturalKey.ofFolder(name: name, in: parent)
      #expect(parent.lexicographicallyPrecedes(child))
      #expect(child.lexicographicallyPrecedes(NaturalKey.subtreeEnd(parent)))
    }
  }

  @Test func `names in any bytes fold to valid text without control characters`() {
    for _ in 0..<2000 {
      let name = (0..<Int.random(in: 0...20)).map { _ in UInt8.random(in: 1...255) }
      let folded = FoldedName.fold(name)
      #expect(String(validating: folded, as: UTF8.self) != nil)
      #expect(folded.allSatisfy { $0 >= 0x20 && $0 != 0x7F })
    }
    expectEqual(FoldedName.fold(Array("ÉCOLE Straße".utf8)), Array("ecole strasse".utf8))
    #expect(FoldedName.fold(Array("e\u{301}".utf8)) == FoldedName.fold(Array("É".utf8)))
  }
}
