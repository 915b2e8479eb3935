import Inputs
import Linux
import Model
import Support
import Testing

@testable import Configuration

/// The maps in `board/system/pins`, read as `jukeboxd --config` reads them.
@Suite struct PinMapTests {
  private func load(_ name: String) throws -> InputSettings {
    let path = "\(Repository.root)/board/system/pins/\(name).ini"
    return try Invocation(arguments: ["--config", path]).settings(environment: [:]).inputs
  }

  private func buttons(_ settings: InputSettings) -> [String: String] {
    Dictionary(uniqueKeysWithValues: settings.buttons.map { ($0.name, $0.address.line) })
  }

  @Test func `every map is tested here`() throws {
    let found = try Repository.files(below: "board/system/pins", suffix: ".ini").map {
      $0.split(separator: "/").last.map { String($0.dropLast(4)) }
    }
    expectEqual(
      found.compactMap(\.self).sorted(),
      ["five-buttons", "phat-beat", "pirate-audio", "rotary-knob", "status-led"])
  }

  @Test func `Pirate Audio has its published lines`() throws {
    let inputs = try load("pirate-audio")
    expectEqual(buttons(inputs), ["A": "5", "B": "6", "X": "16", "Y": "24"])
    expectEqual(inputs.chords.map(\.buttons), [["A", "X"]])
  }

  @Test func `pHAT BEAT has its published lines`() throws {
    #expect(
      buttons(try load("phat-beat")) == [
        "fast-forward": "5", "play": "6", "rewind": "13", "volume-up": "16", "volume-down": "26",
        "on-off": "12",
      ])
  }

  @Test func `five buttons have the lines of the table above them`() throws {
    let inputs = try load("five-buttons")
    expectEqual(
      buttons(inputs),
      [
        "previous": "5", "play": "6", "next": "13", "volume-down": "16", "volume-up": "26",
      ])
    expectEqual(inputs.chords.first?.binding.hold, .shutdown)
  }

  @Test func `the knob turns the volume and can be pressed`() throws {
    let inputs = try load("rotary-knob")
    expectEqual(
      inputs.encoders,
      [
        EncoderBinding(
          name: "volume", a: "27", b: "22", clockwise: .volume(percent: 2),
          counterclockwise: .volume(percent: -2))
      ])
    expectEqual(buttons(inputs), ["knob": "23"])
  }

  @Test func `the LED shows playing, scanning and errors`() throws {
    let leds = try load("status-led").leds
    expectEqual(
      leds, [LEDBinding(name: "status", line: "17", steady: [.playing], blink: [.scanning, .error])])
  }

  @Test func `buttons are wired to ground, with the board's resistor, and lines of sound are left alone`()
    throws
  {
    for map in ["five-buttons", "phat-beat", "pirate-audio", "rotary-knob", "status-led"] {
      let inputs = try load(map)
      for button in inputs.buttons {
        #expect(button.active == .low && button.bias == .pullUp, "\(map)")
      }
      let lines =
        inputs.buttons.map(\.address.line) + inputs.encoders.flatMap { [$0.a, $0.b] }
        + inputs.leds.map(\.address.line)
      // I2S, and the pins of the boards' own identity.
      for taken in ["0", "1", "18", "19", "20", "21"] { #expect(!lines.contains(taken), "\(map)") }
    }
  }

  @Test(arguments: [
    ["five-buttons", "rotary-knob", "status-led"], ["pirate-audio", "rotary-knob", "status-led"],
  ])
  func `maps that fit together load after the installed configuration`(maps: [String]) throws {
    var text = try Repository.text(of: "board/system/jukebox.ini")
    for map in maps { text += try Repository.text(of: "board/system/pins/\(map).ini") }
    let inputs = try read(text).inputs
    #expect(inputs.encoders.count == 1 && inputs.leds.count == 1 && inputs.buttons.count >= 5)
  }
}
