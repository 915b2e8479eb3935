import Player

/// Looks for songs and gives them in the order of a shelf. Until all are known, only their keys and places are kept.
enum ShelfSearch {
  /// What may be kept of songs, and of groups of them, until all are known and can be put in order.
  static let mostBytes = 48 << 20

  static var tooMuch: CommandError {
    .argument("There is too much to be put in order: a filter makes it less")
  }

  static func order(_ call: Call) -> ShelfOrder {
    let catalogue = call.backend.catalogue
    return ShelfOrder { catalogue.orderKey(of: $0) }
  }

  /// - Parameters:
  ///   - most: of the songs found, only so many are put in order.
  ///   - template: the headings under which songs stand, which count before all else.
  static func start(
    _ call: Call, _ selection: SongSelection, most: Int = .max, template: GroupTemplate? = nil,
    then: @escaping ([TrackReference]) throws(CommandError) -> Answer
  ) -> Answer {
    let order = order(call)
    var found: [(key: [UInt8], track: TrackReference)] = []
    var room = mostBytes
    let search = SongSearch(call, selection, 0..<most) { item in
      guard room > 0 else { return }
      var key = order.key(of: item.song)
      if let template { key = order.key(ofName: template.text(for: item.song)) + ([0] + key) }
      room -= key.count + item.track.path.count + 150
      found.append((key, item.track))
    }
    return search.start { () throws(CommandError) in
      guard room > 0 else { throw tooMuch }
      let sorted = found.indices.sorted {
        let (a, b) = (found[$0].key, found[$1].key)
        return a == b ? $0 < $1 : a.lexicographicallyPrecedes(b)
      }
      return try then(sorted.map { found[$0].track })
    }
  }
}
