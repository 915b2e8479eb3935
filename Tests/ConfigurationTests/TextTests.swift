import Inputs
import Player
import Testing

@testable import Configuration

@Suite struct TextTests {
  private let full = """
    [audio]
    output = null
    rate = 96000
    [library]
    folder = /a
    folder = /b # c
    mount-root = off
    [control]
    tcp = [fe80::1]:6600
    password = p;q = r
    [player]
    start-volume = 0
    shutdown-command = systemctl poweroff
    [inputs]
    grab = A
    grab = B
    [key KEY_1]
    press = preset 1
    repeat-ms = 100
    [button a b]
    line = 3
    hold = shutdown
    """

  @Test func `what --check prints reads back as the same settings`() throws {
    for text in ["", full] {
      let settings = try read(text)
      #expect(try read(settings.text) == settings)
      #expect(try read(settings.text).text == settings.text)
    }
  }

  @Test func `what --check prints has every key of every plain section`() throws {
    let lines = try read(full).text.split(separator: "\n")
    for section in SettingKeys.sections {
      #expect(lines.contains("[\(section.name)]"))
      for key in section.keys { #expect(lines.contains { $0.hasPrefix("\(key.name) =") }, "\(key.name)") }
    }
  }

  @Test func `no difference is no change`() throws {
    #expect(try read(full).changes(to: read(full)) == [])
  }

  @Test func `a change is named, and says when it takes effect`() throws {
    let old = try read(full)
    var new = old
    new.audio.rate = 48_000
    new.player.maxVolume = 50
    new.inputs.keys = []
    new.inputs.buttons[0].line = "4"
    new.inputs.buttons.append(ButtonBinding(name: "c", line: "5", binding: Binding(press: .play)))
    #expect(
      old.changes(to: new) == [
        SettingChange(setting: "[audio] rate", effect: .atNextStart),
        SettingChange(setting: "[player] max-volume", effect: .now),
        SettingChange(setting: "[key KEY_1]", effect: .now),
        SettingChange(setting: "[button a b]", effect: .now),
        SettingChange(setting: "[button c]", effect: .now),
      ])
    #expect(
      old.changes(to: new).first?.description == "[audio] rate changed and takes effect at the next start")
  }
}
