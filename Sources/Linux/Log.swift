import CLinux

/// One line on standard error per message: what happened, to what, and what to do about it. Under systemd each line
/// carries its priority (sd-daemon(3)). From every thread but the audio thread: it formats and writes.
public enum Log {
  public enum Level: Int32, Sendable {
    case error = 3
    case warning = 4
    case notice = 5
    case info = 6
    case debug = 7
  }

  /// Longer messages are cut, in bytes.
  public static let longestMessage = 2000

  private static let isJournal = unsafe getenv("JOURNAL_STREAM") != nil

  public static func error(_ message: String) { write(.error, message) }
  public static func warning(_ message: String) { write(.warning, message) }
  public static func notice(_ message: String) { write(.notice, message) }
  public static func info(_ message: String) { write(.info, message) }

  /// Control bytes become spaces, so that a name on a stick can't forge a line; a line is written by one write(2).
  static func line(_ level: Level, _ message: String, journal: Bool) -> [UInt8] {
    var line: [UInt8] = journal ? Array("<\(level.rawValue)>".utf8) : Array("jukeboxd: ".utf8)
    for byte in message.utf8.prefix(longestMessage) { line.append(byte < 0x20 || byte == 0x7F ? 0x20 : byte) }
    line.append(UInt8(ascii: "\n"))
    return line
  }

  private static func write(_ level: Level, _ message: String) {
    let line = line(level, message, journal: isJournal)
    // Nobody to tell where standard error is closed or full.
    _ = unsafe line.withUnsafeBytes { unsafe CLinux.write(2, $0.baseAddress, $0.count) }
  }
}
