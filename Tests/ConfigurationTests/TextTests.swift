import Inputs
import Model
import Support
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
    trust = 192.168.1.0/24 all
    password = p;q = r
    password = "x@y@all"
    password = guest@read
    default-permissions = read,control
    local-permissions = none
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
    [button c]
    line = 4
    [chord both]
    button = c
    button = a b
    window-ms = 120
    hold = shutdown
    [encoder knob]
    a = 5
    b = GPIO6
    bias = disabled
    changes-per-click = 2
    clockwise = volume +3
    counter-clockwise = volume -3
    [led eye]
    line = 7
    active = low
    steady = playing
    steady = paused
    blink = error
    blink-ms = 125
    """

  @Test func `the output of --check reads back as the same settings`() throws {
    for text in ["", full] {
      let settings = try read(text)
      try expectEqual(read(settings.text), settings)
      try expectEqual(read(settings.text).text, settings.text)
    }
  }

  @Test func `the output of --check has every key of every plain section`() throws {
    let lines = try read(full).text.split(separator: "\n")
    for section in SettingKeys.sections {
      #expect(lines.contains("[\(section.name)]"))
      for key in section.keys { #expect(lines.contains { $0.hasPrefix("\(key.name) =") }, "\(key.name)") }
    }
  }

  @Test func `no difference is no change`() throws {
    try expectEqual(read(full).changes(to: read(full)), [])
  }

  @Test func `a change is named, and has the time of its effect`() throws {
    let old = try read(full)
    var new = old
    new.audio.rate = 48_000
    new.player.maxVolume = 50
    new.inputs.keys = []
    new.inputs.chords[0].window = .milliseconds(90)
    new.inputs.encoders[0].changesPerStep = 1
    new.inputs.leds = []
    new.inputs.buttons[0].address.line = "4"
    new.inputs.buttons.append(ButtonBinding(name: "d", line: "8", binding: Binding(press: .play)))
    expectEqual(
      old.changes(to: new),
      [
        SettingChange(setting: "[audio] rate", effect: .atNextStart),
        SettingChange(setting: "[player] max-volume", effect: .now),
        SettingChange(setting: "[key KEY_1]", effect: .now),
        SettingChange(setting: "[button a b]", effect: .now),
        SettingChange(setting: "[button d]", effect: .now),
        SettingChange(setting: "[chord both]", effect: .now),
        SettingChange(setting: "[encoder knob]", effect: .now),
        SettingChange(setting: "[led eye]", effect: .now),
      ])
    expectEqual(
      old.changes(to: new).first?.description, "[audio] rate changed and takes effect at the next start")
  }
}
