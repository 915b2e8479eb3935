import Support
import Testing

@testable import Control

@Suite struct ChannelTests {
  @Test func `subscribers of a channel read a message that another client sends`() {
    let first = Conversation()
    let second = Conversation(beside: first)
    expectEqual(first.ask("subscribe x"), ["OK"])
    #expect(first.ask("subscribe x") == ["ACK [56@0] {subscribe} already subscribed to this channel"])
    expectEqual(second.ask("channels"), ["channel: x", "OK"])
    first.hub.deliver()
    _ = first.ask("idle subscription")
    _ = first.ask("idle message")
    expectEqual(second.ask("sendmessage x \"hello there\""), ["OK"])
    expectEqual(first.hear(), "changed: message\nOK\n")
    expectEqual(first.ask("readmessages"), ["channel: x", "message: hello there", "OK"])
    expectEqual(first.ask("readmessages"), ["OK"])
    expectEqual(first.ask("unsubscribe x"), ["OK"])
    #expect(
      second.ask("sendmessage x again") == ["ACK [50@0] {sendmessage} nobody is subscribed to this channel"])
  }

  @Test(arguments: [
    ("subscribe \"x y\"", "2@0] {subscribe} invalid channel name"),
    ("subscribe \"\"", "2@0] {subscribe} invalid channel name"),
    ("unsubscribe y", "50@0] {unsubscribe} not subscribed to this channel"),
    ("sendmessage y hello", "50@0] {sendmessage} nobody is subscribed to this channel"),
    ("sendmessage \"x y\" z", "2@0] {sendmessage} invalid channel name"),
  ])
  func `a bad channel is refused`(line: String, answer: String) {
    expectEqual(Conversation().ask(line), ["ACK [" + answer])
  }

  @Test func `subscriptions and waiting messages are bounded`() {
    var limits = Limits()
    limits.subscriptions = 2
    limits.messages = 3
    let conversation = Conversation(limits: limits)
    _ = conversation.ask("subscribe a\nsubscribe b")
    #expect(conversation.ask("subscribe c") == ["ACK [56@0] {subscribe} subscription list is full"])
    for number in 0..<5 { expectEqual(conversation.ask("sendmessage a \(number)"), ["OK"]) }
    #expect(
      conversation.ask("readmessages").filter { $0.hasPrefix("message") } == [
        "message: 0", "message: 1", "message: 2",
      ])
  }

  @Test func `a client's channels go with it`() {
    let first = Conversation()
    let second = Conversation(beside: first)
    _ = first.ask("subscribe x")
    _ = second.ask("idle subscription")
    first.hub.deliver()
    _ = second.hear()
    _ = second.ask("idle subscription")
    first.client.disconnected()
    first.hub.deliver()
    expectEqual(second.hear(), "changed: subscription\nOK\n")
    expectEqual(second.ask("channels"), ["OK"])
  }
}
