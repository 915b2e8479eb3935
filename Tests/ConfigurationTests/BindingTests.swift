import Inputs
import Player
import Testing

@testable import Configuration

@Suite struct BindingTests {
  @Test func `a button has what its section says`() throws {
    let settings = try read(
      """
      [button louder]
      chip = gpiochip1
      line = GPIO5
      active = high
      bias = pull-down
      debounce = kernel
      debounce-ms = 20
      press = volume +2
      hold = mute
      double = preset 3
      repeat-ms = 150
      [button quieter]
      line = 6
      press = volume -2
      """)
    let louder = ButtonBinding(
      name: "louder", chip: "gpiochip1", line: "GPIO5", active: .high, bias: .pullDown,
      debounce: .kernel(.milliseconds(20)),
      binding: Binding(
        press: .volume(percent: 2), hold: .mute, double: .preset(3), repeatPeriod: .milliseconds(150)))
    let quieter = ButtonBinding(name: "quieter", line: "6", binding: Binding(press: .volume(percent: -2)))
    #expect(settings.inputs.buttons == [louder, quieter])
    #expect(settings.inputs.bindings.buttons == [louder, quieter])
  }

  @Test func `the time of bouncing stays, whoever waits for it, in either order`() throws {
    for lines in ["debounce-ms = 7\ndebounce = kernel", "debounce = kernel\ndebounce-ms = 7"] {
      let settings = try read("[button a]\nline = 1\npress = play\n\(lines)")
      #expect(settings.inputs.buttons.first?.debounce == .kernel(.milliseconds(7)))
    }
  }

  @Test func `a key has what its section says`() throws {
    let settings = try read(
      "[key KEY_1]\npress = preset 1\n[key KEY_NEXTSONG]\npress = next\nhold = seek +30")
    let digit = try #require(KeyCode(name: "KEY_1"))
    let next = try #require(KeyCode(name: "KEY_NEXTSONG"))
    #expect(
      settings.inputs.keys == [
        KeyBinding(digit, Binding(press: .preset(1))),
        KeyBinding(next, Binding(press: .next, hold: .seek(seconds: 30))),
      ])
  }

  @Test func `a section lies over what its key does anyway, and an empty one takes that away`() throws {
    let mute = try #require(KeyCode(name: "KEY_MUTE"))
    let stop = try #require(KeyCode(name: "KEY_STOPCD"))
    let play = try #require(KeyCode(name: "KEY_PLAYPAUSE"))
    let keys = try read("[key KEY_MUTE]\n[key KEY_STOPCD]\npress = next").inputs.bindings.keys
    #expect(keys[mute] == nil)
    #expect(keys[stop] == Binding(press: .next))
    #expect(keys[play] == Binding(press: .toggle))
  }

  @Test(arguments: [
    ("[button a]\npress = play", "box.ini:1: [button a] has no line; expected `line = ` with the GPIO line"),
    ("[button a]\nline = 1", "box.ini:1: [button a] does nothing; expected press, hold or double"),
    (
      "[key KEY_MUTE]\n[key KEY_MUTE]",
      "box.ini:2: [key KEY_MUTE] stands in line 1 already; expected it once"
    ),
    (
      "[button a]\nline = 1\npress = play\n[button a]\nline = 2\npress = play",
      "box.ini:4: [button a] stands in line 1 already; expected it once"
    ),
    (
      "[button a]\nline = 1\npress = play\n[button b]\nline = 1\npress = play",
      "box.ini:4: [button a] has line 1 of gpiochip0 already; expected one button per line"
    ),
    (
      "[button a]\nline = 1\nbias = up",
      "box.ini:3: bias = up; expected pull-up, pull-down, disabled or as-is"
    ),
    ("[button a]\nline = 1\ndebounce-ms = 1001", "box.ini:3: debounce-ms = 1001; expected 0 to 1000"),
    ("[button a]\nrepeat-ms = 5", "box.ini:2: repeat-ms = 5; expected 20 to 10000, or off"),
    (
      "[key]\npress = play",
      "box.ini:1: there is no section [key]; expected one of "
        + "[audio], [library], [control], [player], [inputs], [key NAME], [button NAME]"
    ),
  ])
  func `a wrong binding is named with its line`(text: String, expected: String) {
    #expect(message(text) == expected)
  }

  @Test(arguments: [
    "seek 0", "seek +0", "seek +x", "volume +101", "preset 0", "preset", "Play", "", "none", "seek +5 +5",
  ])
  func `an action that is none is refused`(action: String) {
    #expect(message("[key KEY_A]\npress = \(action)")?.hasPrefix("box.ini:2: press = ") == true)
  }

  @Test(arguments: ["KEY_", "key_a", "PLAY", "KEY_plus", "KEY_NO SUCH", "SYN_REPORT", "30"])
  func `a key that the kernel does not name is refused`(name: String) {
    #expect(message("[key \(name)]\npress = play")?.hasPrefix("box.ini:1: there is no key \(name)") == true)
  }
}
