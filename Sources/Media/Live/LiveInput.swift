import CLinux
import Linux
import Model

/// The bytes of a stream on their way into a decoder, and the reports between them. The thread of the stream only.
@safe final class LiveInput {
  private let data: Descriptor
  private let reports: Descriptor
  private let stop: Wakeup
  private let report: (StreamReport) -> Void
  private var line: [UInt8] = []
  private var hasReports = true
  /// Bytes that a decoder has got.
  private(set) var position: Int64 = 0
  private(set) var isAtEnd = false
  /// How the connection ended, as far as that was said.
  private(set) var ending: StreamReport.Ending?

  /// - Parameters:
  ///   - stop: signalled where nothing more is wanted: every read ends then.
  ///   - report: called with each report before the bytes after it are read.
  init(
    data: consuming Descriptor, reports: consuming Descriptor, stop: Wakeup,
    report: @escaping (StreamReport) -> Void
  ) {
    self.data = data
    self.reports = reports
    self.stop = stop
    self.report = report
  }

  /// Waits for bytes and copies them.
  /// - Returns: how many; 0 at the end, and where nothing more is wanted.
  func read(into target: UnsafeMutableRawBufferPointer) -> Int {
    guard target.count > 0, waitForBytes() else { return 0 }
    var span = unsafe MutableRawSpan(_unsafeBytes: target)
    guard let count = try? data.read(into: &span), count > 0 else {
      isAtEnd = true
      return 0
    }
    position += Int64(count)
    return count
  }

  /// Waits for the first bytes and looks at them without taking them.
  func head(_ count: Int) -> [UInt8] {
    var head: [UInt8] = []
    // What comes in small parts is whole after a moment.
    for _ in 0..<20 {
      guard waitForBytes(), let bytes = try? data.peek(count) else { break }
      if bytes.count == head.count, !bytes.isEmpty { _ = try? reports.isReadable(within: .milliseconds(20)) }
      head = bytes
      if head.count == count || head.isEmpty { break }
    }
    return head
  }

  /// Hands the bytes to a decoder in another process.
  func duplicate() throws(SystemError) -> Descriptor { try data.duplicate() }

  /// The process that decodes has got the bytes up to this one: takes the reports of that time.
  func skip(to position: Int64) {
    self.position = position
    while hasReports, (try? reports.isReadable(within: .zero)) == true { takeReports() }
  }

  /// The process that decodes has met the end.
  func end() { isAtEnd = true }

  /// Reads the reports that are left, once the data has ended.
  func finish() {
    while hasReports {
      guard (try? reports.isReadable(within: .milliseconds(500))) == true else { return }
      takeReports()
    }
  }

  private func waitForBytes() -> Bool {
    while !isAtEnd {
      guard let ready = try? data.waitToRead(or: reports, while: hasReports, wakeup: stop) else {
        return false
      }
      if ready.wakeup {
        isAtEnd = true
        return false
      }
      if ready.other { takeReports() } else if ready.this { return true }
    }
    return false
  }

  private func takeReports() {
    var buffer = [UInt8](repeating: 0, count: 4096)
    var span = buffer.mutableSpan
    guard let count = try? reports.read(into: &span), count > 0 else {
      hasReports = false
      return
    }
    for byte in buffer[..<count] {
      guard byte == 0x0A else {
        if line.count < StreamReport.mostBytes { line.append(byte) }
        continue
      }
      defer { line = [] }
      guard let found = StreamReport(line) else { continue }
      if case .ended(let ending) = found { self.ending = ending } else { report(found) }
    }
  }
}
