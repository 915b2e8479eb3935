import Inputs
import Model
import Support
import Testing

@testable import Configuration

/// `board/system/jukebox.ini` is the reference of the configuration: it must know every key, and be right.
@Suite struct DocumentationTests {
  private func documentation() throws -> [String] {
    let text = try Repository.text(of: "board/system/jukebox.ini")
    return text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  /// A line with a key or heading that is commented out: `#` and no space.
  private func uncommented() throws -> String {
    try documentation().map { line in
      line.hasPrefix("#") && !line.hasPrefix("# ") ? String(line.dropFirst()) : line
    }.joined(separator: "\n")
  }

  @Test func `the documented file gives the defaults`() throws {
    try expectEqual(read(documentation().joined(separator: "\n")), Settings())
  }

  @Test
  func `the documented file is valid with all keys uncommented, and plain keys stand at their defaults`()
    throws
  {
    var settings = try read(uncommented())
    expectEqual(settings.inputs.keys.map(\.code.name), ["KEY_PLAYPAUSE"])
    expectEqual(settings.inputs.buttons.map(\.name), ["volume-up", "volume-down"])
    expectEqual(settings.inputs.chords.map(\.name), ["both"])
    expectEqual(settings.inputs.encoders.map(\.name), ["volume"])
    expectEqual(settings.inputs.leds.map(\.name), ["status"])
    expectEqual(settings.inputs.readers.map(\.name), ["door"])
    expectEqual(settings.outputs.map(\.name), ["rooms", "recorder", "browsers"])
    settings.outputs = []
    expectEqual(settings.library.folders, ["/srv/music"])
    settings.library.folders = []
    settings.inputs = InputSettings()
    expectEqual(settings, Settings())
  }

  @Test func `the documented file has exactly the keys of the tables, in their sections`() throws {
    let ini = try IniFile(bytes: Array(uncommented().utf8), name: "board/system/jukebox.ini")
    var expected = SettingKeys.sections.map { ([$0.name], $0.keys.map(\.name).sorted()) }
    expected.insert((["output", "rooms"], ["format", "path", "type"]), at: 1)
    expected.insert((["output", "recorder"], ["format", "path", "type"]), at: 2)
    expected.insert((["output", "browsers"], ["clients", "format", "listen", "type"]), at: 3)
    expected.append((["key", "KEY_PLAYPAUSE"], BindingKeys.key.map(\.name).sorted()))
    expected.append((["button", "volume-up"], BindingKeys.button.map(\.name).sorted()))
    expected.append((["button", "volume-down"], ["line", "press"]))
    expected.append((["chord", "both"], (BindingKeys.chord.map(\.name) + ["button"]).sorted()))
    expected.append((["encoder", "volume"], BindingKeys.encoder.map(\.name).sorted()))
    expected.append((["led", "status"], BindingKeys.led.map(\.name).sorted()))
    expected.append((["reader", "door"], BindingKeys.reader.map(\.name).sorted()))
    let found = ini.sections.map {
      ($0.name.split(separator: " ").map(String.init), $0.entries.map(\.name).sorted())
    }
    expectEqual(found.map(\.0), expected.map(\.0))
    for (found, expected) in zip(found, expected) { #expect(found.1 == expected.1, "\(found.0)") }
  }

  @Test func `the documented file names the actions in the words of the grammar`() throws {
    let text = try documentation().map { $0.drop { $0 == "#" || $0 == " " } }.joined(separator: " ")
    for action in Action.grammar.split(separator: ", ") {
      let expected = action.replacing("±SECONDS", with: "+N").replacing("±MINUTES", with: "+N").replacing(
        "±PERCENT", with: "+N"
      )
      .replacing("±DB", with: "+N").replacing("±X", with: "+N").replacing("X", with: "N")
      .replacing("MINUTES", with: "N").replacing("=PERCENT", with: "=N")
      #expect(text.contains(expected), "\(action)")
      #expect(Action(expected.replacing("N", with: "1")) != nil)
    }
  }

  @Test func `the page about buttons has every action`() throws {
    let page = try Repository.text(of: "docs/buttons.md")
    for action in Action.grammar.split(separator: ", ") {
      let verb = action.prefix { $0 != " " }
      #expect(page.contains("`\(verb)`") || page.contains("`\(verb) "), "\(action)")
    }
  }

  @Test func `the documented file marks exactly the keys that take effect now`() throws {
    var paragraph = ""
    for line in try documentation() {
      if line.hasPrefix("# ") { paragraph += line }
      for section in SettingKeys.sections {
        for key in section.keys where line.hasPrefix("#\(key.name) =") {
          let isMarked = paragraph.contains("(now)") || paragraph.contains("(now, ")
          #expect(isMarked == (key.effect == .now), "[\(section.name)] \(key.name)")
        }
      }
      if line.isEmpty { paragraph = "" }
      if line.hasPrefix("#[key") { return }
    }
  }
}
