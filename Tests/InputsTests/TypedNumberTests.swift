import Linux
import Model
import Support
import Testing

@testable import Inputs

@Suite("Numbers that readers type") struct TypedNumberTests {
  /// Presses keys one after the other, 10 ms apart; `+N` is a pause of N milliseconds, `^KEY` is with the shift key.
  private func typed(_ kind: ReaderBinding.Kind, _ script: String) throws -> [String] {
    var number = TypedNumber(kind)
    var time = Instant(nanoseconds: 1_000_000_000)
    var found: [String] = []
    func press(_ name: String, _ isDown: Bool) throws {
      let key = try #require(KeyCode(name: "KEY_\(name)"), "\(name)")
      let event = KeyEvent(key: key, isDown: isDown, time: time)
      if let complete = number.take(event) { found.append(complete.description) }
    }
    for word in script.split(separator: " ").map(String.init) {
      if word.hasPrefix("+") {
        time = time + .milliseconds(try #require(Int(word.dropFirst())))
        continue
      }
      time = time + .milliseconds(10)
      let isShifted = word.hasPrefix("^")
      if isShifted { try press("LEFTSHIFT", true) }
      try press(isShifted ? String(word.dropFirst()) : word, true)
      try press(isShifted ? String(word.dropFirst()) : word, false)
      if isShifted { try press("LEFTSHIFT", false) }
    }
    return found
  }

  @Test(arguments: [
    ("0 0 1 2 ENTER", ["0012"]), ("KP4 KP5 KPENTER KP6 KPENTER", ["45", "6"]), ("ENTER", []),
    ("^A B ^SEMICOLON SLASH ENTER", ["Ab:/"]), ("4 2 +1500 7 ENTER", ["7"]), ("4 BACKSPACE 7 ENTER", ["7"]),
    ("4 F1 TAB 2 ENTER", ["42"]),
  ])
  func `a reader's number ends with Enter`(script: String, numbers: [String]) throws {
    try expectEqual(typed(.keys, script), numbers)
    try expectEqual(typed(.scanner, script), numbers)
  }

  @Test func `a person has three seconds for the next digit, and letters are no part of a number`() throws {
    try expectEqual(typed(.pad, "1 +2900 2 ENTER"), ["12"])
    try expectEqual(typed(.pad, "1 +3100 2 ENTER"), ["2"])
    try expectEqual(typed(.pad, "1 A KPPLUS 2 ENTER"), ["12"])
  }

  @Test func `a text that is longer than a number can be is none`() throws {
    let most = Array(repeating: "7", count: CardNumber.mostBytes).joined(separator: " ")
    try expectEqual(typed(.scanner, "\(most) ENTER"), [String(repeating: "7", count: CardNumber.mostBytes)])
    try expectEqual(typed(.scanner, "\(most) 7 ENTER 8 ENTER"), ["8"])
  }

  @Test func `numbers have 1 to 128 printable bytes of ASCII`() {
    for text in ["", "ä", "a\n", String(repeating: "1", count: 129)] { #expect(CardNumber(text) == nil) }
    #expect(CardNumber("04:A2 6F")?.description == "04:A2 6F")
  }
}
