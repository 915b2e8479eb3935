/// Bytes of native FLAC for libFLAC, which looks for its next frame for ever. Once it has lost its place, what it got since the last
/// frame is searched for sound of another kind, with which the piece ends.
final class FLACBytes: StreamBytes {
  private let input: LiveInput
  /// The last bytes that libFLAC got.
  private var history: [UInt8] = []
  /// The stream's own head is among them.
  private var hasHead = true
  private var isLost = false
  private var hasEnded = false

  /// libFLAC's own buffer: the end of a frame is at most this far back.
  private static let bufferBytes = 8192
  private static let mostBytes = 128 << 10

  init(_ input: LiveInput) { self.input = input }

  var position: Int64 { input.position }

  func noteFrame() {
    isLost = false
    trim(to: Self.bufferBytes)
  }

  func noteLoss() { isLost = true }

  func read(into target: UnsafeMutableRawBufferPointer) -> Int {
    if hasEnded { return 0 }
    if isLost, let other = other() {
      input.putBack(history[other...])
      hasEnded = true
      return 0
    }
    let count = unsafe input.read(into: target)
    unsafe history.append(contentsOf: target.prefix(count))
    trim(to: Self.mostBytes)
    return count
  }

  private func trim(to count: Int) {
    guard history.count > count else { return }
    history.removeFirst(history.count - count)
    hasHead = false
  }

  /// Returns the index at which sound of another kind, or another FLAC stream, begins.
  private func other() -> Int? {
    history.indices.dropFirst(hasHead ? 1 : 0).first {
      if case .found = StreamKind.look(history[$0...], isFirst: false, isWhole: false) { true } else { false }
    }
  }
}
