import Client

/// Pads as lines and as a grid.
enum PadText {
  static func lines(_ pads: [PadEntry]) -> [String] {
    let names = pads.map { name($0) }
    let width = Columns.widest(names)
    let digits = "\(pads.map(\.number).max() ?? 0)".count
    return zip(pads, names).map { pad, name in
      let number = String(repeating: " ", count: max(0, digits - "\(pad.number)".count)) + "\(pad.number)"
      let sign = pad.playing > 0 ? ">" : " "
      let time = pad.duration.map { Clock.text($0) } ?? ""
      return "\(sign) \(number)  \(Columns.pad(name, width))  \(Columns.pad(time, 5))  \(notes(pad))"
        .trimmedEnd
    }
  }

  private static func name(_ pad: PadEntry) -> String {
    pad.settings["folder"].map { "\($0)/\(pad.name)" } ?? pad.name
  }

  /// What is not as it is by default.
  private static func notes(_ pad: PadEntry) -> String {
    var notes: [String] = []
    if pad.isAbsent {
      notes.append("(file missing)")
    } else if let problem = pad.problem {
      notes.append("(\(problem))")
    }
    if pad.settings["favourite"] == "1" { notes.append("♥") }
    if let mode = pad.settings["mode"], mode != "once" { notes.append(mode) }
    for key in [
      "volume", "boost", "speed", "loops", "bass", "mid", "treble", "start", "end", "delay", "group", "duck",
    ] {
      if let value = pad.settings[key], key != "volume" || value != "1" { notes.append("\(key) \(value)") }
    }
    if let colour = pad.settings["colour"] { notes.append("#\(colour.lowercased())") }
    return notes.joined(separator: ", ")
  }

  /// The keys that press the pads of a grid, in its order.
  static let keys = Array("1234567890abcdefghijklmnoprstuvwxyz")

  /// Pads in cells, in their colours, each with its key.
  static func grid(_ pads: [PadEntry], columns: Int, hasColours: Bool) -> [String] {
    let cell = 18
    let perRow = max(1, min(6, (columns + 1) / (cell + 1)))
    var lines: [String] = []
    for start in stride(from: 0, to: min(pads.count, keys.count), by: perRow) {
      let row = start..<min(start + perRow, pads.count, keys.count)
      let top = row.map { index in
        let pad = pads[index]
        let state = pad.isAbsent || pad.problem != nil ? "✕" : pad.playing > 0 ? "▶" : " "
        return coloured(
          Columns.pad(" \(keys[index])\(String(repeating: " ", count: cell - 4))\(state)", cell), pad,
          hasColours)
      }
      let names = row.map { index in
        coloured(Columns.pad(" " + Columns.fit(pads[index].name, cell - 2), cell), pads[index], hasColours)
      }
      lines += [top.joined(separator: " "), names.joined(separator: " "), ""]
    }
    if pads.count > keys.count {
      lines.append("\(pads.count - keys.count) more without a key: jukebox pad grid FOLDER")
    }
    return lines
  }

  private static func coloured(_ text: String, _ pad: PadEntry, _ hasColours: Bool) -> String {
    // Other people's names stand in it: what a terminal obeys is made visible before.
    let text = ControlCharacters.shown(text)
    guard hasColours else { return "[\(text)]" }
    let colour = pad.settings["colour"].flatMap { UInt32($0, radix: 16) } ?? 0x30_4050
    let parts = [colour >> 16, colour >> 8 & 0xFF, colour & 0xFF]
    // Black on what is light, white on what is dark (ITU-R BT.601).
    let luma = (parts[0] * 299 + parts[1] * 587 + parts[2] * 114) / 1000
    let sign = pad.playing > 0 ? "1;" : ""
    return
      "\u{1B}[\(sign)38;5;\(luma > 128 ? 16 : 231);48;2;\(parts[0]);\(parts[1]);\(parts[2])m\(text)\u{1B}[0m"
  }
}

extension String {
  fileprivate var trimmedEnd: String {
    var text = self
    while text.last == " " { text.removeLast() }
    return text
  }
}
