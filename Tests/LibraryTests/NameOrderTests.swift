import Model
import Support
import Testing

@testable import Library
@testable import LibrarySupport

@Suite struct NameOrderTests {
  private func sorted(_ names: [String], articles: [String] = ["the", "a"]) -> [String] {
    let order = NameOrder(articles: articles)
    return names.sorted { order.key(for: $0).lexicographicallyPrecedes(order.key(for: $1)) }
  }

  @Test func `an article at the beginning does not count, unless it is all there is`() {
    expectEqual(
      sorted(["The Who", "Zappa", "A  Camp", "Theatre", "The", "Ärzte", "bob"]),
      ["Ärzte", "bob", "A  Camp", "The", "Theatre", "The Who", "Zappa"])
    expectEqual(sorted(["The Who", "Zappa"], articles: ["die"]), ["The Who", "Zappa"])
    let order = NameOrder(articles: ["the", "los"])
    expectEqual(order.key(for: "  The  Who"), order.key(for: "who"))
    expectEqual(order.key(for: "Los Who"), order.key(for: "who"))
    for name in ["the ", " the", "The", "Thewho", "t who", "Theo who", ""] {
      #expect(order.key(for: name) == NaturalOrder.key(for: FoldedName.fold(Array(name.utf8))), "\(name)")
    }
    expectEqual(sorted(["Die Krupps", "Laibach"], articles: ["DIE"]), ["Die Krupps", "Laibach"])
  }

  @Test func `the name without its article has the order of the whole name`() {
    let order = NameOrder(articles: ["the", "los", "l\u{e9}"])
    expectEqual(order.nameWithoutArticle("The Who"), "Who")
    expectEqual(order.nameWithoutArticle("  LOS  Álamos del Río"), "Álamos del Río")
    expectEqual(order.nameWithoutArticle("LÉ Chat"), "Chat")
    for name in ["The", "the ", " the", "Thewho", "Theo who", "Who the", ""] {
      #expect(order.nameWithoutArticle(name) == nil, "\(name)")
    }
    for name in ["The Who", "Los  10cc", "Abba", "The The", "The the Band", "the Ørsted"] {
      // An article after the article counts.
      let rest = order.nameWithoutArticle(name) ?? name
      let bare = NameOrder(articles: [])
      #expect(order.key(for: name) == bare.key(for: rest), "\(name)")
    }
  }

  @Test func `numbers go by their value`() {
    expectEqual(
      sorted(["Blink-182", "2Pac", "10cc", "Blink-99"]), ["2Pac", "10cc", "Blink-99", "Blink-182"])
  }
}
