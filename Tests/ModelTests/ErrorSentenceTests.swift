import Support
import Testing

@testable import Model

@Suite struct ErrorSentenceTests {
  @Test func `the page's English has the sentences of the table`() throws {
    var page: [ErrorKey: String] = [:]
    for path in ["page/texts/en.js", "page/texts/views/en.js"] {
      for line in try Repository.text(of: path).split(separator: "\n") {
        let parts = line.split(separator: "\"", omittingEmptySubsequences: false)
        guard parts.count == 5, parts[1].hasPrefix("refusal."),
          let key = ErrorKey(rawValue: String(parts[1].dropFirst("refusal.".count)))
        else { continue }
        page[key] = String(parts[3])
      }
    }
    #expect(page.count > 30)
    for key in ErrorKey.allCases {
      #expect(
        page[key] == ErrorSentence.onPage[key],
        "refusal.\(key.rawValue) in page/texts and Sources/Model/ErrorSentence.swift must be the same")
    }
  }

  @Test func `a sentence names only what a program fills in, and has no last point`() {
    let known = Set(["about", "1", "2", "all", "quoted", "reason", "AlbumArtist", "Album"])
    for sentence in ErrorSentence.all {
      for text in [sentence.text, sentence.remedy].compactMap({ $0 }) {
        let names = text.split(separator: "{").dropFirst().map { String($0.prefix { $0 != "}" }) }
        #expect(known.isSuperset(of: names), "\(text)")
        #expect(!text.hasSuffix("."), "\(text)")
        if sentence.reader != .commandLine { #expect(Set(names).isSubset(of: ["about"]), "\(text)") }
      }
      #expect(sentence.reader == .commandLine || sentence.commands.isEmpty, "\(sentence.text)")
    }
  }

  @Test func `an error of a command has one sentence`() {
    var seen: Set<String> = []
    for sentence in ErrorSentence.all where sentence.reader != .page {
      for command in sentence.commands.isEmpty ? [""] : sentence.commands {
        #expect(seen.insert("\(sentence.key) \(command)").inserted, "\(sentence.key) of \(command)")
      }
    }
    #expect(
      ErrorSentence.onCommandLine(.noSuchSong, of: "announce")?.text == "There is no pad or song {about}")
    #expect(ErrorSentence.onCommandLine(.noSuchSong, of: "rate")?.text == "There is no song {about}")
    #expect(ErrorSentence.onCommandLine(.limitReached, of: "add") == nil)
  }

  @Test func `a key has a sentence in MPD's manner`() {
    expectEqual(ErrorKey.noSuchPadFolder.reply, "No such pad folder")
    expectEqual(ErrorKey.overtaken.reply, "Overtaken")
    for key in ErrorKey.allCases { #expect(key.reply.first?.isUppercase == true, "\(key)") }
  }

  @Test func `names in braces are filled in once`() {
    let values = ["about": "{1}", "1": "x"]
    #expect(ErrorSentence.filled("a {about} b {1}{Album}", values) == "a {1} b x{Album}")
    #expect(ErrorSentence.filled("{about", values) == "{about" && ErrorSentence.filled("", values) == "")
  }
}
