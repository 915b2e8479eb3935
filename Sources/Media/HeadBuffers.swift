import Linux

/// Buffers for the heads of files, each reused for one file after another: allocated for every file of a scan, they
/// would leave holes between small blocks in use, and memory would grow by them.
final class HeadBuffers: Sendable {
  static let shared = HeadBuffers()
  /// Size of each buffer.
  static let bytes = 16 * 1024

  /// As many volumes as are usually scanned at a time.
  private static let mostFree = 2
  /// Addresses.
  private let free = Guarded<[UInt]>([])

  func take() -> UnsafeMutableRawBufferPointer {
    let address = free.withLock { $0.popLast() }
    if let start = unsafe address.flatMap({ unsafe UnsafeMutableRawPointer(bitPattern: $0) }) {
      return unsafe UnsafeMutableRawBufferPointer(start: start, count: Self.bytes)
    }
    return .allocate(byteCount: Self.bytes, alignment: 64)
  }

  func give(_ buffer: UnsafeMutableRawBufferPointer) {
    let address = UInt(bitPattern: buffer.baseAddress)
    let isKept = free.withLock { free in
      if free.count < Self.mostFree { free.append(address) }
      return free.last == address
    }
    if !isKept { unsafe buffer.deallocate() }
  }
}
