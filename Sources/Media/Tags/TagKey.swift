public import Model

/// The keys that APE tags and Vorbis comments use, in all the ways that programs write them.
enum TagKey: Hashable {
  /// A tag, and how much the key is its own (`Tags.add`).
  case text(TagName, rank: UInt8 = 0)
  /// A movement's name for some programs, its number for most.
  case movementOrNumber
  case track, trackTotal, disc, discTotal
  case loudness(Loudness.Key)
  case compilation
  /// Start and name of the chapter with a number.
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

  /// Bytes of a text that are read.
  var textLimit: Int { self == .cueSheet ? CueSheet.byteLimit : Tags.textLimit }

  func add(_ text: String, to tags: inout Tags) {
    switch self {
    case .text(.genre, let rank): for genre in Genre.names(text) { tags.add(.genre, genre, rank: rank) }
    case .text(let name, let rank): tags.add(name, text, rank: rank)
    case .movementOrNumber:
      let isNumber = text.utf8.allSatisfy { (0x2F...0x39).contains($0) || $0 == 0x20 }
      if isNumber { tags.add(.movementNumber, text, rank: 1) } else { tags.add(.movement, text, rank: 1) }
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

  /// Limit of a known key in bytes.
  static let keyLimit = 32

  static let known: [String: TagKey] = [
    "TITLE": .text(.title), "ARTIST": .text(.artist), "ALBUM": .text(.album),
    "ALBUMARTIST": .text(.albumArtist), "ALBUM ARTIST": .text(.albumArtist, rank: 1),
    "ALBUM_ARTIST": .text(.albumArtist, rank: 2),
    "DATE": .text(.date), "YEAR": .text(.date, rank: Tags.yearRank),
    "RELEASEDATE": .text(.date, rank: Tags.releaseRank),
    "RELEASE DATE": .text(.date, rank: Tags.releaseRank + 1),
    "ORIGINALDATE": .text(.originalDate), "ORIGINALYEAR": .text(.originalDate, rank: 2),
    "ORIGINAL DATE": .text(.originalDate, rank: 1), "ORIGINAL YEAR": .text(.originalDate, rank: 3),
    "GENRE": .text(.genre), "COMPOSER": .text(.composer), "PERFORMER": .text(.performer),
    "CONDUCTOR": .text(.conductor), "ENSEMBLE": .text(.ensemble), "WORK": .text(.work),
    "MOVEMENT": .movementOrNumber, "MOVEMENTNAME": .text(.movement),
    "MOVEMENTNUMBER": .text(.movementNumber), "SHOWMOVEMENT": .text(.showMovement),
    "GROUPING": .text(.grouping), "CONTENTGROUP": .text(.grouping, rank: 1), "MOOD": .text(.mood),
    "BPM": .text(.tempo), "TEMPO": .text(.tempo, rank: 1), "TBPM": .text(.tempo, rank: 2),
    "KEY": .text(.key), "INITIALKEY": .text(.key, rank: 1), "INITIAL KEY": .text(.key, rank: 2),
    "TKEY": .text(.key, rank: 3),
    "LOCATION": .text(.location), "LABEL": .text(.label), "ORGANIZATION": .text(.label, rank: 1),
    "PUBLISHER": .text(.label, rank: 2), "COMMENT": .text(.comment), "DESCRIPTION": .text(.comment),
    "MUSICBRAINZ_ARTISTID": .text(.musicBrainzArtist),
    "MUSICBRAINZ ARTIST ID": .text(.musicBrainzArtist, rank: 1),
    "MUSICBRAINZ_ALBUMID": .text(.musicBrainzAlbum),
    "MUSICBRAINZ ALBUM ID": .text(.musicBrainzAlbum, rank: 1),
    "MUSICBRAINZ_ALBUMARTISTID": .text(.musicBrainzAlbumArtist),
    "MUSICBRAINZ ALBUM ARTIST ID": .text(.musicBrainzAlbumArtist, rank: 1),
    "MUSICBRAINZ_TRACKID": .text(.musicBrainzTrack),
    "MUSICBRAINZ TRACK ID": .text(.musicBrainzTrack, rank: 1),
    "MUSICBRAINZ_RELEASETRACKID": .text(.musicBrainzReleaseTrack),
    "MUSICBRAINZ RELEASE TRACK ID": .text(.musicBrainzReleaseTrack, rank: 1),
    "MUSICBRAINZ_RELEASEGROUPID": .text(.musicBrainzReleaseGroup),
    "MUSICBRAINZ RELEASE GROUP ID": .text(.musicBrainzReleaseGroup, rank: 1),
    "MUSICBRAINZ_WORKID": .text(.musicBrainzWork), "MUSICBRAINZ WORK ID": .text(.musicBrainzWork, rank: 1),
    "TITLESORT": .text(.titleSort), "ARTISTSORT": .text(.artistSort), "ALBUMSORT": .text(.albumSort),
    "ALBUMARTISTSORT": .text(.albumArtistSort), "COMPOSERSORT": .text(.composerSort),
    "TRACKNUMBER": .track, "TRACK": .track, "TRACKNUM": .track,
    "TRACKTOTAL": .trackTotal, "TOTALTRACKS": .trackTotal,
    "DISCNUMBER": .disc, "DISC": .disc, "DISKNUMBER": .disc,
    "DISCTOTAL": .discTotal, "TOTALDISCS": .discTotal, "DISKTOTAL": .discTotal,
    "REPLAYGAIN_TRACK_GAIN": .loudness(.trackGain), "REPLAYGAIN_TRACK_PEAK": .loudness(.trackPeak),
    "REPLAYGAIN_ALBUM_GAIN": .loudness(.albumGain), "REPLAYGAIN_ALBUM_PEAK": .loudness(.albumPeak),
    "R128_TRACK_GAIN": .loudness(.r128TrackGain), "R128_ALBUM_GAIN": .loudness(.r128AlbumGain),
    "MIXRAMP_START": .text(.mixRampStart), "MIXRAMP_END": .text(.mixRampEnd),
    "COMPILATION": .compilation, "ITUNESCOMPILATION": .compilation,
    "CUESHEET": .cueSheet,
  ]
}

extension TagName {
  /// - Parameter key: as Vorbis comments name a tag, in any case; nil for one that has no name here.
  public init?(key: String) {
    guard case .text(let name, _)? = TagKey(key) else { return nil }
    self = name
  }
}
