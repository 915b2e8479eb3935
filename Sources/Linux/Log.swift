import CLinux
import Synchronization

/// One line on standard error per message: what happened, to what, and what to do about it. Under systemd each line
/// carries its priority (sd-daemon(3)). From every thread but the audio thread: it formats and writes.
public enum Log {
  public enum Level: Int32, Sendable, Comparable {
    case error = 3
    case warning = 4
    case notice = 5
    case info = 6

    public static func < (a: Level, b: Level) -> Bool { a.rawValue < b.rawValue }
  }

  /// A line that was written.
  public struct Line: Sendable {
    public let level: Level
    /// Seconds since 1970, by a clock that may not have been set then.
    public let time: Int64
    public let text: String
  }

  /// At most `RecentLines.most` of the last lines, the oldest first.
  public static var recent: [Line] { kept.withLock { $0.lines } }

  private static let kept = Mutex(RecentLines())

  /// Longer messages are cut, in bytes.
  public static let longestMessage = 2000

  private static let isJournal = journalListens()
  /// The name that the program was called by.
  private static let program = CommandLine.arguments.first?.split(separator: "/").last ?? "jukebox"

  public static func error(_ message: @autoclosure () -> String) { write(.error, message) }
  public static func warning(_ message: @autoclosure () -> String) { write(.warning, message) }
  public static func notice(_ message: @autoclosure () -> String) { write(.notice, message) }
  public static func info(_ message: @autoclosure () -> String) { write(.info, message) }

  /// A line that outside events can cause at any rate: each is written at most once a minute, then with the number of
  /// repetitions since.
  /// - Parameter kind: lines of one kind count as the same line; default: the message.
  public static func repeatable(_ level: Level, kind: String? = nil, _ message: @autoclosure () -> String) {
    let text = message()
    guard let count = repeats.withLock({ $0.count(of: kind ?? text, at: .now()) }) else { return }
    write(level) { count == 0 ? text : "\(text) (and \(count) more times since the last line like this)" }
  }

  private static let repeats = Mutex(RepeatedLines())

  /// Control bytes become spaces, so that a name on a stick can't forge a line; a line is written by one write(2).
  static func line(_ level: Level, _ message: String, journal: Bool) -> [UInt8] {
    let prefix = prefix(level, journal: journal)
    var line: [UInt8] = []
    line.reserveCapacity(prefix.utf8.count + min(message.utf8.count, longestMessage) + 1)
    line += prefix.utf8
    for byte in message.utf8.prefix(longestMessage) { line.append(byte < 0x20 || byte == 0x7F ? 0x20 : byte) }
    if message.utf8.count > longestMessage {
      // Not in the middle of a character.
      while let last = line.last, last & 0xC0 == 0x80 { line.removeLast() }
      if let last = line.last, last >= 0xC0 { line.removeLast() }
    }
    line.append(UInt8(ascii: "\n"))
    return line
  }

  private static func prefix(_ level: Level, journal: Bool) -> String {
    journal ? "<\(level.rawValue)>" : "\(program): "
  }

  private static func write(_ level: Level, _ message: () -> String) {
    let line = line(level, message().withoutCredentials, journal: isJournal)
    let text = line.dropFirst(prefix(level, journal: isJournal).utf8.count).dropLast()
    let kept = Line(level: level, time: WallClock.now(), text: String(decoding: text, as: UTF8.self))
    Self.kept.withLock { $0.append(kept) }
    // No further output is possible if standard error is closed or full.
    _ = unsafe line.withUnsafeBytes { unsafe CLinux.write(2, $0.baseAddress, $0.count) }
  }

  /// `JOURNAL_STREAM` names the device and inode of the journal's socket; where standard error is something else, it
  /// was redirected, and the prefix would only be noise (systemd.exec(5)).
  private static func journalListens() -> Bool {
    var status = stat()
    guard let value = unsafe getenv("JOURNAL_STREAM"), unsafe fstat(2, &status) == 0 else { return false }
    return unsafe String(cString: value) == "\(status.st_dev):\(status.st_ino)"
  }
}
