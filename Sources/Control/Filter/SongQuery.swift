/// Arguments of `find`, `search` and similar commands: `FILTER… [sort [-]TAG] [window A:B]`.
struct SongQuery {
  let filter: Filter
  let order: SongOrder?
  /// Which of the songs found, by their place in the order.
  let window: Range<Int>

  /// - Parameter words: of `arguments`, without those after the window.
  init(_ words: ArraySlice<String>, _ arguments: Arguments, foldsCase: Bool) throws(CommandError) {
    var words = words
    window = try arguments.takeWindow(from: &words) ?? 0..<Int.max
    order = try words.takeOption("sort").map { (place) throws(CommandError) in
      try SongOrder(arguments[place])
    }
    filter = try FilterParser.parse(words, foldsCase: foldsCase)
  }
}
