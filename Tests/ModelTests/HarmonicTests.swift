import Support
import Testing

@testable import Model

@Suite struct HarmonicTests {
  private static func match(_ first: (Double, String), _ second: (Double, String)) throws -> HarmonicMatch? {
    HarmonicMatch(
      from: (first.0, try #require(MusicalKey(first.1))), to: (second.0, try #require(MusicalKey(second.1))))
  }

  @Test func `keys that go together are the same, the relative, and a fifth up or down`() throws {
    let am = try #require(MusicalKey("Am"))
    expectEqual(Set(HarmonicMatch.KeyRelation.keys(of: am).map(\.description)), ["Am", "C", "Em", "Dm"])
    let fSharp = try #require(MusicalKey("F#"))
    expectEqual(Set(HarmonicMatch.KeyRelation.keys(of: fSharp).map(\.description)), ["F#", "Ebm", "Db", "B"])
    for key in MusicalKey.all {
      for other in MusicalKey.all {
        expectEqual(
          (HarmonicMatch.KeyRelation(key, other) == nil), (HarmonicMatch.KeyRelation(other, key) == nil))
      }
    }
  }

  @Test func `tempos go together within six percent, also at half and twice the pulse`() throws {
    try expectEqual(Self.match((120, "Am"), (127, "Am"))?.factor, 1)
    #expect(try Self.match((120, "Am"), (128, "Am")) == nil)
    try expectEqual(Self.match((120, "Am"), (61, "C"))?.factor, 2)
    try expectEqual(Self.match((120, "Am"), (236, "Em"))?.factor, 0.5)
    #expect(try Self.match((120, "Am"), (120, "A")) == nil)
    let slower = try #require(try Self.match((100, "C"), (97, "G")))
    #expect(abs(slower.percent + 3) < 1e-9 && slower.relation == .fifth)
    #expect(try #require(try Self.match((100, "C"), (100, "C"))).distance == 0)
  }

  @Test func `a flow begins as before, holds every song once, and is no rougher`() throws {
    var dice = SystemRandomNumberGenerator()
    for _ in 0..<50 {
      let songs = (0..<Int.random(in: 0...60, using: &dice)).map { _ -> FlowOrder.Song? in
        guard Int.random(in: 0...9, using: &dice) > 0 else { return nil }
        return (.random(in: 60...180, using: &dice), MusicalKey.all[.random(in: 0..<24, using: &dice)])
      }
      let order = FlowOrder.order(songs)
      expectEqual(order.sorted(), Array(songs.indices))
      let known = songs.indices.filter { songs[$0] != nil }
      #expect(order.first == known.first ?? songs.indices.first)
      #expect(Array(order.suffix(songs.count - known.count)) == songs.indices.filter { songs[$0] == nil })
      func roughness(_ places: [Int]) -> Double {
        zip(places, places.dropFirst()).reduce(0) { sum, pair in
          guard let first = songs[pair.0], let second = songs[pair.1] else { return sum }
          return sum + FlowOrder.distance(first, second)
        }
      }
      #expect(roughness(Array(order.prefix(known.count))) <= roughness(known) + 1e-6)
    }
  }
}
