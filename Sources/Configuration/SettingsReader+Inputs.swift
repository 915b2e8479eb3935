import Inputs
import Model

/// The sections with a name: keys, buttons, chords, encoders, LEDs and readers.
extension SettingsReader {
  static let maximumKeys = 256
  static let maximumButtons = 64
  static let maximumChords = 64
  static let maximumEncoders = 16
  static let maximumLEDs = 32
  static let maximumReaders = 8

  mutating func readKey(_ section: IniSection, _ name: String) throws(ConfigurationError) {
    try checkCount(section, settings.inputs.keys.count, Self.maximumKeys, "keys")
    guard let code = KeyCode(name: name) else {
      throw error(
        section.line, "there is no key \(name)",
        expected: "a name of linux/input-event-codes.h, such as KEY_PLAYPAUSE")
    }
    try checkOnce("[\(section.name)]", line: section.line)
    var key = KeyBinding(code)
    try read(section, as: BindingKeys.key, of: section.name, into: &key)
    settings.inputs.keys.append(key)
  }

  mutating func readButton(_ section: IniSection, _ name: String) throws(ConfigurationError) {
    try checkOnce("[\(section.name)]", line: section.line)
    try checkCount(section, settings.inputs.buttons.count, Self.maximumButtons, "buttons")
    var button = ButtonBinding(name: name, line: "", binding: Binding())
    try read(section, as: BindingKeys.button, of: section.name, into: &button)
    try take(button.address, key: "line", for: section)
    settings.inputs.buttons.append(button)
  }

  mutating func readChord(_ section: IniSection, _ name: String) throws(ConfigurationError) {
    try checkOnce("[\(section.name)]", line: section.line)
    try checkCount(section, settings.inputs.chords.count, Self.maximumChords, "chords")
    var chord = ChordBinding(name: name, buttons: [], binding: Binding())
    try read(section, as: BindingKeys.chord, of: section.name, into: &chord)
    guard chord.buttons.count >= 2 else {
      throw error(
        section.line, "[\(section.name)] has \(chord.buttons.isEmpty ? "no buttons" : "one button")",
        expected: "`button = ` with the name of a [button NAME], twice or more")
    }
    guard !chord.binding.isEmpty else {
      throw error(section.line, "[\(section.name)] does nothing", expected: "press, hold or double")
    }
    if let other = settings.inputs.chords.first(where: { Set($0.buttons) == Set(chord.buttons) }) {
      throw error(
        section.line, "[chord \(other.name)] has the same buttons", expected: "one chord for each set of them"
      )
    }
    settings.inputs.chords.append(chord)
  }

  mutating func readEncoder(_ section: IniSection, _ name: String) throws(ConfigurationError) {
    try checkOnce("[\(section.name)]", line: section.line)
    try checkCount(section, settings.inputs.encoders.count, Self.maximumEncoders, "encoders")
    var encoder = EncoderBinding(name: name, a: "", b: "")
    try read(section, as: BindingKeys.encoder, of: section.name, into: &encoder)
    for (key, address) in zip(["a", "b"], encoder.addresses) { try take(address, key: key, for: section) }
    guard encoder.clockwise != nil || encoder.counterclockwise != nil else {
      throw error(
        section.line, "[\(section.name)] does nothing", expected: "clockwise or counter-clockwise")
    }
    settings.inputs.encoders.append(encoder)
  }

  mutating func readLED(_ section: IniSection, _ name: String) throws(ConfigurationError) {
    try checkOnce("[\(section.name)]", line: section.line)
    try checkCount(section, settings.inputs.leds.count, Self.maximumLEDs, "LEDs")
    var led = LEDBinding(name: name, line: "")
    try read(section, as: BindingKeys.led, of: section.name, into: &led)
    try take(led.address, key: "line", for: section)
    guard !led.steady.isEmpty || !led.blink.isEmpty else {
      throw error(section.line, "[\(section.name)] shows nothing", expected: "steady or blink")
    }
    settings.inputs.leds.append(led)
  }

  mutating func readReader(_ section: IniSection, _ name: String) throws(ConfigurationError) {
    try checkOnce("[\(section.name)]", line: section.line)
    try checkCount(section, settings.inputs.readers.count, Self.maximumReaders, "readers")
    guard Pad.isName(name) else {
      throw error(section.line, "a reader's name is too long", expected: "at most \(Pad.mostNameBytes) bytes")
    }
    var reader = ReaderBinding(name: name)
    try read(section, as: BindingKeys.reader, of: section.name, into: &reader)
    try checkDevice(of: reader, section)
    if let other = settings.inputs.readers.first(where: { $0.device == reader.device }) {
      throw error(
        section.line, "[reader \(other.name)] already has device = \(reader.device)",
        expected: "another device")
    }
    if let line = reader.presence { try take(LineAddress(line: line), key: "presence", for: section) }
    if let line = reader.reset { try take(LineAddress(line: line), key: "reset", for: section) }
    settings.inputs.readers.append(reader)
  }

  private func checkDevice(of reader: ReaderBinding, _ section: IniSection) throws(ConfigurationError) {
    switch reader.kind {
    case .keys, .pad, .scanner:
      guard reader.device.isEmpty else { return }
      throw error(
        section.line, "[\(section.name)] has no device",
        expected: "`device = ` with the name that /proc/bus/input/devices shows")
    case .rdm6300, .rc522, .pn532:
      guard !reader.device.hasPrefix("/dev/") else { return }
      throw error(
        section.line, "[\(section.name)] has no device file",
        expected:
          "`device = ` with a path such as \(reader.kind == .rdm6300 ? "/dev/ttyS0" : "/dev/spidev0.0")")
    // Without one it is any reader that pcscd knows.
    case .pcsc: return
    }
  }

  /// Mistakes that need all sections, since they come in any order. Sections with mistakes of their own count by their names.
  func faultsOfButtonsAndChords(_ ini: IniFile) -> [ConfigurationError] {
    func sections(of kind: String) -> [IniSection] { ini.sections.filter { Self.words(of: $0).kind == kind } }
    let names = Set(sections(of: "button").compactMap { Self.words(of: $0).name })
    var faults: [ConfigurationError] = []
    var inChords: Set<String> = []
    for section in sections(of: "chord") {
      for entry in section.entries where entry.name == "button" {
        inChords.insert(entry.value)
        if names.contains(entry.value) { continue }
        faults.append(
          error(
            entry.line, "[\(section.name)] names the button \(entry.value), which does not exist",
            expected: names.isEmpty ? "a [button NAME]" : "one of \(names.sorted().joined(separator: ", "))"))
      }
    }
    for button in settings.inputs.buttons where button.binding.isEmpty && !inChords.contains(button.name) {
      let section = ini.sections.first { Self.words(of: $0) == ("button", button.name) }
      faults.append(
        error(
          section?.line ?? 0, "[button \(button.name)] does nothing",
          expected: "press, hold or double, or a [chord NAME] with it"))
    }
    return faults
  }

  /// A line belongs to one thing.
  private mutating func take(
    _ address: LineAddress, key: String, for section: IniSection
  ) throws(ConfigurationError) {
    guard !address.line.isEmpty else {
      throw error(
        section.line, "[\(section.name)] has no \(key == "line" ? key : "line \(key)")",
        expected: "`\(key) = ` with the GPIO line")
    }
    if let use = lineUses.first(where: { $0.address.isSame(as: address) }) {
      throw error(
        section.line, "[\(use.section)] already uses line \(address.line) of \(address.chip)",
        expected: "another line")
    }
    lineUses.append((address, section.name))
  }
}
