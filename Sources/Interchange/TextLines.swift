/// The lines of a text that hold anything, whichever system ended them; one at a time, since a file may be nothing but
/// line ends.
struct TextLines: Sequence, IteratorProtocol {
  private var rest: ArraySlice<UInt8>

  init(_ text: ArraySlice<UInt8>) { rest = text }

  mutating func next() -> ArraySlice<UInt8>? {
    while let start = rest.firstIndex(where: { !Self.isEnd($0) }) {
      let line = rest[start...].prefix { !Self.isEnd($0) }
      rest = rest[line.endIndex...]
      return line
    }
    return nil
  }

  private static func isEnd(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }
}
