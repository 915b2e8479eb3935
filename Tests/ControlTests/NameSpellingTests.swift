import Model
import Support
import Testing

@testable import Control

/// Names that are typed in another Unicode form than that of the volume.
@Suite struct NameSpellingTests {
  private func conversation() -> Conversation {
    let conversation = Conversation()
    conversation.fake.songs = [:]
    // The fake compares names as Swift does, in any Unicode form: another name stands for another form.
    conversation.fake.add(Song(uri: "Mueller/Oel.mp3", tags: [.init(.title, "Öl")]))
    conversation.fake.add(Song(uri: "Süd/a.mp3", tags: [.init(.title, "A")]))
    conversation.fake.otherSpellings = [
      "Müller": "Mueller", "Müller/Öl.mp3": "Mueller/Oel.mp3", "Süd": "Nowhere",
    ]
    return conversation
  }

  @Test(arguments: [
    "add Müller", "add Müller/", "add Müller/Öl.mp3", "find base Müller", "find \"(base \\\"Müller\\\")\"",
    "find \"((Title != 'x') AND (base 'Müller'))\"", "playlistadd P Müller/Öl.mp3", "addid Müller/Öl.mp3",
  ])
  func `a command that finds nothing runs again with the name as it is on the volume`(line: String) {
    let conversation = conversation()
    let answer = conversation.ask(line)
    #expect(answer.last == "OK", "\(answer)")
    if line.hasPrefix("find") { expectEqual(answer.first, "file: Mueller/Oel.mp3") }
    expectEqual(conversation.fake.askedSpellings.count, 1)
  }

  @Test func `the same bytes come first, and an unknown name is refused as typed`() {
    let conversation = conversation()
    expectEqual(conversation.ask("add Süd"), ["OK"])
    #expect(conversation.ask("add Nowhere") == ["ACK [50@0] {add} No such directory"])
    #expect(conversation.fake.askedSpellings.isEmpty)
    #expect(conversation.ask("add Nöwhere") == ["ACK [50@0] {add} No such directory"])
    expectEqual(conversation.fake.askedSpellings, [["Nöwhere"]])
    #expect(
      conversation.ask("find base Nöwhere Title Müller") == ["ACK [50@0] {find} No such directory"])
  }

  @Test(arguments: [
    (["a", "(Title == 'b')"], [] as [String]), (["ä", "b"], ["ä"]), (["ä/"], ["ä"]),
    (["(base 'ä\\'b')"], ["ä'b"]),
    (["(Title == 'ä')"], []), (["((Title == \"base\") AND (BASE \"ä\"))"], ["ä"]), (["(base 'ä"], []),
    (["(base"], []),
    (["(ä \\"], []), (["('ä' '"], []),
  ])
  func `names are arguments and the folders of filters`(words: [String], names: [String]) {
    #expect(NameSpelling(words)?.names ?? [] == names)
  }

  @Test func `a name in a filter is quoted again`() {
    let spelling = NameSpelling(["x", "((base 'ä') AND (Title == 'ö'))", "ü"])
    #expect(spelling?.words(with: [nil, nil]) == nil)
    expectEqual(spelling?.words(with: ["a\"b", nil]), ["x", "((base \"a\\\"b\") AND (Title == 'ö'))", "ü"])
    expectEqual(spelling?.words(with: [nil, "u"]), ["x", "((base 'ä') AND (Title == 'ö'))", "u"])
  }
}
