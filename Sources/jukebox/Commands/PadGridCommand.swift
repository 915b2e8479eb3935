import ArgumentParser
import Client
import Linux

struct PadGridCommand: ConnectedCommand {
  static let help = CommandHelp(
    "grid", "Show the pads in the terminal and play them with the keys shown on them.")
  static let discussion = """
    EXAMPLES
      jukebox pad grid            all pads
      jukebox pad grid Animals    pads in a pad folder

    Each cell shows its key, and ▶ (playing) or ‖ (paused) with the remaining time.
    Space pauses or resumes all playing pads, backspace stops them. Tab and the arrow
    keys turn the page. / searches as you type: return presses the first pad found,
    escape shows all pads again. q quits. If the output is not a terminal, the grid is
    printed once.
    """

  @Argument(help: "Name of a pad folder; default: all pads.") var folder: String?

  func run(_ connection: Connection) throws {
    let grid = PadGrid(connection, folder: folder)
    if Terminal.isInteractive, let raw = RawTerminal() {
      defer { raw.restore() }
      try grid.run(raw)
    } else {
      try grid.show(isLive: false)
    }
  }
}

/// The grid on a terminal: it reads keys, and redraws after a change.
private final class PadGrid {
  private let connection: Connection
  private let folder: String?
  private var pads: [PadEntry] = []
  private var message = ""
  private var drawn = 0
  private var page = 0
  /// The text typed to find pads; nil if there is none.
  private var typed: [UInt8]?
  private static let milliseconds: Int32 = 200
  /// The bytes of an arrow key come together.
  private static let sequenceMilliseconds: Int32 = 20
  private static let escape: UInt8 = 27

  init(_ connection: Connection, folder: String?) {
    self.connection = connection
    self.folder = folder
  }

  func run(_ terminal: RawTerminal) throws {
    Page.print("")
    while true {
      try show(isLive: true)
      let byte: UInt8
      switch terminal.key(within: Self.milliseconds) {
      case .none: continue
      case .end: return
      case .byte(let key): byte = key
      }
      message = ""
      if byte == Self.escape, let arrow = arrow(terminal) {
        turn(by: arrow)
      } else if typed != nil {
        try type(byte)
      } else if try !act(on: byte) {
        return
      }
    }
  }

  /// Reads the bytes after an escape byte: 1 or -1 for arrow keys, 0 for another key of several bytes, nil for escape
  /// itself.
  private func arrow(_ terminal: RawTerminal) -> Int? {
    guard case .byte(UInt8(ascii: "[")) = terminal.key(within: Self.sequenceMilliseconds),
      case .byte(let last) = terminal.key(within: Self.sequenceMilliseconds)
    else { return nil }
    return [UInt8(ascii: "B"): 1, UInt8(ascii: "C"): 1, UInt8(ascii: "A"): -1, UInt8(ascii: "D"): -1][last]
      ?? 0
  }

  private func turn(by pages: Int) {
    let all = PadText.pages(pads)
    page = (page + pages + all) % all
  }

  /// - Returns: false where the grid is to end.
  private func act(on byte: UInt8) throws -> Bool {
    switch byte {
    case UInt8(ascii: "q"), 3, 4, Self.escape: return false
    case UInt8(ascii: " "): _ = try connection.ask("padpause")
    case 8, 127: _ = try connection.ask("padstop")
    case 9: turn(by: 1)
    case UInt8(ascii: "/"): (typed, page) = ([], 0)
    default:
      let shown = PadText.page(page, of: pads)
      let key = Character(Unicode.Scalar(byte))
      if let index = PadText.keys.firstIndex(of: key), index < shown.count {
        try press(shown[shown.startIndex + index])
      }
    }
    return true
  }

  private func type(_ byte: UInt8) throws {
    page = 0
    switch byte {
    case Self.escape, 3: typed = nil
    case 10, 13:
      if let first = pads.first { try press(first) }
      typed = nil
    case 8, 127:
      // A whole character, of several bytes where it is not ASCII.
      while let last = typed?.popLast(), last & 0xC0 == 0x80 {}
    default: if byte >= 0x20 { typed?.append(byte) }
    }
  }

  private func press(_ pad: PadEntry) throws {
    do throws(Failure) {
      _ = try connection.ask("pad", pad.id)
    } catch {
      guard error.kind == .refused else { throw error }
      message = "\(error)"
    }
  }

  func show(isLive: Bool) throws {
    let text = typed.map { String(decoding: $0, as: UTF8.self) } ?? ""
    pads = PadEntry.all(
      try connection.asked(["pads"] + (folder.map { [$0] } ?? []) + (text.isEmpty ? [] : ["find", text])))
    page = min(page, PadText.pages(pads) - 1)
    var lines = PadText.grid(pads, page: page, columns: Terminal.columns, hasColours: isLive)
    if pads.isEmpty {
      lines = [
        text.isEmpty ? "There are no pads. Put files into the folder Sounds of a stick." : "No pad found."
      ]
    }
    if isLive {
      let keys =
        typed == nil
        ? "space: pause, backspace: stop, /: search, \(PadText.pages(pads) > 1 ? "Tab: next page, " : "")q: quit"
        : "search: \(ControlCharacters.shown(text))_  (return: press the first, escape: show all)"
      // A line that wraps would scroll the grid at each redraw.
      lines.append(
        Columns.fit(
          (message.isEmpty ? "" : ControlCharacters.shown(message, isOneLine: true) + "  –  ") + keys,
          Terminal.columns - 1))
      // Back to the first line, and over what stood there.
      let up = drawn > 0 ? "\u{1B}[\(drawn)A" : ""
      print(
        "\r" + up + lines.map { $0 + "\u{1B}[K" }.joined(separator: "\r\n") + "\u{1B}[J\r\n", terminator: "")
      drawn = lines.count
    } else {
      for page in 1..<max(1, PadText.pages(pads)) {
        lines += PadText.grid(pads, page: page, columns: Terminal.columns, hasColours: false)
      }
      for line in lines { print(line) }
    }
    OutputEnd.flush()
  }
}
