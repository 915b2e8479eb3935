import Linux
import Model

/// The tags that a track's path gives, for those that its file lacks: `Artist/Album/01 - Title.flac`.
///
/// Only certain ones are taken. The folders name artist and album if there are at least two of them, after those that
/// only gather music and without one that numbers a disc, and if they don't contradict the tags. A number at the
/// beginning of the name is the track's if it is marked as one, and `Artist - Title` is split if nothing else names the
/// artist, or all agree.
package enum PathTags {
  package static func fill(_ details: inout TrackDetails, folder: [UInt8], name: [UInt8]) {
    // Most files leave out nothing but the disc, which most paths don't name either.
    if details.title != nil, !details.artists.isEmpty, details.album != nil, details.track != nil,
      details.disc != nil || !mayNameDisc(folder: folder, name: name)
    {
      return
    }
    let folders = Folders(folder)
    let file = FileName(name, in: folders)
    if !folders.contradict(details) {
      if details.album == nil { details.album = folders.album }
      if details.artists.isEmpty, let artist = folders.artist { details.artists = [artist] }
    }
    details.disc = details.disc ?? file.disc ?? folders.disc
    details.track = details.track ?? file.track
    guard let text = file.text else { return }
    if let (artist, title) = parts(of: text) {
      let isTitle = details.title.map { same($0, title) } ?? true
      if details.artists.isEmpty, isTitle { details.artists = [artist] }
      if details.title == nil, details.artists.contains(where: { same($0, artist) }) { details.title = title }
    }
    details.title = details.title ?? text
  }

  /// A quick look: whether a folder may be a disc's, or a name begins as `1-01` does.
  private static func mayNameDisc(folder: [UInt8], name: [UInt8]) -> Bool {
    if name.count > 2, isDigit(name[0]), name[1] == UInt8(ascii: "-"), isDigit(name[2]) { return true }
    guard let last = folder.last, isDigit(last) else { return false }
    let start = folder.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? 0
    return [UInt8(ascii: "c"), UInt8(ascii: "d")].contains(folder[start] | 0x20)
  }

  /// `Artist - Title`, parted once and no more.
  private static func parts(of text: String) -> (artist: String, title: String)? {
    guard let border = text.utf8.firstOccurrence(of: FileName.border) else { return nil }
    let rest = text.utf8[border.upperBound...]
    guard rest.firstOccurrence(of: FileName.border) == nil, let title = trimmed(rest),
      let artist = trimmed(text.utf8[..<border.lowerBound]), !artist.utf8.allSatisfy(isDigit)
    else {
      return nil
    }
    return (artist, title)
  }

  /// Whether people would call both the same: case, accents and the like apart.
  private static func same(_ a: String, _ b: String) -> Bool {
    FoldedName.fold(a.utf8) == FoldedName.fold(b.utf8)
  }

  /// The text of a name; nil where it is none, or empty.
  private static func trimmed(_ bytes: some Sequence<UInt8>) -> String? {
    var bytes = Array(bytes)[...]
    while let last = bytes.last, last == space { bytes.removeLast() }
    while let first = bytes.first, first == space { bytes.removeFirst() }
    guard !bytes.isEmpty, bytes.allSatisfy({ $0 >= space && $0 != 0x7F }) else { return nil }
    return String(validating: bytes, as: UTF8.self)
  }

  private static let space = UInt8(ascii: " ")

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  // MARK: Folders

  private struct Folders {
    private(set) var artist: String?
    private(set) var album: String?
    private(set) var disc: Int?

    init(_ path: [UInt8]) {
      var names = path.split(separator: UInt8(ascii: "/"))
      if let last = names.last, let number = Self.disc(last) {
        disc = number
        names.removeLast()
      }
      while let first = names.first, Self.gathers(first) { names.removeFirst() }
      guard names.count >= 2 else { return }
      let (above, last) = (names[names.count - 2], names[names.count - 1])
      if !Self.gathers(last) { album = trimmed(last) }
      if !Self.gathers(above) { artist = trimmed(above) }
    }

    /// Whether the tags speak of something else than the folders.
    func contradict(_ details: TrackDetails) -> Bool {
      let artists = details.artists + details.albumArtists
      if let artist, !artists.isEmpty, !artists.contains(where: { same($0, artist) }) { return true }
      if let album, let own = details.album, !same(own, album) { return true }
      return false
    }

    /// `CD 2`, `Disc 2`, `disk_02`.
    private static func disc(_ name: ArraySlice<UInt8>) -> Int? {
      let folded = FoldedName.fold(name)
      guard let word = ["cd", "disc", "disk"].first(where: { folded.starts(with: $0.utf8) }) else {
        return nil
      }
      let digits = folded.dropFirst(word.utf8.count).drop { [space, 0x2D, 0x5F].contains($0) }
      guard (1...2).contains(digits.count), digits.allSatisfy(isDigit) else { return nil }
      let number = digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
      return number > 0 ? number : nil
    }

    /// Whether a folder of this name gathers music of many: it is nobody's name and no album's.
    private static func gathers(_ name: ArraySlice<UInt8>) -> Bool {
      let folded = FoldedName.fold(name)
      // One letter is a drawer of an alphabet.
      return folded.count <= 1 || gathering.contains(String(decoding: folded, as: UTF8.self))
    }

    private static let gathering: Set<String> = [
      "music", "musik", "musique", "musica", "muziek", "my music", "meine musik", "mp3", "mp3s", "flac",
      "ogg",
      "opus", "audio", "sound", "sounds", "song", "songs", "lieder", "tracks", "titel", "album", "albums",
      "alben",
      "single", "singles", "various", "various artist", "various artists", "va", "v.a.", "diverse",
      "verschiedene",
      "verschiedene interpreten", "compilation", "compilations", "sampler", "samplers", "soundtrack",
      "soundtracks",
      "ost", "artist", "artists", "kunstler", "interpreten", "playlist", "playlists", "mix", "mixes",
      "mixtape",
      "mixtapes", "collection", "sammlung", "library", "media", "medien", "download", "downloads", "desktop",
      "misc", "other", "others", "sonstiges", "unsorted", "unknown", "unknown artist", "unknown album",
      "unbekannter interpret", "unbekanntes album", "new", "neu", "backup", "backups", "favorites",
      "favourites",
      "favoriten", "best of", "podcast", "podcasts", "audiobook", "audiobooks", "horbuch", "horbucher",
      "horspiel",
      "horspiele", "kids", "kinder", "christmas", "weihnachten", "party", "blues", "classic", "classical",
      "klassik",
      "country", "dance", "disco", "electronic", "electro", "folk", "funk", "hip-hop", "hip hop", "hiphop",
      "house",
      "indie", "jazz", "latin", "metal", "oldies", "pop", "punk", "r&b", "rap", "reggae", "rock", "schlager",
      "ska",
      "soul", "techno", "trance", "volksmusik", "world",
    ]
  }

  // MARK: Names

  private struct FileName {
    private(set) var disc: Int?
    private(set) var track: Int?
    /// Remaining text; nil for a number alone, and for invalid UTF-8.
    private(set) var text: String?

    private static let dash = UInt8(ascii: "-")
    private static let dot = UInt8(ascii: ".")
    static let border = [space, dash, space]
    /// The same with an en dash (U+2013).
    private static let longBorder: [UInt8] = [space, 0xE2, 0x80, 0x93, space]

    init(_ name: [UInt8], in folders: Folders) {
      var rest = (name.lastIndex(of: Self.dot).map { name[..<$0] } ?? name[...])
      // Some programs write no spaces; and a longer dash is a dash.
      if !rest.contains(space) { rest = rest.map { $0 == UInt8(ascii: "_") ? space : $0 }[...] }
      while let long = rest.firstOccurrence(of: Self.longBorder) {
        rest.replaceSubrange(long, with: Self.border)
      }
      for part in [folders.artist, folders.album] { drop(part, from: &rest) }
      if !takeSide(&rest, hasArtist: folders.artist != nil) {
        takeNumbers(&rest, isInAlbum: folders.album != nil)
      }
      text = trimmed(rest)
    }

    /// `Artist - ` at the beginning, where the folders say the same.
    private func drop(_ part: String?, from rest: inout ArraySlice<UInt8>) {
      guard let part, let end = rest.firstOccurrence(of: FileName.border),
        let text = trimmed(rest[..<end.lowerBound]), same(text, part), trimmed(rest[end.upperBound...]) != nil
      else { return }
      rest = rest[end.upperBound...]
    }

    private mutating func takeNumbers(_ rest: inout ArraySlice<UInt8>, isInAlbum: Bool) {
      let first = rest.prefix(while: isDigit)
      guard (1...3).contains(first.count) else { return }
      let behind = rest[first.endIndex...]
      // `1-01 Title`: a disc of one digit, a track of two.
      if first.count == 1, behind.first == FileName.dash {
        let second = behind.dropFirst().prefix(while: isDigit)
        let tail = rest[second.endIndex...]
        if second.count == 2, number(first) > 0, number(second) > 0,
          isInAlbum || second.first == UInt8(ascii: "0"),
          let end = separator(tail).end
        {
          (disc, track) = (number(first), number(second))
          rest = rest[end...]
          return
        }
      }
      let (end, isMarked) = separator(behind)
      guard let end, number(first) > 0 else { return }
      let isPadded = first.first == UInt8(ascii: "0")
      // `101` may be a disc and a track, `99 Luftballons` a title.
      guard first.count < 3 || isPadded, isMarked || isPadded || (isInAlbum && first.count == 2) else {
        return
      }
      track = number(first)
      rest = rest[end...]
    }

    /// `A1 - Title`, `B2. Title`: a side and a number. Bands are called so, too (U2, D12): where no folder names the artist,
    /// the name has to (`A1 - Artist - Title`).
    private mutating func takeSide(_ rest: inout ArraySlice<UInt8>, hasArtist: Bool) -> Bool {
      let digits = rest.dropFirst().prefix(while: isDigit)
      guard !digits.isEmpty, let side = TrackNumber.side(rest[..<digits.endIndex]) else { return false }
      let (end, isMarked) = separator(rest[digits.endIndex...])
      guard let end, isMarked, end < rest.endIndex,
        hasArtist || rest[end...].firstOccurrence(of: FileName.border) != nil
      else { return false }
      track = side
      rest = rest[end...]
      return true
    }

    /// Finds the start of the text after a number; nil if the number is a part of it.
    /// - Returns: `isMarked`: more than a space parts them.
    private func separator(_ rest: ArraySlice<UInt8>) -> (end: Int?, isMarked: Bool) {
      let spaces = rest.prefix { $0 == space }
      var tail = rest[spaces.endIndex...]
      guard let next = tail.first else { return (rest.endIndex, true) }
      if [FileName.dash, FileName.dot, UInt8(ascii: ")"), UInt8(ascii: "_")].contains(next) {
        tail = tail.dropFirst()
        let hasSpace = tail.first == space
        tail = tail.drop { $0 == space }
        // `1.5` and `24-7` are no numbers of tracks.
        guard let begin = tail.first, hasSpace || !isDigit(begin) else { return (nil, false) }
        return (tail.startIndex, true)
      }
      return spaces.isEmpty || isDigit(next) ? (nil, false) : (tail.startIndex, false)
    }

    private func number(_ digits: ArraySlice<UInt8>) -> Int {
      digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
    }
  }
}
