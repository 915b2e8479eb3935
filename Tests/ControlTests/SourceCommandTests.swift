import Model
import Support
import Testing

@testable import Control

/// Which folders of the volumes the library has.
@Suite struct SourceCommandTests {
  private let conversation = Conversation()
  private var folders: FakeSourceFolders { conversation.fake.folders }

  @Test func `sources lists folders with their rules and sums`() {
    folders.reports = [
      FolderReport(uri: "Stick", rule: nil, isExcluded: false, songs: 3, duration: .seconds(61)),
      FolderReport(uri: "Stick/Speech", rule: false, isExcluded: true, songs: 0, duration: .zero),
      FolderReport(uri: "Stick/Speech/a", rule: true, isExcluded: false, songs: 1, duration: .seconds(1)),
    ]
    expectEqual(
      conversation.ask("library sources"),
      [
        "directory: Stick", "excluded: 0", "songs: 3", "playtime: 61", "directory: Stick/Speech",
        "rule: exclude",
        "excluded: 1", "songs: 0", "playtime: 0", "directory: Stick/Speech/a", "rule: include", "excluded: 0",
        "songs: 1", "playtime: 1", "OK",
      ])
  }

  @Test func `folders are found in windows`() {
    folders.reports = (0..<80).map {
      FolderReport(uri: "\($0)", rule: nil, isExcluded: false, songs: 1, duration: .zero)
    }
    func found(_ line: String) -> [String] {
      conversation.ask(line).filter { $0.hasPrefix("directory") || $0.hasPrefix("ACK") }
    }
    expectEqual(found("library folders live blue").count, 50)
    expectEqual(folders.question?.text, "live blue")
    expectEqual(found("library folders live window 3:5"), ["directory: 3", "directory: 4"])
    expectEqual(folders.question?.limit, 5)
    #expect(found("library folders live window 9000:").isEmpty)
  }

  @Test func `a folder is included and excluded by its URI`() {
    expectEqual(conversation.ask("library exclude Stick/Speech"), ["updating_db: 7", "OK"])
    expectEqual(conversation.ask("library include Stick"), ["updating_db: 7", "OK"])
    expectEqual(folders.rules, ["Stick/Speech": false, "Stick": true])
    folders.refusal = .noSuchDirectory
    #expect(conversation.ask("library exclude x") == ["ACK [50@0] {library} No such directory: x"])
    #expect(conversation.ask("library exclude ../x") == ["ACK [50@0] {library} No such directory"])
  }

  @Test(arguments: ["library", "library folders", "library include", "library sources x", "library other"])
  func `wrong words are refused`(line: String) {
    #expect(conversation.ask(line).first?.hasPrefix("ACK [2@0] {library}") == true)
  }

  @Test func `an administrator alone changes the library's folders`() {
    _ = conversation.ask("restrict read control")
    expectEqual(conversation.ask("library sources"), ["OK"])
    for word in ["include", "exclude"] {
      #expect(
        conversation.ask("library \(word) a")
          == ["ACK [4@0] {library} you don't have permission for \"library\""])
    }
    #expect(folders.rules.isEmpty)
  }
}
