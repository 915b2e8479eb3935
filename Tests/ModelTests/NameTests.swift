import Model
import Support
import Testing

@Suite struct EscapedNameTests {
  @Test func `plain names stay as they are`() {
    for name in ["", "a", "Käse 🎵/日本.flac", "e\u{301}", "\u{80}", "\u{F6FF}\u{F800}", "\u{10FFFF}"] {
      expectEqual(EscapedName.text(for: Array(name.utf8)), name)
      #expect(EscapedName.text(for: Array(name.utf8)).utf8.elementsEqual(name.utf8))
      expectEqual(EscapedName.bytes(of: name), Array(name.utf8))
    }
  }

  @Test func `invalid bytes, control bytes and the escapes themselves are escaped`() {
    let table: [([UInt8], String)] = [
      ([0x61, 0xFF, 0x62], "a\u{F7FF}b"), ([0x0A], "\u{F70A}"), ([0x7F], "\u{F77F}"), ([0], "\u{F700}"),
      ([0xC3], "\u{F7C3}"), ([0xC3, 0x28], "\u{F7C3}("), ([0xED, 0xA0, 0x80], "\u{F7ED}\u{F7A0}\u{F780}"),
      ([0xC0, 0xAF], "\u{F7C0}\u{F7AF}"), ([0xF5, 0x80], "\u{F7F5}\u{F780}"),
      (Array("\u{F70A}".utf8), "\u{F7EF}\u{F79C}\u{F78A}"), ([0xF0, 0x9F, 0x8E], "\u{F7F0}\u{F79F}\u{F78E}"),
    ]
    for (bytes, text) in table {
      expectEqual(EscapedName.text(for: bytes), text)
      expectEqual(EscapedName.bytes(of: text), bytes)
    }
  }

  @Test func `any bytes come back, and no two names share a text`() {
    var dice = Dice(seed: 3)
    let pieces: [[UInt8]] = [
      [0xEF], [0x9C], [0x8A], [0xEF, 0x9C, 0x8A], [0xF0, 0x9F, 0x8E, 0xB5], [0x0A], [0x61], [0xC3, 0xA4],
      [0xFF],
      [0xED, 0xA0], [0x80],
    ]
    var seen: [String: [UInt8]] = [:]
    for _ in 0..<20_000 {
      let bytes = (0..<dice.below(6)).flatMap { _ in
        dice.flip() ? pieces[dice.below(pieces.count)] : [UInt8(dice.below(256))]
      }
      let text = EscapedName.text(for: bytes)
      expectEqual(EscapedName.bytes(of: text), bytes)
      #expect(!text.utf8.contains { $0 < 0x20 || $0 == 0x7F })
      // Strings compare by canonical equivalence: names that differ in composition only share a key here.
      let key = text.unicodeScalars.map { String($0.value, radix: 16) }.joined(separator: " ")
      #expect(seen.updateValue(bytes, forKey: key) ?? bytes == bytes)
    }
  }

  @Test func `a text that escapes what needs no escape names nothing`() {
    for text in ["\u{F761}", "\u{F72F}", "\u{F72E}\u{F72E}", "\u{F7C3}\u{F7A4}"] {
      #expect(EscapedName.bytes(of: text) == nil)
    }
  }
}

@Suite struct NaturalOrderTests {
  private func sorted(_ names: [String]) -> [String] {
    names.sorted { NaturalOrder.key(for: $0.utf8).lexicographicallyPrecedes(NaturalOrder.key(for: $1.utf8)) }
  }

  @Test func `numbers count by their value`() {
    let order = [
      "2", "9 x", "10 a", "10 b", "11", "100", "a", "a/1", "a/2", "a 1", "a1", "a1b", "a2", "a10",
      "disc 2/track 9", "disc 2/track 10", "disc 10/track 1", "z",
    ]
    expectEqual(sorted(order.reversed()), order)
    expectEqual(NaturalOrder.key(for: "a 01".utf8), NaturalOrder.key(for: "a 1".utf8))
  }

  @Test func `numbers may be of any length`() {
    let long = String(repeating: "9", count: 600)
    let longer = "1" + String(repeating: "0", count: 600)
    expectEqual(sorted([longer, long, "5"]), ["5", long, longer])
    let edge = (253...258).map { "1" + String(repeating: "0", count: $0) }
    expectEqual(sorted(edge.reversed()), edge)
  }
}
