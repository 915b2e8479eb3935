import Client
import Linux

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
