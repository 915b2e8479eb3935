@testable import jukebox

extension Answer {
  /// What the jukebox said in these lines.
  init(_ line: String, _ others: String...) { self.init(lines: [line] + others) }

  init(lines: [String]) {
    self.init()
    for line in lines { append(line: line) }
  }
}
