import Control
import Model
import Support
import Testing

/// What shapes the sound, the speed and the sleep timer.
@Suite struct SoundCommandTests {
  private func status(_ conversation: Conversation) -> [String] {
    conversation.ask("status").filter { line in
      ["eq:", "channels:", "balance:", "speed:", "sleep", "randomalbums:", "released:", "output:"].contains {
        line.hasPrefix($0)
      }
    }
  }

  @Test func `the equaliser is shown, set and switched off`() {
    let conversation = Conversation()
    expectEqual(conversation.ask("eq"), ["eq: 0 0 0", "OK"])
    expectEqual(conversation.ask("eq 3 0.5 -2"), ["OK"])
    expectEqual(conversation.ask("eq"), ["eq: 3 0.5 -2", "OK"])
    expectEqual(status(conversation), ["eq: 3 0.5 -2"])
    expectEqual(conversation.ask("eq off"), ["OK"])
    #expect(status(conversation).isEmpty)
  }

  @Test func `speakers are shown and set, and channels without an argument are MPD's`() {
    let conversation = Conversation()
    expectEqual(conversation.ask("channels mono"), ["OK"])
    expectEqual(conversation.ask("balance -40"), ["OK"])
    expectEqual(conversation.ask("balance"), ["balance: -40", "OK"])
    expectEqual(conversation.ask("channels"), ["OK"])
    expectEqual(status(conversation), ["channels: mono", "balance: -40"])
  }

  @Test func `the status has limits, night, loop and announcement where they differ from the usual`() {
    let fake = FakeBackend()
    let conversation = Conversation(fake)
    let keys = ["ceiling", "floor", "night", "loopstart", "loopend", "announcement"]
    func told() -> [String] {
      conversation.ask("status").filter { line in keys.contains { line.hasPrefix("\($0): ") } }
    }
    expectEqual(told(), [])
    (fake.status.ceiling, fake.status.floor, fake.status.isNight) = (60, 10, true)
    fake.status.loop = LoopSection(start: .milliseconds(1500), end: .seconds(3))
    fake.status.announcement = "Sounds/bell.wav"
    expectEqual(
      told(),
      [
        "ceiling: 60", "floor: 10", "night: 1", "loopstart: 1.500", "loopend: 3.000",
        "announcement: Sounds/bell.wav",
      ])
  }

  @Test func `speed, sleep and albums in random order`() {
    let conversation = Conversation()
    expectEqual(conversation.ask("speed"), ["speed: 1", "OK"])
    expectEqual(conversation.ask("speed 1.25"), ["OK"])
    expectEqual(conversation.ask("sleep"), ["OK"])
    expectEqual(conversation.ask("sleep 30"), ["OK"])
    expectEqual(conversation.ask("sleep"), ["sleep: 90", "OK"])
    for word in ["track", "album"] {
      expectEqual(conversation.ask("sleep \(word)"), ["OK"])
      expectEqual(conversation.ask("sleep"), ["sleep: 90", "sleepafter: \(word)", "OK"])
    }
    expectEqual(conversation.ask("random albums"), ["OK"])
    #expect(conversation.ask("status").contains("random: 1"))
    expectEqual(status(conversation), ["randomalbums: 1", "speed: 1.25", "sleep: 90", "sleepafter: album"])
    expectEqual(conversation.ask("sleep off"), ["OK"])
    expectEqual(status(conversation), ["randomalbums: 1", "speed: 1.25"])
  }

  @Test(arguments: [
    ("eq 1 2", "eq takes BASS MID TREBLE in dB, or off"), ("eq on", "eq takes BASS MID TREBLE in dB, or off"),
    ("eq 1 2 13", "Gain 13: -12 to 12 dB expected"), ("eq nan 0 0", "Gain nan: -12 to 12 dB expected"),
    ("eq x 0 0", "Float expected: x"),
    ("channels both", "Unknown channels both: one of stereo, mono, left, right, swapped expected"),
    ("balance 101", "Balance from -100 to 100 expected: 101"), ("speed 2.1", "Speed 2.1: 0.25 to 2 expected"),
    ("speed inf", "Speed inf: 0.25 to 2 expected"),
    ("sleep 0", "Sleep 0: minutes from 1 to 1440, track, album or off expected"),
    ("sleep tomorrow", "Sleep tomorrow: minutes from 1 to 1440, track, album or off expected"),
  ])
  func `a value that is not valid is refused with the valid ones`(line: String, message: String) {
    let name = line.prefix { $0 != " " }
    #expect(Conversation().ask(line) == ["ACK [2@0] {\(name)} \(message)"])
  }
}
