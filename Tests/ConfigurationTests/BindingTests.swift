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
      hold-ms = 800
      repeat-ms = 150
      [button quieter]
      line = 6
      press = volume -2
      """)
    var louder = ButtonSettings(name: "louder")
    louder.chip = "gpiochip1"
    louder.line = "GPIO5"
    louder.active = .high
    louder.bias = .pullDown
    louder.debounce = .kernel
    louder.debounceMilliseconds = 20
    louder.gestures.press = "volume +2"
    louder.gestures.hold = "mute"
    louder.gestures.double = "preset 3"
    louder.gestures.holdMilliseconds = 800
    louder.gestures.repeatMilliseconds = 150
    var quieter = ButtonSettings(name: "quieter")
    quieter.line = "6"
    quieter.gestures.press = "volume -2"
    #expect(settings.inputs.buttons == [louder, quieter])
  }

  @Test func `a key has what its section says`() throws {
    let settings = try read(
      "[key KEY_1]\npress = preset 1\n[key KEY_NEXTSONG]\npress = next\nhold = seek +30")
    #expect(settings.inputs.keys.map(\.name) == ["KEY_1", "KEY_NEXTSONG"])
    #expect(settings.inputs.keys.last?.gestures.hold == "seek +30")
  }

  @Test(arguments: [
    ("[button a]\npress = play", "box.ini:1: [button a] has no line; expected `line = ` with the GPIO line"),
    ("[button a]\nline = 1", "box.ini:1: [button a] does nothing; expected press, hold or double"),
    ("[key KEY_A]", "box.ini:1: [key KEY_A] does nothing; expected press, hold or double"),
    (
      "[button a]\nline = 1\npress = play\n[button a]\nline = 2\npress = play",
      "box.ini:4: [button a] stands in line 1 already; expected it once"
    ),
    (
      "[button a]\nline = 1\npress = play\n[button b]\nline = 1\npress = play",
      "box.ini:4: [button a] has line 1 of gpiochip0 already; expected one button per line"
    ),
    ("[button a]\nline = 1\nbias = up", "box.ini:3: bias = up; expected pull-up, pull-down or none"),
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
    "seek 10", "seek +0", "seek +x", "volume +101", "preset 0", "preset", "Play", "", "seek +5 +5",
  ])
  func `an action that is none is refused`(action: String) {
    #expect(message("[key KEY_A]\npress = \(action)")?.hasPrefix("box.ini:2: press = ") == true)
  }

  @Test(arguments: ["KEY_", "key_a", "PLAY", "KEY_plus", "KEY_NO SUCH"])
  func `a key that the kernel does not name is refused`(name: String) {
    #expect(message("[key \(name)]\npress = play")?.hasPrefix("box.ini:1: there is no key \(name)") == true)
  }
}
