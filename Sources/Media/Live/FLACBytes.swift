/// Bytes of native FLAC for libFLAC, which looks for its next frame for ever. Once it has lost its place, what it got since the last
/// frame is searched for sound of another kind, with which the piece ends.
final class FLACBytes: StreamBytes {
  private let input: LiveInput
  private var history: [UInt8] = []
  private var isLost = false
  private var hasEnded = false

  /// libFLAC's own buffer: the end of a frame is at most so far behind.
  private static let bufferBytes = 8192
  private static let mostBytes = 128 << 10

  init(_ input: LiveInput) { self.input = input }

  var position: Int64 { input.position }

  func noteFrame() {
    isLost = false
    history.removeFirst(max(0, history.count - Self.bufferBytes))
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
    history.removeFirst(max(0, history.count - Self.mostBytes))
    return count
  }

  /// Where sound of another kind, or another FLAC stream, begins.
  private func other() -> Int? {
    history.indices.first {
      if case .found = StreamKind.look(history[$0...], isFirst: false, isWhole: false) { true } else { false }
    }
  }
}
