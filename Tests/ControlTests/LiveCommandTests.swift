import Model
import Support
import Testing

@testable import Control

/// Live listening by commands.
@Suite struct LiveCommandTests {
  private let fake = FakeBackend()

  @Test func `listen answers the heard chord, and the tone with its note`() {
    let conversation = Conversation(fake)
    expectEqual(conversation.ask("listen"), ["state: off", "OK"])
    expectEqual(conversation.ask("listen start"), ["OK"])
    fake.live.status.time = 2.5
    expectEqual(conversation.ask("listen"), ["state: on", "time: 2.500", "OK"])
    fake.live.status.chord = LiveStatus.Heard(
      chord: Chord(root: 9, quality: .minorSeventh, bass: 3), confidence: 0.876, since: 1.25)
    fake.live.status.tone = LiveTone(hertz: 441, clarity: 0.987, level: -20.04)
    expectEqual(
      conversation.ask("listen status"),
      [
        "state: on", "time: 2.500", "chord: Am7/C", "since: 1.250", "confidence: 0.88",
        "frequency: 441.000", "note: A4", "cents: 3.93", "clarity: 0.99", "level: -20", "OK",
      ])
    #expect(conversation.ask("listen status 441").contains("cents: 0"))
    fake.live.status.chord?.chord = nil
    #expect(conversation.ask("listen").contains("chord: N"))
    fake.live.status = LiveStatus()
    (fake.live.status.message, fake.live.status.messageKey) = ("the microphone: gone", .microphone)
    expectEqual(
      conversation.ask("listen"),
      [
        "state: off", "message: the microphone: gone", "message_key: microphone", "OK",
      ])
  }

  @Test func `a client that disconnects listens no longer, and a stop is for all`() {
    let one = Conversation(fake)
    let other = Conversation(beside: one)
    #expect(one.ask("listen start") == ["OK"] && other.ask("listen start") == ["OK"])
    expectEqual(fake.live.clients.count, 2)
    one.client.disconnected()
    expectEqual(fake.live.clients, [other.client.number])
    #expect(other.ask("listen stop") == ["OK"] && fake.live.clients.isEmpty)
    expectEqual(other.ask("listen"), ["state: off", "OK"])
  }

  @Test func `a microphone that is in use is refused with its key`() {
    fake.live.refusal = .failed(.microphoneInUse, "The microphone is in use: a recording is in progress")
    let conversation = Conversation(fake)
    expectEqual(conversation.ask("protocol enable error_keys"), ["OK"])
    #expect(
      conversation.ask("listen start") == [
        "ACK [52@0] {listen} [microphone-in-use] The microphone is in use: a recording is in progress"
      ])
  }

  @Test func `a client that may only read sees what is heard, and no more`() {
    let reader = Conversation(fake)
    expectEqual(reader.ask("restrict read"), ["OK"])
    expectEqual(reader.ask("listen"), ["state: off", "OK"])
    for word in ["start", "stop"] {
      #expect(
        reader.ask("listen \(word)") == [#"ACK [4@0] {listen} you don't have permission for "listen""#])
    }
  }

  @Test(arguments: ["listen loud", "listen start 440", "listen status 300", "listen status x", "listen 440"])
  func `anything else is refused`(_ line: String) {
    #expect(Conversation(fake).ask(line).last?.hasPrefix("ACK [2@0] {listen}") == true)
  }

  @Test func `changes of chords and tones are events of their own`() {
    let conversation = Conversation(fake)
    expectEqual(conversation.ask("idle tuner"), [])
    conversation.hub.announce(.listen)
    conversation.hub.deliver()
    expectEqual(conversation.hear(), "")
    conversation.hub.announce(.tuner)
    conversation.hub.deliver()
    expectEqual(conversation.hear(), "changed: tuner\nOK\n")
    expectEqual(conversation.ask("idle listen"), ["changed: listen", "OK"])
  }
}
