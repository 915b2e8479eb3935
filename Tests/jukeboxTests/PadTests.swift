import Support
import Testing

@testable import Client
@testable import jukebox

/// Pads as lines and as a grid.
@Suite struct PadTextTests {
  private func pads(_ count: Int, _ more: [String: String] = [:]) -> [PadEntry] {
    let lines = (1...count).flatMap { number in
      ["pad: Cow \(number)", "id: 1f3a-\(number)", "number: \(number)", "file: Sounds/Cow.wav"]
        + more.map { "\($0.key): \($0.value)" }
    }
    return PadEntry.all(Answer(lines: lines))
  }

  @Test func `a list shows lengths under a second as tenths, and plain settings not at all`() {
    let told = pads(1, ["duration": "0.62", "folder": "Animals", "mode": "once", "volume": "100"])
    expectEqual(PadText.lines(told), ["  1  Animals/Cow 1  0.6 s"])
    #expect(Clock.short(0.04) == "0.1 s" && Clock.short(0) == "0.0 s" && Clock.short(0.97) == "0.9 s")
    #expect(Clock.short(1.2) == "0:01" && Clock.short(nil) == "–:––")
  }

  @Test(arguments: [
    ("not a sound file", "broken: not a sound file"),
    ("broken at byte 60: no data", "broken at byte 60: no data"),
  ])
  func `a broken pad is listed with the reason`(problem: String, shown: String) throws {
    let told = pads(1, ["problem": problem])
    expectEqual(PadText.lines(told), ["  1  Cow 1         \(shown)"])
    #expect(PadText.settings(told[0]).contains { $0.hasPrefix("problem") && $0.hasSuffix("  \(shown)") })
  }

  @Test func `a grid shows playing and paused sounds, with the remaining time`() {
    func top(_ more: [String: String]) -> String {
      PadText.grid(pads(1, more), columns: 80, hasColours: false)[0]
    }
    expectEqual(top(["mode": "once"]), "[ 1                ]")
    expectEqual(top(["mode": "hold"]), "[ 1           hold ]")
    expectEqual(top(["playing": "1", "remaining": "3.24"]), "[ 1        ▶ 3.2 s ]")
    expectEqual(top(["playing": "1", "held": "1", "remaining": "75"]), "[ 1         ‖ 1:15 ]")
    expectEqual(top(["problem": "broken"]), "[ 1              ✕ ]")
  }

  @Test func `pads beyond the keys are on a second page`() {
    let told = pads(PadText.keys.count + 2)
    expectEqual(PadText.pages(told), 2)
    let second = PadText.grid(told, page: 1, columns: 80, hasColours: false)
    #expect(second[1].contains("Cow \(PadText.keys.count + 1)"))
    expectEqual(second.last, "page 2 of 2")
  }

  @Test func `one pad is shown with all that can be set`() throws {
    let pad = try #require(
      pads(1, ["folder": "Animals", "volume": "79", "end": "", "duration": "0.5"]).first)
    let lines = PadText.settings(pad)
    #expect(lines.contains("volume     79") && lines.contains("end        –"))
    #expect(lines.contains("pad        1  Animals/Cow 1") && lines.contains("length     0.5 s"))
  }

  @Test func `refusals about sounds do not suggest a search`() {
    for (key, words) in [
      ("no-such-song", ["announce", "cow"]), ("no-such-song", ["padadd", "cow.wav"]),
      ("no-such-pad", ["pad", "cow"]),
    ] {
      let text = RefusalText.text(CommandRefusal(key, to: words))
      #expect(text?.contains(words[1]) == true && text?.contains("search") == false, "\(words)")
    }
  }
}
