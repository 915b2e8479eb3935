import Linux
import Model

/// Songs that belong together, as `browse` lists them.
struct BrowseGroup {
  /// The key of a group and the fields to show: tags and values in their order.
  struct Name: Hashable {
    let pairs: [Pair]

    /// Names of one list have the same keys.
    func hash(into hasher: inout Hasher) {
      for pair in pairs { hasher.combine(bytesOf: pair.value) }
    }

    /// Values are distinguished by their bytes, as filters do.
    struct Pair: Hashable {
      let key: String
      let value: String

      static func == (a: Pair, b: Pair) -> Bool {
        a.key == b.key && a.value.utf8.elementsEqual(b.value.utf8)
      }

      func hash(into hasher: inout Hasher) {
        hasher.combine(key)
        hasher.combine(bytesOf: value)
      }
    }

    init(_ pairs: (String, String)...) { self.pairs = pairs.map { Pair(key: $0.0, value: $0.1) } }

    init(pairs: [Pair]) { self.pairs = pairs }
  }

  var songs = 0
  var duration = Duration.zero
  /// The different albums in it, if they are shown.
  var albums = DistinctCount()
  /// The earliest date of its songs.
  var date: String?
  /// The first of its songs, if that is shown.
  private(set) var first: SongTally.First?
  /// Its genres with the numbers of their songs.
  private var genres: [(name: String, songs: Int)] = []

  /// Approximate bytes of an album in a set, and of a text.
  private static let albumBytes = 40
  private static let textBytes = 16
  /// Limit of genres of a group; further ones are left out.
  private static let mostGenres = 32

  /// Its genres, those of most songs first.
  var genresByFrequency: [String] {
    // Equally frequent genres are in the order in which they were found.
    genres.enumerated().sorted { ($1.element.songs, $0.offset) < ($0.element.songs, $1.offset) }.map(
      \.element.name)
  }

  /// - Parameters:
  ///   - song: its values of the tags that the group shows, as many songs have them.
  ///   - isAlbum: whether the group shows its genres.
  /// - Returns: how many bytes more the group takes.
  mutating func add(_ tally: SongTally, _ song: Song, countsAlbums: Bool, isAlbum: Bool = false) -> Int {
    songs += tally.songs
    duration += tally.duration
    var bytes = 0
    if let new = tally.first, first.map({ new.place.lexicographicallyPrecedes($0.place) }) ?? true {
      func size(_ first: SongTally.First) -> Int {
        2 * Self.textBytes + first.uri.utf8.count + first.place.count
      }
      bytes += size(new) - (first.map(size) ?? 0)
      first = new
    }
    if isAlbum { for name in song.values(of: .genre) { bytes += count(genre: name, tally.songs) } }
    if countsAlbums {
      let kept = albums.count
      for album in song.values(of: .album) { albums.add(Hasher.hash(bytesOf: album)) }
      bytes += Self.albumBytes * (albums.count - kept)
    }
    if let date = song.values(of: .date).first, !date.isEmpty, date < self.date ?? "\u{10FFFF}" {
      bytes += Self.textBytes + date.utf8.count - (self.date.map { Self.textBytes + $0.utf8.count } ?? 0)
      self.date = date
    }
    return bytes
  }

  private mutating func count(genre name: String, _ songs: Int) -> Int {
    if let place = genres.firstIndex(where: { $0.name.utf8.elementsEqual(name.utf8) }) {
      genres[place].songs += songs
      return 0
    }
    guard genres.count < Self.mostGenres else { return 0 }
    genres.append((name, songs))
    return 2 * Self.textBytes + name.utf8.count
  }

  /// The field of an album whose songs name no album artist.
  static let folderKey = "AlbumFolder"

  /// The groups of one kind that a song belongs to.
  /// - Parameters:
  ///   - base: for folders, the one whose subfolders they are.
  ///   - folderAlbum: for albums, that of a song that names no album artist.
  static func names(
    of song: Song, _ kind: BrowseKind, base: String, folderAlbum: FolderAlbum? = nil
  ) -> Set<Name> {
    switch kind {
    case .artists: return Set(song.values(of: .artist).map { Name(("Artist", $0)) })
    case .albumartists: return Set(song.valuesOrStandIns(of: .albumArtist).map { Name(("AlbumArtist", $0)) })
    case .albums:
      if let folderAlbum {
        return Set(
          song.values(of: .album).map {
            Name(
              ("Album", $0), ("AlbumArtist", folderAlbum.artist), (folderKey, folderAlbum.folder))
          })
      }
      let artist = song.valuesOrStandIns(of: .albumArtist).first ?? ""
      return Set(song.values(of: .album).map { Name(("Album", $0), ("AlbumArtist", artist)) })
    case .genres: return Set(song.values(of: .genre).map { Name(("Genre", $0)) })
    case .years:
      return song.year.map { [Name(("Date", $0))] } ?? []
    case .tempos:
      // Tens: 120 holds 120 to 129.99.
      return song.tempo.map { [Name(("bpm", "\(Int($0 / 10) * 10)"))] } ?? []
    case .keys:
      return song.musicalKey.map { [Name(("key", $0.description), ("camelot", $0.camelot))] } ?? []
    case .folders:
      let uri = song.uri.utf8
      // By bytes: a mark at the beginning of a name would make one character with the slash before it.
      let rest = base.isEmpty ? uri[...] : uri.dropFirst(base.utf8.count + 1)
      guard let slash = rest.firstIndex(of: UInt8(ascii: "/")) else { return [] }
      return [Name(("directory", String(decoding: uri[..<slash], as: UTF8.self)))]
    default: return []
    }
  }
}
