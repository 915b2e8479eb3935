/// The words about the songs of a stream: titles beside its bytes, and comments within it. The thread of the stream only.
final class SongWords {
  private var titles: [(at: Int64, words: StreamWords)] = []
  /// By the comments of the present piece.
  private var commented = StreamWords()

  /// A title that holds from this byte of the data on; nil: none.
  func note(_ title: String?, at place: Int64) { titles.append((place, StreamWords(title: title))) }

  /// - Parameters:
  ///   - position: of the data, which is decoded so far.
  ///   - comments: of the piece that sounds.
  /// - Returns: what holds from now on; nil where that is what held before.
  func next(until position: Int64, _ comments: StreamWords) -> StreamWords? {
    var found: StreamWords?
    while let title = titles.first, title.at <= position { found = titles.removeFirst().words }
    if comments != commented {
      commented = comments
      found = comments
    }
    return found
  }
}
