import Client

/// Chapters as a list.
enum ChapterText {
  /// - Parameter elapsed: where the song is, if it is the one that plays: its chapter is marked.
  static func lines(_ chapters: [Chapter], elapsed: Double? = nil) -> [String] {
    let current = elapsed.flatMap { elapsed in chapters.last { $0.time <= elapsed }?.number }
    let numbers = Columns.widest(chapters.map { "\($0.number)" })
    let times = Columns.widest(chapters.map { Clock.text($0.time) })
    return chapters.map { chapter in
      let (number, time) = ("\(chapter.number)", Clock.text(chapter.time))
      let words = [
        (chapter.number == current ? ">" : " ") + right(number, numbers), right(time, times), chapter.name,
      ]
      return words.compactMap { $0 }.joined(separator: "  ")
    }
  }

  private static func right(_ text: String, _ columns: Int) -> String {
    String(repeating: " ", count: max(0, columns - Columns.width(text))) + text
  }
}
