import Support
import Testing

@testable import Patterns

@Suite struct PatternTests {
  @Test(arguments: [
    ("x", "axb", true), ("^x", "axb", false), ("a.b", "a\nb", true), ("X", "axb", false),
    ("(?i)X", "axb", true),
    ("", "", true), ("", "x", true), (".", "", false), ("^$", "", true), ("^.$", "ä", false),
    ("^..$", "ä", true),
    ("(*UTF)^.$", "ä", true), ("(?i)Ä", "ä", false), ("(*UTF)(?i)Ä", "ä", true),
    (#"\bkett"#, "A Kettle kettle", true),
    (#"^(?<a>.)\k<a>$"#, "xx", true), (#"^(?<a>.)\k<a>$"#, "xy", false), ("(?R)", "x", false),
    ("a\0b", "a\0b", true),
  ])
  func `an expression is a part of a text or not`(expression: String, text: String, isPart: Bool) throws {
    try expectEqual(Pattern(expression, foldsCase: false).matches(text), isPart)
  }

  @Test func `case is folded where that is asked for, of ASCII's letters`() throws {
    #expect(try Pattern("^KETT.E$", foldsCase: true).matches("kettle"))
    #expect(try !Pattern("Ä", foldsCase: true).matches("ä"))
    #expect(try Pattern("(*UTF)Ä", foldsCase: true).matches("ä"))
  }

  @Test(arguments: [
    ("(", "Error in regex at offset 1: missing closing parenthesis"),
    ("[a", "Error in regex at offset 2: missing terminating ] for character class"),
    ("*", "Error in regex at offset 0: quantifier does not follow a repeatable item"),
    ("(?:(?:(?:a{1,100}){1,100}){1,11})", "The regular expression is too large"),
    (String(repeating: "a", count: 4096), "A regular expression may have 4095 bytes"),
  ])
  func `an expression that can't be used is refused with the reason`(expression: String, message: String) {
    let error = #expect(throws: PatternError.self) { try Pattern(expression, foldsCase: false) }
    #expect(error.map { "\($0)" } == message)
  }

  @Test(arguments: [
    String(repeating: "(", count: 2000) + "a" + String(repeating: ")", count: 2000), #"\C"#,
    "((a{1,1000}){1,1000}){1,1000}",
  ])
  func `an expression that is too deep, cuts characters or matches too much is refused`(expression: String) {
    #expect(throws: PatternError.self) { try Pattern(expression, foldsCase: false) }
  }

  @Test(arguments: [
    ("(a+)+$", String(repeating: "a", count: 60) + "b"),
    ("(a|aa)+$", String(repeating: "a", count: 60) + "b"),
    ("(.*)*(.*)*(.*)*[xy]", String(repeating: "a", count: 60)),
    ("[^x]+[yz]", String(repeating: "a", count: 300_000)),
    ("(?:a(?R)?)*b|c", String(repeating: "a", count: 30_000)),
    (".*.*.*.*[yz]", String(repeating: "a", count: 5_000)),
  ])
  func `an endless expression is spent`(expression: String, text: String) throws {
    let pattern = try Pattern(expression, foldsCase: false)
    #expect(!pattern.matches(text))
    #expect(pattern.isSpent)
    #expect(try Pattern("a", foldsCase: false).matches(text))
    #expect(!pattern.matches("ay"))
  }

  @Test func `usual expressions go through any number of texts`() throws {
    let patterns = try [
      "^[A-F].*n", "(foo|bar|night).*(x|z)", "[a-z]+ [a-z]+ [a-z]+$", #"\b\w+ing (?:the|a) \w+$"#,
    ].map {
      try Pattern($0, foldsCase: true)
    }
    for number in 0..<20_000 {
      for pattern in patterns {
        _ = pattern.matches("Bî Wandering Through the Night, \(number) times and again")
      }
    }
    #expect(patterns.allSatisfy { !$0.isSpent })
  }

  @Test func `equal expressions are equal`() throws {
    try expectEqual(Pattern("a", foldsCase: false), Pattern("a", foldsCase: false))
    #expect(try Pattern("a", foldsCase: false) != Pattern("a", foldsCase: true))
    try expectEqual(Set([Pattern("a", foldsCase: false), Pattern("a", foldsCase: false)]).count, 1)
  }
}
