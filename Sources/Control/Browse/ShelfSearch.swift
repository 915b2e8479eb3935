/// Looks for songs and gives them in the order of a shelf.
enum ShelfSearch {
  /// What may be kept of groups of songs until all are known and can be put in order.
  static let mostBytes = 24 << 20

  static var tooMuch: CommandError {
    .argument("There is too much to be put in order: a filter or a window makes it less")
  }

  /// As `tooMuch`, where no window can be asked for.
  static var tooMuchForFilter: CommandError {
    .argument("There is too much to be put in order: a filter makes it less")
  }

  static func order(_ call: Call) -> ShelfOrder {
    let catalogue = call.backend.catalogue
    return ShelfOrder { catalogue.orderKey(of: $0) }
  }

  /// - Parameters:
  ///   - most: of the songs found, only so many are looked at.
  ///   - template: the headings under which songs stand, which count before all else.
  ///   - then: gets how many were found, too.
  static func start(
    _ call: Call, _ selection: SongSelection, _ window: Range<Int>, most: Int = .max,
    template: GroupTemplate? = nil, then: @escaping ([SongPlace], _ total: Int) throws(CommandError) -> Answer
  ) -> Answer {
    let order = order(call)
    let sorter = SongSorter<[UInt8]>(most: window.upperBound, size: \.count) {
      $0.lexicographicallyPrecedes($1)
    }
    let search = SongSearch(call, selection, 0..<most) { item in
      var key = order.key(of: item.song)
      if let template { key = order.key(ofName: template.text(for: item.song)) + ([0] + key) }
      sorter.add(key, item.place)
    }
    return search.start { () throws(CommandError) in try then(try sorter.places(in: window), sorter.count) }
  }
}
