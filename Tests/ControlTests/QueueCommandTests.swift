import Model
import Support
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
    expectEqual(conversation.ask(line), ["OK"])
    expectEqual(conversation.fake.edits, [edit])
  }

  @Test(arguments: ["add", "add /", "add \"\""])
  func `adding the root adds everything`(line: String) {
    let conversation = Conversation()
    let answer = conversation.ask(line == "add" ? "add a" : line)
    expectEqual(answer, ["OK"])
    expectEqual(conversation.fake.snapshot.entries.count, 4)
  }

  @Test(arguments: [
    ("add nosuch", "50@0] {add} No such directory"), ("add ../x", "50@0] {add} No such directory"),
    ("add a//01.flac", "50@0] {add} No such directory"), ("add a/", "50@0] {add} No such directory"),
    (
      "add foo://x/",
      "2@0] {add} Unsupported URI scheme: only http:// and https:// URLs can be played; this command may take files alone"
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
    expectEqual(conversation.ask(line), ["ACK [" + answer])
    #expect(conversation.fake.edits.isEmpty)
  }

  @Test(arguments: ["delete 4", "shuffle 4", "playlistinfo 4", "delete 4:", "shuffle 4:9", "playlistinfo 4:"])
  func `the place after the last song is an empty range, as in MPD`(line: String) {
    let conversation = conversation()
    expectEqual(conversation.ask(line), ["OK"])
    #expect(conversation.fake.edits.isEmpty)
  }

  @Test(arguments: ["prio 10 4", "prio 10 4:"])
  func `a priority for the place after the last song reaches no song`(line: String) {
    let conversation = conversation()
    expectEqual(conversation.ask(line), ["OK"])
    expectEqual(conversation.fake.edits, [.prioritise([], 10)])
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
    expectEqual(conversation.ask("addid a/01.flac"), ["Id: 5", "OK"])
  }

  @Test func `an edit is acknowledged only when it is durable`() {
    let conversation = conversation()
    conversation.fake.holdsAnswers = true
    expectEqual(conversation.ask("delete 0\nping"), [])
    expectEqual(conversation.fake.snapshot.entries.count, 3)
    #expect(!conversation.client.wantsInput)
    conversation.fake.answerNext()
    expectEqual(conversation.hear(), "OK\nOK\n")
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
    expectEqual(conversation.ask("command_list_ok_begin\ndelete 0\ndelete 0\nping\ncommand_list_end"), [])
    expectEqual(conversation.fake.snapshot.entries.count, 2)
    #expect(!conversation.client.wantsInput)
    conversation.fake.answerNext()
    conversation.fake.answerNext()
    #expect(conversation.hear() == "" && conversation.fake.flushes == 1)
    conversation.fake.answerNext()
    expectEqual(conversation.hear(), "list_OK\nlist_OK\nlist_OK\nOK\n")
    #expect(conversation.fake.flushes == 1 && conversation.client.wantsInput && !conversation.fake.isInList)
  }

  @Test func `a list that only asks waits for no storage`() {
    let conversation = conversation()
    _ = conversation.ask("command_list_begin\nplaylistinfo\nping\ncommand_list_end")
    expectEqual(conversation.fake.flushes, 0)
  }

  @Test func `a list whose edit can't be stored ends with the command that it has come to`() {
    let conversation = conversation()
    conversation.fake.holdsAnswers = true
    conversation.fake.edited[0] = .system("disk full")
    // Adding waits for the library, and the failure comes first.
    expectEqual(
      conversation.ask("command_list_ok_begin\ndelete 0\nadd a/01.flac\ndelete 0\ncommand_list_end"), [])
    conversation.fake.answerNext()
    conversation.fake.answerNext()
    conversation.fake.answerNext()
    #expect(conversation.hear() == "list_OK\nACK [52@1] {add} disk full\n")
    expectEqual(conversation.fake.edits, [.delete(0..<1)])
    conversation.fake.holdsAnswers = false
    expectEqual(conversation.ask("ping"), ["OK"])
  }

  @Test func `a list whose flush fails is answered with that at its last command`() {
    let conversation = conversation()
    conversation.fake.flushed = .system("disk full")
    #expect(
      conversation.ask("command_list_begin\ndelete 0\ndelete 0\ncommand_list_end") == [
        "ACK [52@1] {delete} disk full"
      ])
  }

  @Test(arguments: [
    "deleteid 99", "addid nosuch", "add nosuch", "delete 9", "move 0 9", "swap 0 9", "prio 1 9",
    "prioid 1 99",
  ])
  func `an error in a list stops the commands after it`(wrong: String) {
    let conversation = conversation()
    let answer = conversation.ask(
      "command_list_ok_begin\ndelete 0\n\(wrong)\nadd a/01.flac\nadd a/02.flac\ndelete 0\ncommand_list_end")
    #expect(answer.count == 2 && answer[0] == "list_OK" && answer[1].contains("@1] {"))
    expectEqual(conversation.fake.edits, [.delete(0..<1)])
  }

  @Test func `a list waits for slow storage, and is not refused`() {
    let conversation = conversation()
    let fake = conversation.fake
    fake.hasRoomForEdits = false
    expectEqual(conversation.ask("command_list_begin\ndelete 0\ndelete 0\ncommand_list_end\nping"), [])
    #expect(fake.edits.isEmpty && !conversation.client.wantsInput)
    fake.hasRoomForEdits = true
    fake.roomWaiters.removeFirst()()
    expectEqual(conversation.hear(), "OK\nOK\n")
    #expect(fake.edits.count == 2 && fake.roomWaiters.isEmpty)
  }

  @Test func `songs that a list adds one after the other are one edit`() {
    let conversation = Conversation()
    let lines = ["add a/02.flac", "add \"a/01.flac\"", "add a", "add a/03.flac", "add a/04.flac 0"]
    #expect(
      conversation.ask("command_list_ok_begin\n\(lines.joined(separator: "\n"))\ncommand_list_end")
        == ["list_OK", "list_OK", "list_OK", "list_OK", "list_OK", "OK"])
    let tracks = (1...4).map { FakeBackend.track("a/0\($0).flac") }
    expectEqual(conversation.fake.askedTogether, [4])
    expectEqual(
      conversation.fake.edits,
      [
        .add([tracks[1], tracks[0]], at: .position(0)), .add(tracks, at: .position(2)),
        .add([tracks[2]], at: .position(6)), .add([tracks[3]], at: .position(0)),
      ])
  }

  @Test func `each song that is added by its number in a list gets its answer`() {
    let conversation = Conversation()
    expectEqual(
      conversation.ask(
        "command_list_ok_begin\naddid a/02.flac\naddid a/01.flac\naddid a/03.flac\nping\ncommand_list_end"),
      [
        "Id: 1", "list_OK", "Id: 2", "list_OK", "Id: 3", "list_OK", "list_OK", "OK",
      ])
    #expect(conversation.fake.askedTogether == [3] && conversation.fake.edits.count == 1)
    #expect(
      conversation.ask(
        "command_list_ok_begin\naddid a/02.flac\naddid a\naddid a/03.flac\ncommand_list_end") == [
          "Id: 4", "list_OK", "ACK [50@1] {addid} No such song",
        ])
    expectEqual(conversation.fake.snapshot.entries.count, 4)
  }

  @Test func `a command list adds songs until the queue is full`() {
    let conversation = conversation()
    conversation.fake.maximumEntries = 6
    let lines = (1...4).map { "addid a/0\($0).flac\n" }.joined()
    let answer = conversation.ask("command_list_ok_begin\n\(lines)command_list_end")
    expectEqual(answer.prefix(4), ["Id: 5", "list_OK", "Id: 6", "list_OK"])
    #expect(answer.count == 5 && answer[4].hasPrefix("ACK [51@2] {addid} Playlist is too large"))
    expectEqual(conversation.fake.snapshot.entries.count, 6)
  }

  @Test(arguments: ["add foo://x/y.mp3", "add nosuch", "addid nosuch", "load nosuch", "add a/01.flac 9"])
  func `a clear is undone if the add after it is refused`(line: String) {
    let conversation = conversation()
    let entries = conversation.fake.snapshot.entries
    #expect(conversation.ask("clear") == ["OK"] && conversation.ask("status").last == "OK")
    conversation.fake.holdsAnswers = true
    expectEqual(conversation.ask(line), [])
    while conversation.fake.heldCount > 0 { conversation.fake.answerNext() }
    #expect(conversation.hear().hasPrefix("ACK ["))
    expectEqual(conversation.fake.snapshot.entries, entries)
    conversation.fake.holdsAnswers = false
    #expect(conversation.ask("command_list_begin\nclear\n\(line)\ncommand_list_end")[0].contains("@1] {"))
    expectEqual(conversation.fake.snapshot.entries, entries)
  }

  @Test func `an add without permission does not restore a cleared queue`() {
    let conversation = conversation()
    _ = conversation.ask("clear")
    conversation.client.restrict(to: .read)
    #expect(conversation.ask("add nosuch")[0].hasPrefix("ACK [4@0]"))
    #expect(conversation.fake.snapshot.entries.isEmpty)
  }

  @Test func `commands wait until the jukebox is ready`() {
    let conversation = conversation()
    let hub = Hub(backend: conversation.fake.backend)
    hub.hold()
    let client = hub.connect(isLocal: true)
    client.sent(client.pendingOutput.count)
    client.receive(Array("ping\n".utf8).span)
    #expect(client.pendingOutput.isEmpty && !client.wantsInput)
    hub.becomeReady()
    #expect(String(decoding: client.pendingOutput, as: UTF8.self) == "OK\n" && client.wantsInput)
  }

  @Test func `an insert position is read again when the songs are there`() {
    let conversation = conversation(playing: 1)
    conversation.fake.holdsAnswers = true
    expectEqual(conversation.ask("add a/01.flac +0"), [])
    conversation.fake.status.current = .init(position: 3, id: EntryID(rawValue: 4))
    conversation.fake.answerNext()
    expectEqual(conversation.fake.edits, [.add([Self.first], at: .position(4))])
  }
}
