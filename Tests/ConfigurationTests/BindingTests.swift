import Inputs
import Model
import Support
import Testing

@testable import Configuration

@Suite struct BindingTests {
  @Test func `a button has the values of its section`() throws {
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
    expectEqual(settings.inputs.buttons, [louder, quieter])
    expectEqual(settings.inputs.bindings.buttons, [louder, quieter])
  }

  @Test func `a reader has the values of its section, and shares its device with no other`() throws {
    let settings = try read(
      """
      [reader door]
      type = pad
      device = Sycreader RFID Technology
      again = toggle
      away = keep
      away-ms = 900
      back-minutes = 5
      needs-card = off
      unbound = song
      presence = 27
      """)
    var reader = ReaderBinding(name: "door")
    (reader.kind, reader.device) = (.pad, "Sycreader RFID Technology")
    (reader.again, reader.away, reader.awayDelay) = (.toggle, .keep, .milliseconds(900))
    (reader.backTime, reader.needsCard, reader.unbound) = (.seconds(300), false, .song)
    reader.presence = "27"
    expectEqual(settings.inputs.bindings.readers, [reader])
    try expectEqual(read(settings.text).inputs.readers, [reader])
    for (text, problem) in [
      ("[reader door]\ntype = keys", "has no device"), ("[reader door]\ntype = spi", "type = spi"),
      ("[reader a]\ndevice = x\n[reader b]\ndevice = x", "already has device = x"),
      ("[reader a]\ndevice = x\nagain = twice", "again = twice"),
      ("[reader a]\ndevice = x\nback-minutes = 1441", "0 to 1440"),
      ("[button b]\nline = 27\npress = next\n[reader a]\ndevice = x\npresence = 27", "already uses line 27"),
      (
        "[button b]\nline = 25\npress = next\n[reader a]\ntype = rc522\ndevice = /dev/spidev0.0\nreset = 25",
        "already uses line 25"
      ),
      ("[reader a]\ndevice = x\nneeds-card = yes", "on or off"),
    ] {
      let refusal = #expect(throws: ConfigurationError.self) { try read(text) }
      #expect(refusal?.description.contains(problem) == true, "\(text)")
    }
  }

  @Test func `a reader that is no keyboard has a device file, and is not the daemon's`() throws {
    let settings = try read(
      """
      [reader door]
      type = rc522
      device = /dev/spidev0.0
      reset = 25
      [reader shelf]
      type = pn532
      device = /dev/i2c-1
      [reader wall]
      type = rdm6300
      device = /dev/ttyS0
      [reader usb]
      type = pcsc
      [reader pad]
      type = pad
      device = Keypad
      """)
    let kinds: [ReaderBinding.Kind] = [.rc522, .pn532, .rdm6300, .pcsc, .pad]
    expectEqual(settings.inputs.readers.map(\.kind), kinds)
    expectEqual(settings.inputs.readers.map(\.reset), ["25", nil, nil, nil, nil])
    expectEqual(settings.inputs.bindings.readers.map(\.name), ["pad"])
    try expectEqual(read(settings.text).inputs.readers, settings.inputs.readers)
    for text in [
      "[reader a]\ntype = rc522", "[reader a]\ntype = rdm6300\ndevice = ttyS0",
      "[reader a]\ndevice = Sycreader\ntype = pn532",
    ] {
      let refusal = #expect(throws: ConfigurationError.self) { try read(text) }
      #expect(refusal?.description.contains("has no device file") == true, "\(text)")
    }
  }

  @Test func `the time of bouncing stays for either debouncer, in either order`() throws {
    for lines in ["debounce-ms = 7\ndebounce = kernel", "debounce = kernel\ndebounce-ms = 7"] {
      let settings = try read("[button a]\nline = 1\npress = play\n\(lines)")
      expectEqual(settings.inputs.buttons.first?.debounce, .kernel(.milliseconds(7)))
    }
  }

