import Model
import Support
import Testing

@testable import Control

/// What MPD 0.24 answers where it has one partition, one output without attributes, and no streams.
@Suite("Partitions, and what else there is one of")
struct PartitionCommandTests {
  @Test(arguments: [
    ("listpartitions", ["partition: default", "OK"]),
    ("listpartitions x", ["ACK [2@0] {listpartitions} wrong number of arguments for \"listpartitions\""]),
    ("partition default", ["OK"]),
    ("partition foo", ["ACK [50@0] {partition} partition does not exist"]),
    ("partition \"\"", ["ACK [50@0] {partition} partition does not exist"]),
    ("moveoutput null", ["OK"]),
    ("moveoutput nope", ["ACK [50@0] {moveoutput} No such output"]),
    ("outputset 0 dop 1", ["ACK [2@0] {outputset} Unsupported attribute"]),
    ("outputset 0 \"\" \"\"", ["ACK [2@0] {outputset} Illegal attribute name"]),
    ("outputset 9 a b", ["ACK [50@0] {outputset} No such audio output"]),
    ("outputset 1 dop 1", ["ACK [2@0] {outputset} Unsupported attribute"]),
    ("outputset 0 volume 50", ["ACK [2@0] {outputset} Unsupported attribute"]),
    ("outputset 1 volume 101", ["ACK [2@0] {outputset} Invalid volume value"]),
    ("outputset 1 volume x", ["ACK [2@0] {outputset} Integer expected: x"]),
    ("outputset x a b", ["ACK [2@0] {outputset} Integer expected: x"]),
    ("addtagid 1 Artist X", ["ACK [4@0] {addtagid} Cannot edit tags of local file"]),
    ("addtagid 1 nosuch X", ["ACK [2@0] {addtagid} Unknown tag type: nosuch"]),
    ("addtagid 99 artist X", ["ACK [50@0] {addtagid} No such song"]),
    ("addtagid x artist X", ["ACK [2@0] {addtagid} Integer expected: x"]),
    ("cleartagid 1", ["ACK [4@0] {cleartagid} Cannot edit tags of local file"]),
    ("cleartagid 1 artist", ["ACK [4@0] {cleartagid} Cannot edit tags of local file"]),
    ("cleartagid 1 nosuch", ["ACK [2@0] {cleartagid} Unknown tag type: nosuch"]),
    ("cleartagid 99", ["ACK [50@0] {cleartagid} No such song"]),
  ])
  func `the answer is MPD's`(line: String, answer: [String]) {
    let conversation = Conversation()
    conversation.fake.outputs.append(
      OutputStatus(name: "rooms", plugin: "snapcast", isEnabled: true, volume: 100))
    _ = conversation.ask("add a/01.flac")
    expectEqual(conversation.ask(line), answer)
  }

  @Test func `each output is switched by its number, and a further one has a volume as its attribute`() {
    let conversation = Conversation()
    conversation.fake.outputs.append(
      OutputStatus(name: "rooms", plugin: "snapcast", isEnabled: true, volume: 100))
    expectEqual(conversation.ask("outputset 1 volume 40"), ["OK"])
    expectEqual(conversation.ask("toggleoutput 1"), ["OK"])
    let first = ["outputid: 0", "outputname: null", "plugin: null", "outputenabled: 1"]
    func second(_ enabled: Int) -> [String] {
      [
        "outputid: 1", "outputname: rooms", "plugin: snapcast", "outputenabled: \(enabled)",
        "attribute: volume=40",
      ]
    }
    expectEqual(conversation.ask("outputs"), first + second(0) + ["OK"])
    expectEqual(conversation.ask("enableoutput 1"), ["OK"])
    expectEqual(conversation.ask("outputs"), first + second(1) + ["OK"])
    #expect(conversation.ask("disableoutput 2") == ["ACK [50@0] {disableoutput} No such audio output"])
  }
}
