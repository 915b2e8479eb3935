import Client
import Linux

/// A recording as a line, and its level as a bar.
enum RecordText {
  static func line(_ status: RecordStatus) -> String {
    let message = status.message.map { " (\($0))" } ?? ""
    switch status.state {
    case "recording":
      return "recording \(Clock.text(status.elapsed)) of \(Clock.text(status.limit))\(message)"
    case "take":
      return
        "unsaved take of \(Clock.short(status.elapsed)): `jukebox record keep NAME`, `record play` or `record discard`\(message)"
    default: return "no recording\(message)"
    }
  }

  private static let floor = -48.0

  /// Green up to -12 dB, yellow up to -3, then red; `|` is the peak.
  static func meter(_ status: RecordStatus, columns: Int, hasColours: Bool) -> String {
    let width = max(10, columns - 26)
    func place(_ decibels: Double?) -> Int {
      Int((min(max((decibels ?? floor) - floor, 0), -floor) / -floor * Double(width)).rounded())
    }
    let (filled, peak) = (place(status.rms), place(status.peak))
    var bar = ""
    var last = ""
    for column in 0..<width {
      let decibels = floor - floor * Double(column) / Double(width)
      let colour = decibels < -12 ? "\u{1B}[32m" : decibels < -3 ? "\u{1B}[33m" : "\u{1B}[31m"
      if hasColours, colour != last { bar += colour }
      last = colour
      bar += column == peak - 1 ? "|" : column < filled ? "█" : "·"
    }
    if hasColours { bar += "\u{1B}[0m" }
    let level = status.peak.map { "\(Int($0.rounded()))" } ?? ""
    let digits = String(repeating: " ", count: max(0, 4 - level.count)) + level
    return "\(Clock.text(status.elapsed)) / \(Clock.text(status.limit)) \(bar) \(digits) dB"
  }

  /// Values from 0 to 1 as bars of eight heights.
  static func waveform(_ peaks: [Double], rows: Int = 4) -> [String] {
    let signs = Array(" ▁▂▃▄▅▆▇█")
    return (0..<rows).reversed().map { row in
      String(
        peaks.map { peak in
          let eighths = Int((min(1, max(0, peak)) * Double(rows * 8)).rounded(.up)) - row * 8
          return signs[min(8, max(0, eighths))]
        })
    }
  }
}

/// The meter of a recording on a terminal, until it ends; return, q or Ctrl-C stop it.
final class RecordMeter {
  private let connection: Connection
  private static let milliseconds: Int32 = 100

  init(_ connection: Connection) { self.connection = connection }

  func run() throws {
    let terminal = RawTerminal()
    defer { terminal?.restore() }
    var status = RecordStatus(try connection.ask("record", "status"))
    while status.state == "recording" {
      let line = RecordText.meter(status, columns: Terminal.columns - 1, hasColours: true)
      print("\r\u{1B}[K" + line, terminator: "")
      OutputEnd.flush()
      switch terminal?.key(within: Self.milliseconds) {
      case .byte(10), .byte(13), .byte(3), .byte(UInt8(ascii: "q")), .byte(UInt8(ascii: " ")):
        _ = try connection.ask("record", "stop")
      case .end: return
      default: break
      }
      status = RecordStatus(try connection.ask("record", "status"))
    }
    print("\r\u{1B}[K", terminator: "")
    Page.print(RecordText.line(status))
  }
}
