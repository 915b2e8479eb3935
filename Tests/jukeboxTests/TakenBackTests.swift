import ArgumentParser
import Support
import Testing

@testable import jukebox

/// `none` and `off` mean the same everywhere.
@Suite struct TakenBackTests {
  @Test(arguments: ["none", "off"])
  func `both words remove numbers, colours, choices and switches`(word: String) throws {
    let set = [
      "playlist set P --colour \(word) --tempo \(word) --folder \(word) --slot \(word)",
      "playlist entry P 1 --start \(word) --end \(word) --gain \(word) --crossfade \(word)",
      "crossfade \(word)", "mixramp \(word)", "replaygain \(word)", "eq \(word)", "balance \(word)",
      "speed \(word)", "sleep \(word)", "mute \(word)", "random \(word)", "single \(word)",
      "consume \(word)", "repeat \(word)", "rate \(word)", "colour \(word)", "preset 3 \(word)",
      "analysis --bpm \(word) --key \(word)", "cue edit 1 --colour \(word)", "pad folder A --colour \(word)",
    ]
    for line in set {
      #expect(throws: Never.self, "\(line)") {
        _ = try JukeboxCommand.parseAsRoot(line.split(separator: " ").map(String.init))
      }
    }
  }

  @Test(arguments: ["none", "off"])
  func `the jukebox gets the same for both`(word: String) throws {
    func asked(_ words: String...) throws -> String? {
      try Program.run(words, [["file: a"], ["file: a"], [], []]).asked.first { !$0.hasPrefix("currentsong") }
    }
    #expect(try asked("crossfade", word) == #"crossfade "0""#)
    #expect(try asked("eq", word) == #"eq "off""#)
    #expect(try asked("sleep", word) == #"sleep "off""#)
    #expect(try asked("balance", word) == #"balance "0""#)
    #expect(try asked("speed", word) == #"speed "1.0""#)
    #expect(try asked("rate", word) == #"rate """#)
    #expect(try asked("preset", "3", word) == #"presetset "3""#)
    // A note may be this word.
    try expectEqual(asked("note", word), "note \"\" \"\(word)\"")
  }
}
