import Model

@testable import Library

extension Bench {
  var playlists: [PlaylistReport] {
    get throws {
      try answer { (done: @escaping ([PlaylistReport]) -> Void) in library.playlists.all(completion: done) }
    }
  }

  /// With what is said of them.
  func entries(ofPlaylist name: String) throws -> [PlaylistEntry] {
    try answer { (done: @escaping (Result<PlaylistEntries, Refusal>) -> Void) in
      library.playlists.entries(of: name, texts: true, completion: done)
    }.get().entries
  }

  /// Of its entries, each on its own volume.
  func paths(ofPlaylist name: String) throws -> [String] {
    try entries(ofPlaylist: name).map { String(decoding: $0.track.path, as: UTF8.self) }
  }

  /// Where the tracks are that are found by what is typed, in the order of a shelf.
  func shelve(_ text: String, limit: Int = 1000) throws -> [TrackRow] {
    try answer { (done: @escaping ([TrackRow]) -> Void) in
      library.search.shelve(lookedUp: text, limit: limit, by: NameOrder(articles: ["the"]), completion: done)
    }
  }

  /// Why they were not put in.
  func add(
    _ rows: [TrackRow], toPlaylist name: String, at position: Int? = nil, onlyNew: Bool = false
  ) throws -> Refusal? {
    try answer { (done: @escaping (Refusal?) -> Void) in
      library.playlists.add(rows, to: name, at: position, onlyNew: onlyNew, completion: done)
    }
  }

  /// Why a change was not made.
  func change(playlist name: String, _ change: PlaylistChange) throws -> Refusal? {
    try answer { (done: @escaping (Refusal?) -> Void) in
      library.playlists.change(name, change, completion: done)
    }
  }
}
