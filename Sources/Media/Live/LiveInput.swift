import CLinux
import Linux
import Model

/// The bytes of a stream on their way into a decoder, and the reports between them. The thread of the stream only.
@safe final class LiveInput: StreamBytes {
  private let data: Descriptor
  private let reports: Descriptor
  private let stop: Wakeup
  private let report: (StreamReport) -> Void
  private var line: [UInt8] = []
  private var hasReports = true
  /// Received, and not yet given to a decoder.
  private(set) var ahead: ArraySlice<UInt8> = []
  private var received: Int64 = 0
  /// Nothing more comes.
  private(set) var isOver = false
  /// How the connection ended, as far as that was said.
  private(set) var ending: StreamReport.Ending?
  private var silence: Silence?

  private static let chunkBytes = 4096

  /// How long bytes may come without sound.
  private struct Silence {
    let limit: Duration
    /// When the first byte after the last sound came.
    var began: Instant?
    var isTooLong = false

    /// Takes in that bytes came.
    mutating func note() {
      let now = Instant.now()
      if let began { isTooLong = now - began > limit } else { began = now }
    }
  }

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

  var position: Int64 { received - Int64(ahead.count) }
  var isAtEnd: Bool { isOver && ahead.isEmpty }

  /// From now on the stream ends where bytes come for so long without sound: a decoder may read for ever and find none.
  func limitSilence(to limit: Duration) { silence = Silence(limit: limit) }

  var wasSilentTooLong: Bool { silence?.isTooLong ?? false }

  /// There was sound, or what belongs to it.
  func noteSound() { silence?.began = nil }

  func read(into target: UnsafeMutableRawBufferPointer) -> Int {
    if ahead.isEmpty, target.count >= Self.chunkBytes { return unsafe receive(into: target) }
    guard target.count > 0, !ahead.isEmpty || receive() else { return 0 }
    let count = min(target.count, ahead.count)
    unsafe target.copyBytes(from: ahead.prefix(count))
    ahead = ahead.dropFirst(count)
    return count
  }

  /// Waits until this number of bytes are ahead.
  /// - Returns: false where the stream ends before.
  func gather(_ count: Int) -> Bool {
    while ahead.count < count { guard receive() else { return false } }
    return true
  }

  /// Waits for more bytes ahead.
  /// - Returns: false at the end.
  func receive() -> Bool {
    let more = unsafe [UInt8](unsafeUninitializedCapacity: Self.chunkBytes) { target, count in
      count = unsafe receive(into: UnsafeMutableRawBufferPointer(target))
    }
    ahead += more
    return !more.isEmpty
  }

  /// Drops bytes ahead.
  func drop(_ count: Int) { ahead = ahead.dropFirst(count) }

  /// Drops bytes that belong to the sound, such as a tag, as they come.
  func pass(_ count: Int64) {
    var left = count
    while left > 0, gather(1) {
      let part = Int(min(left, Int64(ahead.count)))
      drop(part)
      left -= Int64(part)
      noteSound()
    }
  }

  /// Bytes that a decoder has got are to be read again.
  func putBack(_ bytes: some Sequence<UInt8>) { ahead = (Array(bytes) + ahead)[...] }

  /// Reads the reports that are left, once the data has ended.
  func finish() {
    while hasReports, ending == nil, !wasSilentTooLong {
      guard (try? reports.isReadable(within: .milliseconds(500))) == true else { return }
      takeReports()
    }
  }

  /// As `read`, past what is ahead.
  private func receive(into target: UnsafeMutableRawBufferPointer) -> Int {
    guard waitForBytes() else { return 0 }
    var span = unsafe MutableRawSpan(_unsafeBytes: target)
    guard let count = try? data.read(into: &span), count > 0 else {
      isOver = true
      return 0
    }
    received += Int64(count)
    silence?.note()
    guard wasSilentTooLong else { return count }
    end()
    return 0
  }

  /// Nothing more is wanted of the stream.
  func end() { (isOver, ahead) = (true, []) }

  private func waitForBytes() -> Bool {
    while !isOver {
      guard let ready = try? data.waitToRead(or: reports, while: hasReports, wakeup: stop) else {
        return false
      }
      if ready.wakeup {
        end()
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
