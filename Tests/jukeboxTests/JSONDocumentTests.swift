import ArgumentParser
import Support
import Testing

@testable import jukebox

/// What scripts read: `--json` and its page.
@Suite struct JSONDocumentTests {
  /// Commands that change something, or write to a terminal or file alone; their results are lines for people.
  private static let without: Set<String> = [
    "add", "alarm add", "alarm delete", "alarm off", "alarm on", "alarm set", "alarm snooze", "alarm stop",
    "allow", "announce", "balance", "card away", "card export", "card import", "card learn",
    "card placed",
    "card play", "card remove", "channels", "clear", "clock set", "consume",
    "crossfade", "cue next", "cue play",
    "cue previous", "cue remove", "doctor buttons", "doctor sound", "export", "library exclude",
    "library include", "lock", "mixramp", "mute", "next", "pad export", "pad folder", "pad folder-remove",
    "pad grid",
    "pad move", "pad pause", "pad press", "pad remove", "pad stop", "pad trim", "pause", "play",
    "playlist add", "playlist clear", "playlist delete", "playlist folder delete", "playlist folder make",
    "playlist folder rename", "playlist load", "playlist move", "playlist order", "playlist play",
    "playlist remove", "playlist rename", "playlist save", "playlist set", "previous", "queue move",
    "queue remove", "quiet add", "quiet delete", "quiet set", "random", "record analyze", "record discard",
    "record keep", "record play",
    "record start", "record stop", "render", "repeat", "replaygain", "seek", "shuffle", "single",
    "station add", "station play", "station remove", "stop", "toggle",
  ]

  private func commands() -> [(path: String, hasJSON: Bool)] {
    func leaves(_ type: any ParsableCommand.Type, _ path: [String]) -> [(String, Bool)] {
      let inner = type.configuration.subcommands
      guard inner.isEmpty else { return inner.flatMap { leaves($0, path + [$0._commandName]) } }
      return [(path.joined(separator: " "), JukeboxCommand.helpMessage(for: type).contains("\n  --json"))]
    }
    return leaves(JukeboxCommand.self, []).map { (path: $0.0, hasJSON: $0.1) }
  }

  @Test func `each command that shows something prints JSON`() {
    let lacking = commands().filter { !$0.hasJSON && !Self.without.contains($0.path) }.map(\.path)
    #expect(lacking.isEmpty, "give them --json: \(lacking)")
    let surplus = Self.without.subtracting(commands().filter { !$0.hasJSON }.map(\.path))
    #expect(surplus.isEmpty, "they have --json, or do not exist: \(surplus)")
  }

  @Test func `the page of JSON has each command that prints it, and no other`() throws {
    let page = try Repository.text(of: "docs/json.md")
    let rows = page.split(separator: "\n").filter { $0.hasPrefix("| `") }
    let cells = rows.compactMap { $0.split(separator: "|").first.map(String.init) }
    let named = Set(
      cells.flatMap {
        $0.split(separator: "`").enumerated().filter { $0.offset % 2 == 1 }.map { String($0.element) }
      })
    for command in commands() where command.hasJSON {
      #expect(named.contains(command.path), "docs/json.md has no row of `\(command.path)`")
    }
    let known = Set(commands().filter(\.hasJSON).map(\.path))
    for name in named where !name.hasPrefix("search --") && name != "browse" {
      #expect(known.contains(name), "docs/json.md has a row of `\(name)`, which prints no JSON")
    }
  }
}