  @Test func `a key has the actions of its section`() throws {
    let settings = try read(
      "[key KEY_1]\npress = preset 1\n[key KEY_NEXTSONG]\npress = next\nhold = seek +30")
    let digit = try #require(KeyCode(name: "KEY_1"))
    let next = try #require(KeyCode(name: "KEY_NEXTSONG"))
    expectEqual(
      settings.inputs.keys,
      [
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
    expectEqual(keys[stop], Binding(press: .next))
    expectEqual(keys[play], Binding(press: .toggle))
  }

  @Test(arguments: [
    ("[button a]\npress = play", "box.ini:1: [button a] has no line; expected `line = ` with the GPIO line"),
    (
      "[button a]\nline = 1",
      "box.ini:1: [button a] does nothing; expected press, hold or double, or a [chord NAME] with it"
    ),
    (
      "[key KEY_MUTE]\n[key KEY_MUTE]",
      "box.ini:2: [key KEY_MUTE] is already set in line 1; expected it once"
    ),
    (
      "[button a]\nline = 1\npress = play\n[button a]\nline = 2\npress = play",
      "box.ini:4: [button a] is already set in line 1; expected it once"
    ),
    (
      "[button a]\nline = 1\npress = play\n[button b]\nline = 1\npress = play",
      "box.ini:4: [button a] already uses line 1 of gpiochip0; expected another line"
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
        + "[audio], [library], [control], [web], [party], [player], [family], [hotspot], [tones], [analysis], [inputs], [output NAME], [key NAME], [button NAME], [chord NAME], [encoder NAME], [led NAME], [reader NAME]"
    ),
  ])
  func `a wrong binding is named with its line`(text: String, expected: String) {
    expectEqual(message(text), expected)
  }

  @Test func `a chord, an encoder and a LED have what their sections say, in any order`() throws {
    let settings = try read(
      """
      [chord both]
      button = louder
      button = quieter now
      window-ms = 150
      press = toggle
      hold = shutdown
      [led status]
      chip = gpiochip1
      line = 22
      active = low
      steady = playing
      steady = paused
      blink = error
      blink-ms = 100
      [encoder knob]
      chip = pinctrl-bcm2711
      a = GPIO5
      b = 6
      active = high
      bias = disabled
      changes-per-click = 2
      clockwise = seek +10
      counter-clockwise = seek -10
      [button louder]
      line = 1
      [button quieter now]
      line = 2
      press = volume -2
      """)
    let bindings = settings.inputs.bindings
    expectEqual(
      bindings.chords,
      [
        ChordBinding(
          name: "both", buttons: ["louder", "quieter now"], window: .milliseconds(150),
          binding: Binding(press: .toggle, hold: .shutdown))
      ])
    expectEqual(
      bindings.encoders,
      [
        EncoderBinding(
          name: "knob", chip: "pinctrl-bcm2711", a: "GPIO5", b: "6", active: .high, bias: .disabled,
          changesPerStep: 2, clockwise: .seek(seconds: 10), counterclockwise: .seek(seconds: -10))
      ])
    expectEqual(
      bindings.leds,
      [
        LEDBinding(
          name: "status", chip: "gpiochip1", line: "22", active: .low, steady: [.playing, .paused],
          blink: [.error], blinkTime: .milliseconds(100))
      ])
    expectEqual(bindings.buttons.map(\.binding.isEmpty), [true, false])
  }

  private static let twoButtons = "[button a]\nline = 1\npress = play\n[button b]\nline = 2\npress = stop\n"

  @Test(arguments: [
    // Chords.
    (
      "[chord c]\nbutton = a\nbutton = x\npress = next",
      "box.ini:9: [chord c] names the button x, which does not exist; expected one of a, b"
    ),
    (
      "[chord c]\nbutton = a\npress = next",
      "box.ini:7: [chord c] has one button; expected `button = ` with the name of a [button NAME], twice or more"
    ),
    (
      "[chord c]\npress = next",
      "box.ini:7: [chord c] has no buttons; expected `button = ` with the name of a [button NAME], twice or more"
    ),
    (
      "[chord c]\nbutton = a\nbutton = a\npress = next",
      "box.ini:9: button = a; expected the name of a [button NAME], once per button, 2 to 8 times"
    ),
    (
      "[chord c]\nbutton = a\nbutton = b",
      "box.ini:7: [chord c] does nothing; expected press, hold or double"
    ),
    (
      "[chord c]\nbutton = a\nbutton = b\npress = next\n[chord d]\nbutton = b\nbutton = a\npress = mute",
      "box.ini:11: [chord c] has the same buttons; expected one chord for each set of them"
    ),
    ("[chord c]\nwindow-ms = 5", "box.ini:8: window-ms = 5; expected 10 to 1000"),
    // Encoders.
    (
      "[encoder e]\na = 3\nb = 2\nclockwise = next",
      "box.ini:7: [button b] already uses line 2 of gpiochip0; expected another line"
    ),
    (
      "[encoder e]\na = 3\nb = 3\nclockwise = next",
      "box.ini:7: [encoder e] already uses line 3 of gpiochip0; expected another line"
    ),
    (
      "[encoder e]\na = 3\nclockwise = next",
      "box.ini:7: [encoder e] has no line b; expected `b = ` with the GPIO line"
    ),
    (
      "[encoder e]\na = 3\nb = 4",
      "box.ini:7: [encoder e] does nothing; expected clockwise or counter-clockwise"
    ),
    ("[encoder e]\nchanges-per-click = 3", "box.ini:8: changes-per-click = 3; expected 4, 2 or 1"),
    (
      "[encoder e]\nclockwise = louder",
      "box.ini:8: clockwise = louder: there is no action louder; expected \(Action.grammar)"
    ),
    // LEDs.
    (
      "[led x]\nline = 5\nsteady = playing\n[led y]\nline = 5\nsteady = error",
      "box.ini:10: [led x] already uses line 5 of gpiochip0; expected another line"
    ),
    (
      "[led x]\nchip = /dev/gpiochip0\nline = 01\nsteady = playing",
      "box.ini:7: [button a] already uses line 01 of /dev/gpiochip0; expected another line"
    ),
    ("[led x]\nsteady = playing", "box.ini:7: [led x] has no line; expected `line = ` with the GPIO line"),
    ("[led x]\nline = 5", "box.ini:7: [led x] shows nothing; expected steady or blink"),
    (
      "[led x]\nline = 5\nsteady = loud",
      "box.ini:9: steady = loud; "
        + "expected running, playing, paused, stopped, muted, night, sleep, quiet, budget, locked, alarm, clock, recording, card, scanning or error, each once"
    ),
    (
      "[led x]\nline = 5\nsteady = error\nblink = error",
      "box.ini:10: blink = error; "
        + "expected running, playing, paused, stopped, muted, night, sleep, quiet, budget, locked, alarm, clock, recording, card, scanning or error, each once"
    ),
    ("[led x]\nblink-ms = 10", "box.ini:8: blink-ms = 10; expected 50 to 10000"),
    ("[led x]\nline = 5\nbias = pull-up", "box.ini:9: [led x] has no key bias"),
  ])
  func `a wrong chord, encoder or LED is named with its line`(text: String, expected: String) {
    #expect(
      message(Self.twoButtons + text)?.hasPrefix(expected) == true, "\(message(Self.twoButtons + text) ?? "")"
    )
  }

  @Test func `the same line of another chip is another line`() throws {
    let text = "[led x]\nchip = gpiochip1\nline = 1\nsteady = playing"
    try expectEqual(read(Self.twoButtons + text).inputs.leds.count, 1)
  }

  @Test(arguments: [
    "seek 0", "seek +0", "seek +x", "volume +101", "preset 0", "preset", "Play", "", "none", "seek +5 +5",
  ])
  func `an unknown action is refused`(action: String) {
    #expect(message("[key KEY_A]\npress = \(action)")?.hasPrefix("box.ini:2: press = ") == true)
  }

  @Test(arguments: ["KEY_", "key_a", "PLAY", "KEY_plus", "KEY_NO SUCH", "SYN_REPORT", "30"])
  func `a key that the kernel does not name is refused`(name: String) {
    #expect(message("[key \(name)]\npress = play")?.hasPrefix("box.ini:1: there is no key \(name)") == true)
  }
}
