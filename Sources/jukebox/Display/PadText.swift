import Client

/// Pads as lines and as a grid.
enum PadText {
  static func lines(_ pads: [PadEntry]) -> [String] {
    let names = pads.map(\.shownName)
    let width = Columns.widest(names)
    let digits = "\(pads.map(\.number).max() ?? 0)".count
    return zip(pads, names).map { pad, name in
      let number = Columns.right("\(pad.number)", digits)
      let sign = pad.playing > 0 ? ">" : " "
      let time = pad.duration.map { Clock.short($0) } ?? ""
      return Columns.trimmed(
        "\(sign) \(number)  \(Columns.pad(name, width))  \(Columns.pad(time, 5))  \(notes(pad))")
    }
  }

  /// One pad with all that can be set.
  static func settings(_ pad: PadEntry) -> [String] {
    var rows = [("pad", "\(pad.number)  \(pad.shownName)"), ("id", pad.id), ("file", pad.file)]
    rows.append(("length", pad.duration.map { Clock.short($0) } ?? "unknown"))
    rows.append(("presses", "\(pad.presses)"))
    if pad.isAbsent { rows.append(("problem", "its file is gone")) }
    if let problem = pad.problem { rows.append(("problem", broken(problem))) }
    rows += PadEntry.keys.map { key in
      let value = pad.settings[key] ?? ""
      return (key, key == "colour" && !value.isEmpty ? "#\(value.lowercased())" : value.isEmpty ? "–" : value)
    }
    let width = rows.map(\.0.count).max() ?? 0
    return rows.map { "\(Columns.pad($0.0, width))  \($0.1)" }
  }

  private static func broken(_ problem: String) -> String {
    problem.hasPrefix("broken") ? problem : "broken: \(problem)"
  }

  /// Settings that differ from the defaults, and problems.
  private static func notes(_ pad: PadEntry) -> String {
    var notes: [String] = []
    if pad.isAbsent {
      notes.append("(file missing)")
    } else if let problem = pad.problem {
      notes.append(broken(problem))
    }
    if pad.settings["favourite"] == "1" { notes.append("♥") }
    if let mode = pad.settings["mode"], mode != "once" { notes.append(mode) }
    for key in [
      "volume", "boost", "speed", "loops", "bass", "mid", "treble", "start", "end", "delay", "group", "duck",
    ] {
      if let value = pad.settings[key], key != "volume" || value != "100" { notes.append("\(key) \(value)") }
    }
    if let colour = pad.settings["colour"] { notes.append("#\(colour.lowercased())") }
    return notes.joined(separator: ", ")
  }

  /// The keys that press the pads of a grid, in its order.
  static let keys = Array("1234567890abcdefghijklmnoprstuvwxyz")

  static func pages(_ pads: [PadEntry]) -> Int { max(1, (pads.count + keys.count - 1) / keys.count) }

  /// The pads of a page, in the order of the keys.
  static func page(_ number: Int, of pads: [PadEntry]) -> ArraySlice<PadEntry> {
    pads.dropFirst(number * keys.count).prefix(keys.count)
  }

  /// Pads in cells, in their colours, each with its key.
  /// - Parameter page: from 0.
  static func grid(_ pads: [PadEntry], page number: Int = 0, columns: Int, hasColours: Bool) -> [String] {
    let cell = 18
    let perRow = max(1, min(6, (columns + 1) / (cell + 1)))
    let page = Array(page(number, of: pads))
    var lines: [String] = []
    for start in stride(from: 0, to: page.count, by: perRow) {
      let row = start..<min(start + perRow, page.count)
      let top = row.map { index in
        let state = Columns.fit(state(page[index]), cell - 4)
        let blanks = String(repeating: " ", count: cell - 3 - Columns.width(state))
        return coloured(" \(keys[index])\(blanks)\(state) ", page[index], hasColours)
      }
      let names = row.map { index in
        coloured(Columns.pad(" " + Columns.fit(page[index].name, cell - 2), cell), page[index], hasColours)
      }
      lines += [top.joined(separator: " "), names.joined(separator: " "), ""]
    }
    if pages(pads) > 1 { lines.append("page \(number + 1) of \(pages(pads))") }
    return lines
  }

  /// State in a cell beside its key: playing or paused, with the remaining time; else the pad's mode.
  private static func state(_ pad: PadEntry) -> String {
    if pad.isAbsent || pad.problem != nil { return "✕" }
    guard pad.playing > 0 else { return pad.settings["mode"].flatMap { $0 == "once" ? nil : $0 } ?? "" }
    let rest =
      pad.remaining.map { " " + ($0 < 10 ? Decimals.text(max(0, $0), places: 1) + " s" : Clock.text($0)) }
      ?? ""
    return (pad.isHeld ? "‖" : "▶") + rest
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
