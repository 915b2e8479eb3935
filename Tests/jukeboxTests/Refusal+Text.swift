import ClientSupport

@testable import Client
@testable import jukebox

extension CommandRefusal {
  /// As it comes: a key with what is behind it in the brackets, and the sentence where that matters.
  init(_ bracketed: String, to words: [String]) {
    let text = bracketed.contains("] ") ? bracketed : bracketed + "] A sentence"
    self.init("ACK [50@0] {\(words[0])} [\(text)", to: words, hasKeys: true)
  }
}

extension ScriptedJukebox {
  /// One whose refusals are told as by the command.
  convenience init(_ answers: [String]...) throws {
    try self.init(answers: answers, explain: RefusalText.explain)
  }
}
