import Inputs

extension Settings {
  /// These settings as a configuration file that says the same.
  public var text: String {
    var lines: [String] = []
    func write<Target>(_ heading: String, _ keys: [SettingKey<Target>], _ target: Target) {
      if !lines.isEmpty { lines.append("") }
      lines.append("[\(heading)]")
      for key in keys {
        let values = key.values(target)
        lines += values.map { $0.isEmpty ? "\(key.name) =" : "\(key.name) = \($0)" }
        if values.isEmpty { lines.append("; no \(key.name)") }
      }
    }
    for section in SettingKeys.sections { write(section.name, section.keys, self) }
    for output in outputs { write("output \(output.name)", OutputKeys.output, output) }
    for key in inputs.keys { write("key \(key.code.name)", BindingKeys.key, key) }
    for button in inputs.buttons { write("button \(button.name)", BindingKeys.button, button) }
    for chord in inputs.chords { write("chord \(chord.name)", BindingKeys.chord, chord) }
    for encoder in inputs.encoders { write("encoder \(encoder.name)", BindingKeys.encoder, encoder) }
    for led in inputs.leds { write("led \(led.name)", BindingKeys.led, led) }
    for reader in inputs.readers { write("reader \(reader.name)", BindingKeys.reader, reader) }
    return lines.joined(separator: "\n") + "\n"
  }
}
