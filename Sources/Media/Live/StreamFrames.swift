/// Frames without a container, of one kind, that follow one another without a gap. The piece ends if another kind
/// begins, or a frame is cut: a decoder would take the rest for sound, and make noise of it.
final class StreamFrames: StreamBytes {
  private let input: LiveInput
  private let kind: StreamFrame.Kind
  /// Bytes left in the present frame.
  private var left = 0
  private var hasEnded = false

  /// Marks that may follow the last frame: of a file's tags, and of sound of another kind.
  private static let followers = ["TAG", "APETAGEX", "LYRICSBEGIN", "ID3", "OggS", "fLaC", "RIFF"]

  init(_ input: LiveInput, _ kind: StreamFrame.Kind) { (self.input, self.kind) = (input, kind) }

  var position: Int64 { input.position }

  func read(into target: UnsafeMutableRawBufferPointer) -> Int {
    if left == 0 {
      guard !hasEnded, let next = nextFrame() else {
        hasEnded = true
        return 0
      }
      left = next
    }
    let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: target[..<min(target.count, left)])
    let count = unsafe input.read(into: rest)
    left -= count
    return count
  }

  /// - Returns: the size of the frame ahead, which is whole.
  private func nextFrame() -> Int? {
    while input.gather(ID3v2Header.size), let tag = ID3v2Header(Array(input.ahead.prefix(ID3v2Header.size))) {
      input.pass(tag.totalBytes)
    }
    guard input.gather(StreamFrame.headBytes), let frame = StreamFrame(input.ahead), frame.kind == kind else {
      return nil
    }
    guard input.gather(frame.bytes + StreamFrame.headBytes) else {
      return input.ahead.count >= frame.bytes ? frame.bytes : nil
    }
    let next = input.ahead.dropFirst(frame.bytes)
    let following = StreamFrame(next)?.kind
    let isWhole = following == kind || following != nil && following != .transport
    return isWhole || Self.followers.contains { next.starts(with: $0.utf8) } ? frame.bytes : nil
  }
}
