import Linux

@testable import Audio

/// A pipe whose reader, clock and faults are in the test's hands.
final class FakePipe: PipeEnd {
  let capacity: Int
  private(set) var unreadBytes = 0
  private(set) var written: [UInt8] = []
  /// Where it is not kept, what was written is counted only.
  var keeps = true
  private(set) var writtenBytes = 0
  var hasReader = true
  /// The most bytes that one write takes.
  var most = Int.max

  init(capacity: Int = 176_400) { self.capacity = capacity }

  func write(_ bytes: Span<UInt8>) throws(SystemError) -> Int? {
    guard hasReader else { throw SystemError(.brokenPipe, call: "write") }
    let count = min(bytes.count, capacity - unreadBytes, most)
    guard count > 0 else { return nil }
    if keeps { for index in 0..<count { written.append(bytes[index]) } }
    writtenBytes += count
    unreadBytes += count
    return count
  }

  /// The reader takes bytes.
  /// - Returns: how many it lacked.
  @discardableResult func read(_ bytes: Int) -> Int {
    let count = min(bytes, unreadBytes)
    unreadBytes -= count
    return bytes - count
  }

  func readAll() { unreadBytes = 0 }
}
