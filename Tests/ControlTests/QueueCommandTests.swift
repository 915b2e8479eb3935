import Model
import Testing

@testable import Control

@Suite struct QueueCommandTests {
  private func conversation(playing position: Int? = nil) -> Conversation {
    let fake = FakeBackend()
    fake.fillQueue()
    if let position {
      fake.status.current = .init(position: position, id: fake.snapshot.entries[position].id)
    }
    return Conversation(fake)
  }

  private static let first = FakeBackend.track("a/01.flac")

  @Test(arguments: [
    ("add a/01.flac", Event.add([first], at: .position(4))),
    ("add a/01.flac 0", .add([first], at: .position(0))),
    ("add a/01.flac +0", .add([first], at: .position(2))),
    ("add a/01.flac +1", .add([first], at: .position(3))),
    ("add a/01.flac -0", .add([first], at: .position(1))),
    ("add a/01.flac -1", .add([first], at: .position(0))),
    ("delete 1", .delete(1..<2)), ("delete 1:3", .delete(1..<3)), ("delete 2:", .delete(2..<4)),
    ("delete 0:99", .delete(0..<4)), ("delete -1", .delete(0..<4)), ("deleteid 3", .delete(2..<3)),
    ("clear", .clear), ("move 0 3", .move(0..<1, to: .position(3))),
    ("move 2:4 0", .move(2..<4, to: .position(0))),
    ("move 0 +0", .move(0..<1, to: .position(1))), ("move 3 +0", .move(3..<4, to: .position(2))),
    ("move 3 -0", .move(3..<4, to: .position(1))),
    ("move 2:4 -1", .move(2..<4, to: .position(0))), ("moveid 4 0", .move(3..<4, to: .position(0))),
    ("swap 0 2", .swap(0, 2)),
    ("swapid 1 4", .swap(0, 3)), ("shuffle", .shuffle(0..<4)), ("shuffle 1:3", .shuffle(1..<3)),
    ("prio 10 0:2 3", .prioritise([0..<2, 3..<4], 10)),
    ("prio 10 1:4 0:2 0:9", .prioritise([0..<4], 10)), ("prioid 0 2 4", .prioritise([1..<2, 3..<4], 0)),
  ])
  func `a command edits the queue`(line: String, edit: Event) {
    let conversation = conversation(playing: 1)
    #expect(conversation.ask(line) == ["OK"])
    #expect(conversation.fake.edits == [edit])
  }

  @Test(arguments: ["add", "add /", "add \"\""])
  func `adding the root adds everything`(line: String) {
    let conversation = Conversation()
    let answer = conversation.ask(line == "add" ? "add a" : line)
    #expect(answer == ["OK"])
    #expect(conversation.fake.snapshot.entries.count == 4)
  }

  @Test(arguments: [
    ("add nosuch", "50@0] {add} No such directory"), ("add ../x", "50@0] {add} No such directory"),
    ("add a//01.flac", "50@0] {add} No such directory"), ("add a/", "50@0] {add} No such directory"),
    (
      "add foo://x/",
      "2@0] {add} Unsupported URI scheme: the jukebox plays the files on its sticks and folders, not streams or URLs"
    ),
    ("add a/01.flac 99", "2@0] {add} Number too large: 99"),
    ("add a/01.flac x", "2@0] {add} Integer expected: x"),
    ("add a/01.flac +0", "55@0] {add} No current song"), ("addid nosuch", "50@0] {addid} No such song"),
    ("addid a", "50@0] {addid} No such song"), ("addid \"\"", "50@0] {addid} No such song"),
    ("delete 99", "2@0] {delete} Bad song index"), ("delete 99:", "2@0] {delete} Bad song index"),
    ("delete 5", "2@0] {delete} Bad song index"), ("delete 2:1", "2@0] {delete} Malformed range: 2:1"),
    ("delete :2", "2@0] {delete} Integer or range expected: :2"),
    ("delete x", "2@0] {delete} Integer or range expected: x"),
    ("delete 1:x", "2@0] {delete} Integer or range expected: 1:x"),
    ("delete 1-2", "2@0] {delete} Integer or range expected: 1-2"),
    ("delete -5", "2@0] {delete} Number is negative: -5"), ("deleteid 999", "50@0] {deleteid} No such song"),
    ("deleteid x", "2@0] {deleteid} Integer expected: x"), ("move 0 99", "2@0] {move} Number too large: 99"),
    ("move 99 0", "2@0] {move} Bad song index"), ("move 0:2 3", "2@0] {move} Number too large: 3"),
    ("move -1 0", "2@0] {move} Open-ended range not supported"),
    ("move 0 -1", "55@0] {move} No current song"),
    ("moveid 999 0", "50@0] {moveid} No such song"), ("swap 0 99", "2@0] {swap} Bad song index"),
    ("swapid 1 99", "50@0] {swapid} No such song"), ("prio 256 0", "2@0] {prio} Number too large: 256"),
    ("prio 10 5", "2@0] {prio} Bad song index"), ("shuffle 5", "2@0] {shuffle} Bad song index"),
    ("playlistinfo 5", "2@0] {playlistinfo} Bad song index"),
    ("prio x 0", "2@0] {prio} Integer expected: x"), ("prio 10 99", "2@0] {prio} Bad song index"),
    ("prioid 10 99", "50@0] {prioid} No such song"), ("shuffle 99:", "2@0] {shuffle} Bad song index"),
    ("playlistinfo 99", "2@0] {playlistinfo} Bad song index"),
    ("playlistinfo 9:", "2@0] {playlistinfo} Bad song index"),
    ("playlistinfo 5:2", "2@0] {playlistinfo} Malformed range: 5:2"),
    ("playlistinfo 1.5", "2@0] {playlistinfo} Integer or range expected: 1.5"),
    ("playlistinfo 99999999999", "2@0] {playlistinfo} Number too large: 99999999999"),
    ("playlistid 99", "50@0] {playlistid} No such song"),
    ("plchanges x", "2@0] {plchanges} Integer expected: x"),
  ])
  func `a bad argument is named and nothing is edited`(line: String, answer: String) {
    let conversation = conversation()
    #expect(conversation.ask(line) == ["ACK [" + answer])
    #expect(conversation.fake.edits.isEmpty)
  }

