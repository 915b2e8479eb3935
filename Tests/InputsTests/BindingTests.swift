import Model
import Support
import Testing

@testable import Inputs

@Suite struct BindingTests {
  @Test func `keys have the kernel's names, both ways`() throws {
    expectEqual(KeyCode(name: "KEY_NEXTSONG")?.rawValue, 163)
    expectEqual(KeyCode(name: "BTN_0")?.rawValue, 0x100)
    try expectEqual(#require(KeyCode(name: "KEY_MEDIA_REPEAT")).name, "KEY_MEDIA_REPEAT")
    for name in ["", "NEXTSONG", "key_nextsong", "REL_X", "KEY_MAXX"] { #expect(KeyCode(name: name) == nil) }
    expectEqual(KeyCode(rawValue: 0x2FE).name, "766")
  }

  @Test func `every default key has an action, and no digit is among them`() throws {
    let named: [(String, Action)] = [
      ("KEY_PLAYPAUSE", .toggle), ("KEY_PLAY", .play), ("KEY_PAUSECD", .pause), ("KEY_STOP", .stop),
      ("KEY_STOPCD", .stop), ("KEY_NEXTSONG", .next), ("KEY_PREVIOUSSONG", .previous), ("KEY_MUTE", .mute),
      ("KEY_SHUFFLE", .shuffle), ("KEY_MEDIA_REPEAT", .repeat), ("KEY_FASTFORWARD", .seek(seconds: 5)),
      ("KEY_REWIND", .seek(seconds: -5)), ("KEY_VOLUMEUP", .volume(percent: 2)),
      ("KEY_VOLUMEDOWN", .volume(percent: -2)),
    ]
    for (name, action) in named {
      let key = try #require(KeyCode(name: name))
      expectEqual(InputBindings.defaultKeys[key]?.press, action)
    }
    expectEqual(InputBindings.defaultKeys.count, 16)
    for digit in 0...9 {
      #expect(InputBindings.defaultKeys[try #require(KeyCode(name: "KEY_\(digit)"))] == nil)
      #expect(InputBindings.defaultKeys[try #require(KeyCode(name: "KEY_KP\(digit)"))] == nil)
    }
  }

  @Test func `percentiles are at most an eighth of an octave too high`() {
    var histogram = LatencyHistogram()
    expectEqual(histogram.percentile(0.99), .zero)
    for microseconds in 1...1_000 { histogram.record(.microseconds(microseconds)) }
    for (share, exact) in [(0.5, 500.0), (0.99, 990.0), (0.1, 100.0)] {
      let found = Double(histogram.percentile(share).components.attoseconds) / 1e12
      #expect(found >= exact)
      #expect(found <= exact * 1.13)
    }
    expectEqual(histogram.percentile(1), .milliseconds(1))
    histogram.record(.seconds(100_000))
    histogram.record(.seconds(-1))
    expectEqual(histogram.maximum, .seconds(100_000))
    expectEqual(histogram.count, 1_002)
  }

  @Test func `a kernel without the device or chip is an error`() {
    #expect(throws: (any Error).self) { try EvdevDevice(path: "/dev/null") }
    #expect(throws: (any Error).self) { try EvdevDevice(path: "/nowhere") }
    let button = ButtonBinding(name: "b", chip: "no-such-chip", line: "4", binding: Binding(press: .next))
    #expect(throws: (any Error).self) { try GPIOInput(LineRequest(button)) }
    #expect(throws: (any Error).self) { try GPIOOutput(button.address, active: .high) }
  }
}
