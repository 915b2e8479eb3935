import ArgumentParser
import Client
import Foundation
import Support
import Testing

@testable import jukebox

/// Cards as a table, as a spreadsheet writes it.
@Suite struct CardFileTests {
  private func rows(_ text: String) throws -> [CardFile.Row] { try CardFile.rows(Array(text.utf8)) }

  @Test func `a table of either separator is read, with quotes, empty values and line ends of any kind`()
    throws
  {
    let words = ["playlist", "Gute Nacht", "name", "Der \"rote\" Fisch; groß", "volume", "40"]
    for text in [
      "number,kind,target,name,volume\n0012,playlist,Gute Nacht,\"Der \"\"rote\"\" Fisch; groß\",40\n",
      "\u{FEFF}number;kind;target;name;volume\r\n0012;playlist;Gute Nacht;\"Der \"\"rote\"\" Fisch; groß\";40",
      "target,NUMBER,kind,volume,name\n\nGute Nacht,0012,playlist,40,\"Der \"\"rote\"\" Fisch; groß\"\n",
    ] {
      let row = try #require(try rows(text).first)
      #expect(row.number == "0012" && Set(row.words) == Set(words), "\(text)")
      expectEqual(Array(row.words.prefix(2)), ["playlist", "Gute Nacht"])
    }
    try expectEqual(
      rows("number,kind,target,again\n1,folder,\"a,b\",\n2,action,next,\n"),
      [
        CardFile.Row(line: 2, number: "1", words: ["folder", "a,b"]),
        CardFile.Row(line: 3, number: "2", words: ["action", "next"]),
      ])
  }

  @Test func `each wrong line is named, and then none is read`() {
    let text = "number,kind,target\n1,playlist,a\nä,playlist,a\n2,cake,a\n3,song,\n4,song\n1,folder,b\n"
    let failure = #expect(throws: Failure.self) { try rows(text) }
    expectEqual(
      failure?.description,
      """
      line 3: a number has 1 to 128 printable characters of ASCII
      line 4: kind is one of playlist, podcast, folder, song, stream, pad, action
      line 5: the target is empty
      line 6: 2 values, and not 3
      line 7: the number 1 is in line 2, too
      Nothing was bound.
      """)
  }

  @Test(arguments: [
    "", "1,playlist,a\n", "number,kind\n", "number,kind,target,colour\n", "number,number,kind,target\n",
  ])
  func `the first line names the columns`(text: String) {
    let failure = #expect(throws: Failure.self) { try rows(text) }
    #expect(failure?.description.contains("line 1: the first line names the columns") == true)
  }

  @Test func `a printed table is read again`() throws {
    let answer = Answer(
      "unknown: 9", "reader: door", "ago: 5", "card: 0012", "playlist: Gute, \"Nacht\"", "storage: A",
      "name: Fisch", "again: next", "order: one", "volume: 40", "card: 0012", "folder: b", "hidden: 1",
      "card: 7", "action: volume +2", "repeat-ms: 300", "when-locked: yes")
    let text = CardFile.text(Card.all(answer))
    try expectEqual(
      rows(text),
      [
        CardFile.Row(
          line: 2, number: "0012",
          words: [
            "playlist", "Gute, \"Nacht\"", "name", "Fisch", "again", "next", "order", "one", "volume", "40",
          ]),
        CardFile.Row(
          line: 3, number: "7",
          words: ["action", "volume +2", "repeat-ms", "300", "when-locked", "yes"]),
      ])
  }

  @Test func `a card is listed with what is set for it, and whether its stick is there`() {
    let answer = Answer(
      "card: 1", "folder: A/b", "storage: A", "name: Fish", "again: next", "away: keep", "order: one",
      "volume: 40", "absent: 1", "card: 2", "action: volume +2", "repeat-ms: 300", "when-locked: yes",
      "card: 3", "action: lock", "when-locked: no")
    let cards = Card.all(answer)
    expectEqual(
      cards.map(\.line),
      [
        "1  folder A/b  “Fish”  on A  order one, again next, away keep, volume 40  (stick not plugged in)",
        "2  action volume +2  repeat-ms 300, when-locked", "3  action lock",
      ])
    #expect(CardFile.text(cards).hasSuffix("\n3,action,lock,,,,,,,no\n"))
  }

  @Test(arguments: [
    ["--action", "dance"], ["--action", "volume loud"], ["Party", "--order", "dance"],
    ["Party", "--away", "never"], ["Party", "--again", "twice"],
  ])
  func `a word that makes no sense is refused before a card is waited for`(words: [String]) {
    #expect(throws: (any Error).self) { try JukeboxCommand.parseAsRoot(["card", "learn"] + words) }
    #expect(throws: Never.self) { try JukeboxCommand.parseAsRoot(["card", "learn", "--action", "sleep 30"]) }
  }

  @Test func `not UTF-8 and too many cards are refused`() {
    #expect(throws: Failure.self) { try CardFile.rows([0xFF, 0xFE, 0x41]) }
    let many = "number,kind,target\n" + (0...CardFile.mostRows).map { "\($0),song,a\n" }.joined()
    #expect(throws: Failure.self) { try rows(many) }
  }

  @Test func `a table is imported line by line, and what the jukebox refuses is named with its line`() throws
  {
    let file = try TemporaryFolder()
    let path = "\(file.path)/cards.csv"
    try Data("number,kind,target\n1,folder,a\n2,playlist,None\n3,song,b\n".utf8)
      .write(to: URL(filePath: path))
    let ended = try Program.run(
      ["card", "import", path], into: "/dev/null",
      [[], ["ACK [50@0] {card} No such playlist: None"], []])
    #expect(ended.status == 1 && ended.errors.contains("line 3: "), "\(ended.errors)")
    #expect(ended.errors.contains("2 cards bound."))
    expectEqual(ended.asked.filter { $0.contains("bind") }.count, 3)
  }
}
