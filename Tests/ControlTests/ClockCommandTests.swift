import Linux
import Model
import Support
import Testing

@testable import Control

@Suite("Clock commands")
struct ClockCommandTests {
  @Test func `the time is shown, and a person sets it`() {
    let fake = FakeBackend()
    let conversation = Conversation(fake)
    expectEqual(
      conversation.ask("clock"),
      ["clock: unknown", "time: 2020-09-13T12:26:40Z", "local: 2020-09-13 14:26", "offset: 7200", "OK"])
    expectEqual(conversation.ask("clock set 1700000000"), ["OK"])
    expectEqual(fake.clock.reading, ClockReading(.person, 1_700_000_000))
    #expect(conversation.ask("status").contains("clock: person"))
  }

  @Test func `only an administrator changes a time that is known`() {
    let fake = FakeBackend()
    let conversation = Conversation(fake, access: Access(local: [.read, .player, .control]))
    expectEqual(conversation.ask("clock set 1700000000"), ["OK"])
    expectEqual(
      conversation.ask("clock set 1700090000"), ["ACK [4@0] {clock} you don't have permission for \"clock\""])
    expectEqual(fake.clock.reading, ClockReading(.person, 1_700_000_000))
    expectEqual(Conversation(fake).ask("clock set 1700090000"), ["OK"])
  }

  @Test func `a time that is not one, or not needed, is refused`() {
    let fake = FakeBackend()
    let conversation = Conversation(fake)
    for (line, answer) in [
      ("clock set", "ACK [2@0] {clock} expected: clock, or clock set and seconds since 1970"),
      ("clock set soon", "ACK [2@0] {clock} Integer expected: soon"),
    ] {
      expectEqual(conversation.ask(line), [answer])
    }
    fake.clock.reading = ClockReading(.network, 1)
    expectEqual(conversation.ask("clock set 1700000000"), ["ACK [52@0] {clock} The network sets the clock"])
  }
}
