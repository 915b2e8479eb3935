/// The keys that APE tags and Vorbis comments use, in all the ways that programs write them.
enum TagKey: Hashable {
  case text(TagName)
  case track, trackTotal, disc, discTotal
  case loudness(Loudness.Key)
  case compilation
  /// Where the chapter of a number starts, and what it is called.
  case chapter(Int), chapterName(Int)
  case cueSheet

  /// - Parameter key: in any case of letters.
  init?(_ key: String) {
    let key = key.uppercased()
    guard let known = Self.known[key] ?? Self.chapter(key) else { return nil }
    self = known
  }

  /// `CHAPTER001` and `CHAPTER001NAME`; some write two digits.
  private static func chapter(_ key: String) -> TagKey? {
    guard key.hasPrefix("CHAPTER") else { return nil }
    let rest = key.dropFirst("CHAPTER".count)
    let digits = rest.prefix { ("0"..."9").contains($0) }
    guard (2...3).contains(digits.utf8.count), let number = Int(digits) else { return nil }
    switch rest.dropFirst(digits.count) {
    case "": return .chapter(number)
    case "NAME": return .chapterName(number)
    default: return nil
    }
  }

  /// Of a text that is read, in bytes.
  var textLimit: Int { self == .cueSheet ? CueSheet.byteLimit : Tags.textLimit }

  func add(_ text: String, to tags: inout Tags) {
    switch self {
    case .text(.genre): for genre in Genre.names(text) { tags.add(.genre, genre) }
    case .text(let name): tags.add(name, text)
    case .track: tags.addTrack(text)
    case .trackTotal: tags.addTrackTotal(text)
    case .disc: tags.addDisc(text)
    case .discTotal: tags.addDiscTotal(text)
    case .loudness(let key): tags.loudness.add(text, as: key)
    case .compilation: tags.addCompilation(text)
    case .chapter(let number): tags.addChapterStart(number, text)
    case .chapterName(let number): tags.addChapterName(number, text)
    case .cueSheet: tags.addCueSheet(text)
    }
  }

  /// Of a key that is known, in bytes.
  static let keyLimit = 32

  static let known: [String: TagKey] = [
    "TITLE": .text(.title), "ARTIST": .text(.artist), "ALBUM": .text(.album),
    "ALBUMARTIST": .text(.albumArtist), "ALBUM ARTIST": .text(.albumArtist),
    "ALBUM_ARTIST": .text(.albumArtist),
    "DATE": .text(.date), "YEAR": .text(.date), "RELEASEDATE": .text(.date), "RELEASE DATE": .text(.date),
    "ORIGINALDATE": .text(.originalDate), "ORIGINALYEAR": .text(.originalDate),
    "ORIGINAL DATE": .text(.originalDate), "ORIGINAL YEAR": .text(.originalDate),
    "GENRE": .text(.genre), "COMPOSER": .text(.composer), "PERFORMER": .text(.performer),
    "CONDUCTOR": .text(.conductor), "ENSEMBLE": .text(.ensemble), "WORK": .text(.work),
    "MOVEMENT": .text(.movement), "MOVEMENTNAME": .text(.movement),
    "MOVEMENTNUMBER": .text(.movementNumber), "SHOWMOVEMENT": .text(.showMovement),
    "GROUPING": .text(.grouping), "CONTENTGROUP": .text(.grouping), "MOOD": .text(.mood),
    "BPM": .text(.tempo), "TEMPO": .text(.tempo), "TBPM": .text(.tempo),
    "KEY": .text(.key), "INITIALKEY": .text(.key), "INITIAL KEY": .text(.key), "TKEY": .text(.key),
    "LOCATION": .text(.location), "LABEL": .text(.label), "ORGANIZATION": .text(.label),
    "PUBLISHER": .text(.label), "COMMENT": .text(.comment), "DESCRIPTION": .text(.comment),
    "MUSICBRAINZ_ARTISTID": .text(.musicBrainzArtist), "MUSICBRAINZ ARTIST ID": .text(.musicBrainzArtist),
    "MUSICBRAINZ_ALBUMID": .text(.musicBrainzAlbum), "MUSICBRAINZ ALBUM ID": .text(.musicBrainzAlbum),
    "MUSICBRAINZ_ALBUMARTISTID": .text(.musicBrainzAlbumArtist),
    "MUSICBRAINZ ALBUM ARTIST ID": .text(.musicBrainzAlbumArtist),
    "MUSICBRAINZ_TRACKID": .text(.musicBrainzTrack), "MUSICBRAINZ TRACK ID": .text(.musicBrainzTrack),
    "MUSICBRAINZ_RELEASETRACKID": .text(.musicBrainzReleaseTrack),
    "MUSICBRAINZ RELEASE TRACK ID": .text(.musicBrainzReleaseTrack),
    "MUSICBRAINZ_RELEASEGROUPID": .text(.musicBrainzReleaseGroup),
    "MUSICBRAINZ RELEASE GROUP ID": .text(.musicBrainzReleaseGroup),
    "MUSICBRAINZ_WORKID": .text(.musicBrainzWork), "MUSICBRAINZ WORK ID": .text(.musicBrainzWork),
    "TITLESORT": .text(.titleSort), "ARTISTSORT": .text(.artistSort), "ALBUMSORT": .text(.albumSort),
    "ALBUMARTISTSORT": .text(.albumArtistSort), "COMPOSERSORT": .text(.composerSort),
    "TRACKNUMBER": .track, "TRACK": .track, "TRACKNUM": .track,
    "TRACKTOTAL": .trackTotal, "TOTALTRACKS": .trackTotal,
    "DISCNUMBER": .disc, "DISC": .disc, "DISKNUMBER": .disc,
    "DISCTOTAL": .discTotal, "TOTALDISCS": .discTotal, "DISKTOTAL": .discTotal,
    "REPLAYGAIN_TRACK_GAIN": .loudness(.trackGain), "REPLAYGAIN_TRACK_PEAK": .loudness(.trackPeak),
    "REPLAYGAIN_ALBUM_GAIN": .loudness(.albumGain), "REPLAYGAIN_ALBUM_PEAK": .loudness(.albumPeak),
    "R128_TRACK_GAIN": .loudness(.r128TrackGain), "R128_ALBUM_GAIN": .loudness(.r128AlbumGain),
    "COMPILATION": .compilation, "ITUNESCOMPILATION": .compilation,
    "CUESHEET": .cueSheet,
  ]
}
