import Model
import Support
import Testing

@testable import Control

@Suite struct IdleTests {
  @Test func `a change announced before is reported at once`() {
    let conversation = Conversation()
    conversation.hub.announce([.mixer, .player])
    conversation.hub.deliver()
    expectEqual(conversation.ask("idle"), ["changed: player", "changed: mixer", "OK"])
    expectEqual(conversation.ask("idle"), [])
  }

  @Test func `a waiting client hears of what it asked for only, and of the rest later`() {
    let conversation = Conversation()
    expectEqual(conversation.ask("idle mixer Output"), [])
    conversation.hub.announce(.player)
    conversation.hub.deliver()
    expectEqual(conversation.hear(), "")
    conversation.hub.announce(.mixer)
    conversation.hub.deliver()
    expectEqual(conversation.hear(), "changed: mixer\nOK\n")
    expectEqual(conversation.ask("idle"), ["changed: player", "OK"])
  }

  @Test func `an idle without names does not report what the jukebox noted itself`() {
    let conversation = Conversation()
    expectEqual(conversation.ask("idle"), [])
    conversation.hub.announce([.notedSticker, .notedPlaylist])
    conversation.hub.deliver()
    expectEqual(conversation.hear(), "")
    conversation.hub.announce([.player, .notedSticker])
    conversation.hub.deliver()
    expectEqual(conversation.hear(), "changed: player\nOK\n")
    expectEqual(conversation.ask("idle sticker"), ["changed: sticker", "OK"])
    expectEqual(conversation.ask("idle stored_playlist sticker"), ["changed: stored_playlist", "OK"])
  }

  @Test func `an idle without names reports the same changes by a client`() {
    let conversation = Conversation()
    conversation.hub.announce([.sticker, .storedPlaylist, .notedSticker, .notedPlaylist])
    conversation.hub.deliver()
    expectEqual(conversation.ask("idle"), ["changed: stored_playlist", "changed: sticker", "OK"])
  }

  @Test func `noidle ends the waiting, and answers nothing else`() {
    let conversation = Conversation()
    expectEqual(conversation.ask("idle"), [])
    expectEqual(conversation.ask("noidle"), ["OK"])
    expectEqual(conversation.ask("noidle"), [])
    expectEqual(conversation.ask("idle\nnoidle\nping"), ["OK", "OK"])
  }

  @Test func `anything else while waiting closes the connection`() {
    let conversation = Conversation()
    expectEqual(conversation.ask("idle player\nping"), [])
    #expect(conversation.client.isClosing)
  }

  @Test func `an unknown subsystem is refused`() {
    #expect(Conversation().ask("idle foo") == ["ACK [2@0] {idle} Unrecognized idle event: foo"])
  }

  @Test func `every subsystem has MPD's name`() {
    let conversation = Conversation()
    conversation.hub.announce(.all)
    conversation.hub.deliver()
    #expect(
      conversation.ask("idle \(Subsystems.all.names.joined(separator: " "))") == [
        "changed: database", "changed: stored_playlist", "changed: playlist", "changed: player",
        "changed: mixer",
        "changed: output", "changed: options", "changed: partition", "changed: sticker", "changed: update",
        "changed: subscription", "changed: message", "changed: neighbor", "changed: mount",
        "changed: sleep", "changed: pad", "changed: record", "changed: analysis",
        "changed: chord", "changed: listen", "changed: tuner", "changed: card", "changed: alarm",
        "changed: family", "OK",
      ])
  }

  @Test func `subsystems that MPD does not have are reported only to a client that names them`() {
    let conversation = Conversation()
    expectEqual(conversation.ask("idle"), [])
    conversation.hub.announce([.sleep, .pad, .record, .analysis, .chord])
    conversation.hub.deliver()
    expectEqual(conversation.hear(), "")
    expectEqual(conversation.ask("noidle"), ["OK"])
    expectEqual(conversation.ask("idle chord player"), ["changed: chord", "OK"])
  }

  @Test func `a client that goes while it waits gets nothing`() {
    let conversation = Conversation()
    _ = conversation.ask("idle")
    conversation.client.disconnected()
    conversation.hub.announce(.player)
    conversation.hub.deliver()
    expectEqual(conversation.hear(), "")
    expectEqual(conversation.hub.clientCount, 0)
  }

  @Test func `a client's own change wakes its idle, even if both lines arrive together`() {
    expectEqual(Conversation().ask("subscribe c\nidle"), ["OK", "changed: subscription", "OK"])
  }
}
