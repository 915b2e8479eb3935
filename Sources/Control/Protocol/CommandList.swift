/// Commands that are answered together: the lines between `command_list_begin` and `command_list_end`.
struct CommandList {
  /// Whether each command's answer ends in `list_OK`.
  let separatesAnswers: Bool
  private(set) var bytes: [UInt8] = []
  /// Start of the next line to run.
  private var start = 0
  /// The number of the line that runs, for `ACK [error@index]`.
  private(set) var index = -1

  init(separatesAnswers: Bool) { self.separatesAnswers = separatesAnswers }

  mutating func append(_ line: ArraySlice<UInt8>) {
    bytes.append(contentsOf: line)
    bytes.append(UInt8(ascii: "\n"))
  }

  /// Takes the following lines as long as `take` does with the next one, at most `most` of them. They count once they
  /// are done: see `count`.
  mutating func takeFollowing(most: Int, _ take: (ArraySlice<UInt8>) -> Bool) {
    for _ in 0..<most {
      guard let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")), take(bytes[start..<end]) else {
        return
      }
      start = end + 1
    }
  }

  /// The next of the lines that were taken runs.
  mutating func count() { index += 1 }

  mutating func next() -> ArraySlice<UInt8>? {
    guard let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) else { return nil }
    defer { start = end + 1 }
    index += 1
    return bytes[start..<end]
  }
}
