/// The search for sound in the bytes of a stream: at its beginning, and after what was sound of another kind.
struct StreamSearch {
  private let input: LiveInput
  /// Nothing is before the bytes: neither sound nor what was skipped.
  private var isFirst: Bool

  /// Bytes without sound after which a stream is none.
  static let mostBytes = 1 << 20
  /// Bytes ahead after which a still undecided mark counts as no sound.
  private static let reach = 2 * OggPage.sizeLimit

  init(_ input: LiveInput) {
    self.input = input
    isFirst = input.position == 0
  }

  /// Passes over what is no sound.
  /// - Returns: the kind of what is ahead; nil where the stream ends before.
  mutating func next() throws(MediaError) -> StreamKind? {
    try passTags()
    let start = input.position
    while input.position - start < Self.mostBytes {
      let (found, undecided) = look()
      input.drop(undecided)
      if let found { return found }
      if undecided > 0 { isFirst = false }
      if input.ahead.count > Self.reach {
        input.drop(1)
        isFirst = false
      }
      guard !input.isOver else {
        input.drop(input.ahead.count)
        return nil
      }
      _ = input.receive()
    }
    throw .notAudio
  }

  /// - Returns: what was found, and how many bytes are before it; else before what is not decided.
  private func look() -> (found: StreamKind?, at: Int) {
    let bytes = input.ahead
    var undecided = bytes.count
    for at in bytes.indices {
      let offset = at - bytes.startIndex
      switch StreamKind.look(bytes[at...], isFirst: isFirst && offset == 0, isWhole: input.isOver) {
      case .found(let kind): return (kind, offset)
      case .open:
        undecided = min(undecided, offset)
        // An incomplete page may contain marks of other sound: FLAC in Ogg has its own there.
        if bytes[at] == UInt8(ascii: "O") { return (nil, undecided) }
      case .none: continue
      }
    }
    return (nil, undecided)
  }

  /// Tags before the sound, which say how long they are. A page is no sound, which is known at once.
  private func passTags() throws(MediaError) {
    while input.gather(ID3v2Header.size), let tag = ID3v2Header(Array(input.ahead.prefix(ID3v2Header.size))) {
      input.pass(tag.totalBytes)
    }
    if isFirst, input.ahead.first == UInt8(ascii: "<") { throw .notAudio }
  }
}
