import Linux
import Model

/// Standard output, whose reader may be slow, or gone.
final class Output {
  private let data: Descriptor
  private let reports: Descriptor
  private(set) var position: Int64 = 0
  private(set) var isClosed = false
  private var said: Set<StreamReport> = []

  init() throws(SystemError) {
    data = try HostFile.standardOutput()
    reports = try HostFile.standardError()
  }

  /// Waits for room.
  /// - Returns: false where nobody reads any more.
  func write(_ bytes: ArraySlice<UInt8>) -> Bool {
    var rest = bytes
    while !rest.isEmpty, !isClosed {
      do throws(SystemError) {
        let count = try data.write(rest.span) ?? 0
        rest = rest.dropFirst(count)
        position += Int64(count)
      } catch {
        isClosed = true
      }
    }
    return !isClosed
  }

  /// Whether somebody still reads; looks at it without writing.
  var isWanted: Bool {
    wait(.zero)
  }

  /// - Returns: false as soon as nobody reads any more.
  func wait(_ time: Duration) -> Bool {
    if !isClosed, let ready = try? Poll.wait(for: data, [], atMost: time) {
      isClosed = !ready.isDisjoint(with: [.hangup, .error])
    }
    return !isClosed
  }

  /// Says what was not said before.
  func report(_ report: StreamReport) {
    guard said.insert(report).inserted else { return }
    if said.count > 64 { said = [report] }
    say(report)
  }

  /// Says it, also again.
  func say(_ report: StreamReport) { _ = try? reports.write(report.line.span) }
}
