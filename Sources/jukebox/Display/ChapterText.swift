/// Chapters as a list.
enum ChapterText {
  /// - Parameter elapsed: where the song is, if it is the one that plays: its chapter is marked.
  static func lines(_ chapters: [Chapter], elapsed: Double? = nil) -> [String] {
    let current = elapsed.flatMap { elapsed in chapters.last { $0.time <= elapsed }?.number }
    let numbers = chapters.map { Columns.width("\($0.number)") }.max() ?? 0
    let times = chapters.map { Columns.width(Clock.text($0.time)) }.max() ?? 0
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
