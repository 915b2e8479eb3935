import Model

/// Goes through the songs of a selection in natural order, and writes the lines that the library makes of them.
struct LineSearch {
  private let call: Call
  private let question: FoundLines.Question

  /// - Parameters:
  ///   - tags: with which the songs are written; nil for their URIs alone.
  ///   - window: which of the songs found are written.
  /// - Returns: nil where the library can't judge the selection: `SongSearch` does.
  init?(_ call: Call, _ selection: SongSelection, _ tags: TagSet?, _ window: Range<Int>) {
    guard let question = FoundLines.Question(selection, tags, window: window) else { return nil }
    self.call = call
    self.question = question
  }

  func start() -> Answer {
    if question.window.upperBound == 0 { return .done }
    return write(read(question), of: question)
  }

  private func read(_ question: FoundLines.Question) -> Prefetch<Result<FoundLines, Refusal>> {
    Prefetch { call.backend.catalogue.lines(of: question, completion: $0) }
  }

  private func write(
    _ page: Prefetch<Result<FoundLines, Refusal>>, of question: FoundLines.Question
  ) -> Answer {
    call.wait(
      for: page.wait,
      then: { (page) throws(CommandError) in
        try question.selection.filter.checkPatterns()
        var rest = question
        rest.after = page.next
        rest.found = page.found
        let following = rest
        let next = page.next == nil || !page.goesOn ? nil : read(following)
        return call.write(lines: page.lines) { () throws(CommandError) in
          next.map { write($0, of: following) } ?? .done
        }
      })
  }
}
