import Linux
import NIOCore

/// The body of a request on its way to the jukebox: the loop puts in what arrives, a worker takes it. It holds a bounded number
/// of bytes, so that the visitor sends no more than the jukebox takes.
final class UploadStream: Sendable {
  let file: UploadFile
  /// Which bytes of it the body has.
  let range: Range<Int>
  /// The machine that sends the file.
  let machine: String

  private struct State {
    var bytes = ByteBuffer()
    /// The jukebox takes the body.
    var hasBegun = false
    /// The loop has looked for the body.
    var isLookedFor = false
    /// All of the body is there.
    var isWhole = false
    /// The visitor has left.
    var isCut = false
    /// The loop reads no more until the worker has taken something.
    var isWaiting = false
  }

  private static let mostBytes = 256 * 1024
  private let state = Monitor(State())
  private let wantMore: @Sendable () -> Void

  /// - Parameter wantMore: called in a worker's thread when more may be read; first when the jukebox has taken the request.
  init(
    _ file: UploadFile, range: Range<Int>, of machine: String, wantMore: @escaping @Sendable () -> Void
  ) {
    (self.file, self.range, self.machine, self.wantMore) = (file, range, machine, wantMore)
  }

  // MARK: Loop

  func put(_ bytes: ByteBuffer) { state.change { _ = $0.bytes.writeImmutableBuffer(bytes) } }
  func end() { state.change { $0.isWhole = true } }
  func cut() { state.change { $0.isCut = true } }

  var isWhole: Bool { state.withLock { $0.isWhole } }

  /// Whether more may be read now; else `wantMore` is called later.
  func hasRoom() -> Bool {
    state.withLock { state in
      state.isWaiting = state.bytes.readableBytes >= Self.mostBytes
      return state.hasBegun && !state.isWaiting
    }
  }

  /// Whether the body is read for the first time.
  func isFirstLook() -> Bool {
    state.withLock { state in
      defer { state.isLookedFor = true }
      return !state.isLookedFor
    }
  }

  // MARK: Worker

  /// The request is taken: its body may come.
  func begin() {
    state.withLock { $0.hasBegun = true }
    wantMore()
  }

  /// The next bytes; it blocks until there are `most` of them, or no more will come.
  /// - Returns: nil at the end, and if the visitor has left.
  func take(atMost most: Int) -> [UInt8]? {
    let bytes: [UInt8]? = state.wait { state in
      // Also of a visitor who has left: it continues where the rest ended.
      let isOver = state.isWhole || state.isCut
      guard state.bytes.readableBytes >= most || isOver else { return .wait() }
      let bytes = state.bytes.readBytes(length: min(most, state.bytes.readableBytes)) ?? []
      state.bytes.discardReadBytes()
      return .done(bytes.isEmpty ? nil : bytes)
    }
    let isWanted = state.withLock { state in
      defer { state.isWaiting = false }
      return state.isWaiting
    }
    if isWanted { wantMore() }
    return bytes
  }
}

extension UploadStream: Hashable {
  static func == (a: UploadStream, b: UploadStream) -> Bool { a === b }
  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
