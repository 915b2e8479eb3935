import ArgumentParser
import Testing

@testable import jukebox

/// The commands that shape the sound, as a person writes them.
@Suite struct SoundCommandTests {
  private func parses(_ line: String) -> Bool {
    let words = CommandWords.ordered(line.split(separator: " ").map(String.init))
    guard CommandWords.dashed(words) == nil else { return false }
    return (try? JukeboxCommand.parseAsRoot(words)) != nil
  }

  @Test(arguments: [
    "eq", "eq +3 0 -2", "eq -12 0 12", "eq off", "eq -- -3 0 0", "channels", "channels swapped", "balance",
    "balance -20", "balance 100", "speed", "speed 1.25", "sleep", "sleep 30", "sleep album", "sleep off",
    "random albums", "random off",
  ])
  func `these are understood`(line: String) { #expect(parses(line), "\(line)") }

  @Test(arguments: [
    "eq 3", "eq 13 0 0", "eq loud", "channels both", "balance 101", "balance left", "speed 3", "speed fast",
    "sleep 0", "sleep 1441", "sleep soon", "random maybe",
  ])
  func `these are refused before anybody is asked`(line: String) { #expect(!parses(line), "\(line)") }

  @Test func `time to sleep is told in words`() {
    #expect(SleepText.left(seconds: 42) == "42 s")
    #expect(SleepText.left(seconds: 1750) == "29 min 10 s")
    #expect(SleepText.left(seconds: 7260) == "2 h 1 min")
  }
}
