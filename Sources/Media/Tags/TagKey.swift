/// The keys that APE tags and Vorbis comments use, in all the ways that programs write them.
enum TagKey: Hashable {
  case text(TagName)
  case track, trackTotal, disc, discTotal
  case loudness(Loudness.Key)
  case compilation

  /// - Parameter key: in any case of letters.
  init?(_ key: String) {
    guard let known = Self.known[key.uppercased()] else { return nil }
    self = known
  }

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
    }
  }

  /// Of a key that is known, in bytes.
  static let keyLimit = 32

  private static let known: [String: TagKey] = [
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
  ]
}