  @Test(arguments: ["delete 4", "shuffle 4", "playlistinfo 4", "delete 4:", "shuffle 4:9", "playlistinfo 4:"])
  func `the place after the last song is an empty range, as in MPD`(line: String) {
    let conversation = conversation()
    #expect(conversation.ask(line) == ["OK"])
    #expect(conversation.fake.edits.isEmpty)
  }

  @Test(arguments: ["prio 10 4", "prio 10 4:"])
  func `a priority for the place after the last song reaches no song`(line: String) {
    let conversation = conversation()
    #expect(conversation.ask(line) == ["OK"])
    #expect(conversation.fake.edits == [.prioritise([], 10)])
  }

  @Test func `a song can't be moved relative to itself`() {
    #expect(
      conversation(playing: 1).ask("move 0:2 +0") == [
        "ACK [2@0] {move} Cannot move current song relative to itself"
      ])
  }

  @Test func `a full queue refuses more`() {
    let conversation = conversation()
    conversation.fake.maximumEntries = 6
    #expect(
      conversation.ask("add a") == [
        "ACK [51@0] {add} Playlist is too large: the queue holds at most 65536 songs, and 16 MiB of paths"
      ])
    #expect(conversation.ask("addid a/01.flac") == ["Id: 5", "OK"])
  }

  @Test func `an edit is acknowledged only when it is durable`() {
    let conversation = conversation()
    conversation.fake.holdsAnswers = true
    #expect(conversation.ask("delete 0\nping") == [])
    #expect(conversation.fake.snapshot.entries.count == 3)
    #expect(!conversation.client.wantsInput)
    conversation.fake.answerNext()
    #expect(conversation.hear() == "OK\nOK\n")
    #expect(conversation.client.wantsInput)
  }

  @Test func `an edit that can't be stored is answered with an error`() {
    let conversation = conversation()
    conversation.fake.edited[0] = .system("disk full")
    #expect(conversation.ask("clear") == ["ACK [52@0] {clear} disk full"])
  }

  @Test func `edits of a list are stored together, and its answer waits for all`() {
    let conversation = conversation()
    conversation.fake.holdsAnswers = true
    #expect(conversation.ask("command_list_ok_begin\ndelete 0\ndelete 0\nping\ncommand_list_end") == [])
    #expect(conversation.fake.snapshot.entries.count == 2)
    conversation.fake.answerNext()
    #expect(conversation.hear() == "")
    conversation.fake.answerNext()
    #expect(conversation.hear() == "list_OK\nlist_OK\nlist_OK\nOK\n")
  }

  @Test func `a list's edit that can't be stored takes back the answers behind it`() {
    let conversation = conversation()
    conversation.fake.holdsAnswers = true
    conversation.fake.edited[1] = .system("disk full")
    #expect(
      conversation.ask("command_list_ok_begin\ndelete 0\ndelete 0\nstatus\nplay 99\ncommand_list_end") == [])
    conversation.fake.answerNext()
    conversation.fake.answerNext()
    #expect(conversation.hear() == "list_OK\nACK [52@1] {delete} disk full\n")
    #expect(conversation.ask("ping") == ["OK"])
  }

  @Test func `an insert position is read again when the songs are there`() {
    let conversation = conversation(playing: 1)
    conversation.fake.holdsAnswers = true
    #expect(conversation.ask("add a/01.flac +0") == [])
    conversation.fake.status.current = .init(position: 3, id: EntryID(rawValue: 4))
    conversation.fake.answerNext()
    #expect(conversation.fake.edits == [.add([Self.first], at: .position(4))])
  }
}
