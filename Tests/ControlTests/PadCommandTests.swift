import Model
import Support
import Testing

@testable import Control

/// The soundboard's commands.
@Suite struct PadCommandTests {
  private func names(_ lines: [String]) -> [String] {
    lines.filter { $0.hasPrefix("pad: ") }.map { String($0.dropFirst(5)) }
  }

  @Test func `pads are listed in each order, and by folder`() {
    let conversation = Conversation()
    expectEqual(names(conversation.ask("pads")), ["Big Bell", "Horn", "big drum"])
    expectEqual(names(conversation.ask("pads sort name")), ["Big Bell", "big drum", "Horn"])
    expectEqual(names(conversation.ask("pads sort newest")), ["big drum", "Horn", "Big Bell"])
    _ = conversation.ask("padset Horn favourite 1 folder Loud")
    expectEqual(names(conversation.ask("pads sort favourite")), ["Horn", "Big Bell", "big drum"])
    _ = conversation.ask("padfolder Loud colour 00ff00")
    expectEqual(names(conversation.ask("pads Loud")), ["Horn"])
    expectEqual(names(conversation.ask("pads Loud sort name")), ["Horn"])
    expectEqual(conversation.ask("padfolders"), ["folder: Loud", "colour: 00FF00", "pads: 1", "OK"])
    #expect(conversation.ask("pads Quiet") == ["ACK [50@0] {pads} No such pad folder: Quiet"])
    #expect(conversation.ask("pads sort size").last?.contains("place, name, newest or favourite") == true)
    expectEqual(
      conversation.ask("pads").prefix(6),
      [
        "pad: Big Bell", "id: \(PadID(volume: FakeBackend.volume, row: 1))", "number: 1",
        "file: Sounds/Big Bell.wav",
        "volume: 100", "mode: once",
      ])
  }

  @Test func `pads are found as one types, and shown in whole`() {
    let conversation = Conversation()
    _ = conversation.ask("padset Horn folder Loud")
    expectEqual(names(conversation.ask("pads find b")), ["Big Bell", "big drum"])
    expectEqual(names(conversation.ask("pads find \"lou ho\"")), ["Horn"])
    expectEqual(names(conversation.ask("pads find b sort newest")), ["big drum", "Big Bell"])
    expectEqual(names(conversation.ask("pads find nothing")), [])
    let told = conversation.ask("padget loud/horn")
    for line in ["pad: Horn", "folder: Loud", "volume: 100", "boost: 1", "loops: 0", "end: ", "group: "] {
      #expect(told.contains(line), "\(line)")
    }
    #expect(conversation.ask("padget none") == ["ACK [50@0] {padget} No such pad: none"])
  }

  @Test func `the name that lists show is accepted by every command`() {
    let fake = FakeBackend()
    let conversation = Conversation(fake)
    _ = conversation.ask("padset 2 folder Loud name \"Le Horn\"")
    for text in ["Loud/Le Horn", "loud/le horn", "Le Horn", "LE HORN", "loud/le", "horn loud"] {
      for command in ["pad", "padget", "padset", "padmove", "padstop", "padtrim", "padwaveform"] {
        let rest = ["padset": " volume 70", "padmove": " 2", "padtrim": " 0.5 1"][command] ?? ""
        #expect(conversation.ask("\(command) \"\(text)\"\(rest)").last == "OK", "\(command) \(text)")
      }
    }
    expectEqual(names(conversation.ask("pads lOUD")), ["Le Horn"])
    _ = conversation.ask("padfolder Loud colour 00ff00")
    expectEqual(conversation.ask("padfolder loud place 1"), ["OK"])
    #expect(conversation.ask("padfolders").filter { $0.hasPrefix("folder") } == ["folder: Loud"])
    expectEqual(conversation.ask("padremove \"loud/le horn\""), ["OK"])
  }

