/// Artists, albums and the like, as a list.
enum ShelfText {
  static func lines(_ shelves: [Shelf]) -> [String] {
    let names = shelves.map { shelf in
      [shelf.albumArtist, shelf.name].compactMap { $0 }.filter { !$0.isEmpty }.joined(separator: " – ")
        + (shelf.date.map { " (\($0))" } ?? "")
    }
    let width = names.map { Columns.width($0) }.max() ?? 0
    return zip(shelves, names).map { shelf, name in
      var facts = [StatusText.count(shelf.songs, "song"), Clock.text(shelf.duration)]
      if let albums = shelf.albums { facts.insert(StatusText.count(albums, "album"), at: 0) }
      return "\(Columns.pad(name, width))  \(facts.joined(separator: ", "))"
    }
  }
}
