import Model

/// Looks for songs and gives them in the order of a shelf.
enum ShelfSearch {
  static func order(_ call: Call) -> ShelfOrder {
    ShelfOrder(nameKey: call.backend.catalogue.nameKey)
  }

  /// - Parameters:
  /// - most: limit of the found songs to look at.
  /// - template: the headings of the songs, which count before all else.
  static func start(
    _ call: Call, _ selection: SongSelection, _ window: Range<Int>, most: Int = .max,
    template: GroupTemplate? = nil, take: @escaping SortedSongs<[UInt8]>.Take
  ) -> Answer {
    let nameKey = call.backend.catalogue.nameKey
    let isOfFolder = selection.filter.namesAlbumFolder
    let songs = SortedSongs(
      call: call, selection: selection, order: .shelf(template), window: window, most: most,
      // A title that is missing is the file's name.
      tags: template == nil ? ShelfOrder.tags : nil, named: true,
      key: {
        let order = ShelfOrder(nameKey: nameKey)
        return { song in
          let key = order.key(of: song, isOfFolder: isOfFolder)
          return template.map { order.key(ofName: $0.text(for: song)) + ([0] + key) } ?? key
        }
      }, size: \.count, isBefore: { $0.lexicographicallyPrecedes($1) }, take: take)
    return songs.start()
  }
}