  @Test(arguments: [("0.5", 79), ("1.0", 100), ("0.125", 50), ("0.0", 0)])
  func `a volume of the former scale is refused, and what it is now is named`(former: String, now: Int) {
    let conversation = Conversation()
    #expect(
      conversation.ask("padset Horn volume \(former)") == [
        "ACK [2@0] {padset} A pad's volume is 0 to 100: \(former) in the former scale of 0 to 1 is \(now) now"
      ])
    #expect(
      conversation.ask("padset Horn volume \(now == 0 ? 100 : now)").contains(
        "volume: \(now == 0 ? 100 : now)"))
  }

  @Test(arguments: [0, 1, 2, 100]) func `each percent is a volume of a pad`(percent: Int) {
    #expect(Conversation().ask("padset Horn volume \(percent)").contains("volume: \(percent)"))
  }

  @Test func `a pad is found by its id, name, number, beginning and words`() {
    let fake = FakeBackend()
    let conversation = Conversation(fake)
    let id = PadID(volume: FakeBackend.volume, row: 2)
    for (text, row) in [
      ("Horn", 2), ("2", 2), ("\(id)", 2), ("hor", 2), ("bell", 1), ("big dr", 3), ("\"dr big\"", 3),
    ] {
      #expect(
        conversation.ask("pad \(text.contains(" ") && !text.hasPrefix("\"") ? "\"\(text)\"" : text)") == [
          "OK"
        ])
      #expect(fake.pads.log.last == "press \(row)", "\(text)")
    }
    #expect(conversation.ask("pad nothing") == ["ACK [50@0] {pad} No such pad: nothing"])
    #expect(conversation.ask("pad 4") == ["ACK [50@0] {pad} No such pad: 4"])
  }

  @Test func `a waiting client is answered when the sound has ended`() {
    let fake = FakeBackend()
    let conversation = Conversation(fake)
    expectEqual(conversation.ask("pad Horn wait"), [])
    fake.pads.endAll()
    #expect(conversation.ask("ping").contains("OK"))
    _ = conversation.ask("padset Horn mode toggle")
    _ = conversation.ask("pad Horn")
    #expect(conversation.ask("pad Horn wait") == ["OK"], "it was ended")
    #expect(conversation.ask("pad Horn soon") == ["ACK [2@0] {pad} Expected \"wait\": soon"])
  }

  @Test func `settings are set together, or none of them`() {
    let conversation = Conversation()
    let told = conversation.ask(
      "padset Horn volume 50 boost 1.5 loops -1 end 2.5 colour #ff8000 group g duck 6 name Tuut")
    for line in [
      "pad: Tuut", "volume: 50", "boost: 1.5", "loops: -1", "end: 2.500", "colour: FF8000", "group: g",
      "duck: 6",
    ] {
      #expect(told.contains(line), "\(line)")
    }
    #expect(conversation.ask("padset Tuut volume") == ["ACK [2@0] {padset} too few arguments for \"padset\""])
    #expect(
      conversation.ask("padset Tuut volume 100 loops").last == "ACK [2@0] {padset} \"loops\" needs a value")
    #expect(conversation.ask("padset Tuut size 1").last?.contains("Unknown key of a pad: size") == true)
    #expect(
      conversation.ask("padset Tuut speed 3").last == "ACK [2@0] {padset} A pad's speed is 0.25 to 2: 3")
  }

  @Test func `announcements are made, with a volume and a duck`() {
    let fake = FakeBackend()
    let conversation = Conversation(fake)
    expectEqual(conversation.ask("announce Sounds/door.mp3"), ["OK"])
    expectEqual(conversation.ask("announce Sounds/door.mp3 duck 12 volume 70"), ["OK"])
    expectEqual(fake.pads.log, ["announce Sounds/door.mp3 - -", "announce Sounds/door.mp3 70 12.0"])
    #expect(conversation.ask("announce none.mp3") == ["ACK [50@0] {announce} No such song: none.mp3"])
    #expect(conversation.ask("announce http://box/tts.mp3").first?.hasPrefix("ACK") == true)
    for line in ["volume 101", "duck 61", "duck", "loud 1"] {
      #expect(
        conversation.ask("announce Sounds/door.mp3 \(line)").first?.hasPrefix("ACK [2@0]") == true, "\(line)")
    }
  }

  @Test func `pads are stopped, held, moved, removed and added`() {
    let fake = FakeBackend()
    let conversation = Conversation(fake)
    for command in ["pad 1", "padstop 1", "padpause", "padstop", "padstop all", "padmove 3 1"] {
      #expect(conversation.ask(command) == ["OK"], "\(command)")
    }
    expectEqual(fake.pads.log, ["press 1", "stop 1", "pause", "stop all", "stop all"])
    expectEqual(names(conversation.ask("pads")), ["big drum", "Big Bell", "Horn"])
    expectEqual(conversation.ask("padremove Horn"), ["OK"])
    expectEqual(names(conversation.ask("pads")), ["big drum", "Big Bell"])
    expectEqual(names(conversation.ask("padadd Sounds/Horn.wav Tuut")), ["Tuut"])
    #expect(
      conversation.ask("padadd Sounds/none.wav").last == "ACK [50@0] {padadd} No such song: Sounds/none.wav")
    #expect(conversation.ask("padfolderrm none") == ["ACK [50@0] {padfolderrm} No such pad folder: none"])
    expectEqual(conversation.ask("padusage").first, "pads: 3")
  }
}
