import ArgumentParser
import Client
import Linux

struct PadGridCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "grid", abstract: "Show the pads in the terminal and play them with the keys shown on them.",
    discussion: """
      EXAMPLES
        jukebox pad grid            all pads
        jukebox pad grid Animals    pads in a pad folder

      Space pauses or resumes all playing pads, backspace stops them, q quits. If the
      output is not a terminal, the grid is printed once.
      """)

  @OptionGroup var connection: ConnectionOptions
  @Argument(help: "Name of a pad folder; default: all pads.") var folder: String?

  func run() throws {
    try connection.withConnection { connection in
      let grid = PadGrid(connection, folder: folder)
      if Terminal.isInteractive, let raw = RawTerminal() {
        defer { raw.restore() }
        try grid.run(raw)
      } else {
        try grid.show(isLive: false)
      }
    }
  }
}

/// The grid on a terminal: keys come in, and it is drawn anew when something changes.
private final class PadGrid {
  private let connection: Connection
  private let folder: String?
  private var pads: [PadEntry] = []
  private var message = ""
  private var drawn = 0
  private static let milliseconds: Int32 = 200

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
      switch byte {
      case UInt8(ascii: "q"), 3, 4, 27: return
      case UInt8(ascii: " "): _ = try connection.ask("padpause")
      case 8, 127: _ = try connection.ask("padstop")
      default:
        let key = Character(Unicode.Scalar(byte))
        guard let index = PadText.keys.firstIndex(of: key), index < pads.count else { continue }
        do throws(Failure) {
          _ = try connection.ask("pad", pads[index].id)
        } catch {
          guard error.kind == .refused else { throw error }
          message = "\(error)"
        }
      }
    }
  }

  func show(isLive: Bool) throws {
    pads = PadEntry.all(try connection.asked(["pads"] + (folder.map { [$0] } ?? [])))
    var lines = PadText.grid(pads, columns: Terminal.columns, hasColours: isLive)
    if pads.isEmpty { lines = ["There are no pads. Put files into the folder Sounds of a stick."] }
    if isLive {
      lines.append(
        "space: pause, backspace: stop, q: quit"
          + (message.isEmpty ? "" : "  –  " + ControlCharacters.shown(message)))
      // Back to the first line, and over what stood there.
      let up = drawn > 0 ? "\u{1B}[\(drawn)A" : ""
      print(
        "\r" + up + lines.map { $0 + "\u{1B}[K" }.joined(separator: "\r\n") + "\u{1B}[J\r\n", terminator: "")
      drawn = lines.count
    } else {
      for line in lines { print(line) }
    }
    OutputEnd.flush()
  }
}
