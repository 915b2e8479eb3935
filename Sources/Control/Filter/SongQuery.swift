/// What `find`, `search` and their like are given: `FILTER… [sort [-]TAG] [window A:B]`.
struct SongQuery {
  let filter: Filter
  let order: SongOrder?
  /// Which of the songs found, by their place in the order.
  let window: Range<Int>

  /// - Parameter words: of `arguments`, without what stands behind the window.
  init(_ words: ArraySlice<String>, _ arguments: Arguments, foldsCase: Bool) throws(CommandError) {
    var words = words
    var window = 0..<Int.max
    var order: SongOrder?
    if words.count >= 2, words[words.endIndex - 2] == "window" {
      window = try arguments.range(words.endIndex - 1)
      words = words.dropLast(2)
    }
    if words.count >= 2, words[words.endIndex - 2] == "sort" {
      order = try SongOrder(words[words.endIndex - 1])
      words = words.dropLast(2)
    }
    filter = try FilterParser.parse(words, foldsCase: foldsCase)
    self.order = order
    self.window = window
  }
}
