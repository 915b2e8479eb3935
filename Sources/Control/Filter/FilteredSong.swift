import Model

/// A song that filters look at, or the record of one.
protocol FilteredSong {
  /// Whether a value of the tag passes; nil where there is none.
  func has(_ tag: Tag, _ test: StringTest) -> Bool?
  /// Whether a value of any tag does.
  func hasAny(_ test: StringTest, withIdentifiers: Bool) -> Bool
  func hasURI(_ test: (Span<UInt8>) -> Bool) -> Bool

  var modified: Int64? { get }
  var added: Int64? { get }
  var format: AudioFormat? { get }
  var tempo: Double? { get }
  var loudness: Double? { get }
  var musicalKey: MusicalKey? { get }
  /// `FolderAlbum.folder` of a song that names no album artist; else empty.
  var albumFolder: String { get }
}

extension Song: FilteredSong {
  func has(_ tag: Tag, _ test: StringTest) -> Bool? {
    var hasOne = false
    for value in tags where value.tag == tag {
      if test.holds(value.value) { return true }
      hasOne = true
    }
    return hasOne ? false : nil
  }

  func hasAny(_ test: StringTest, withIdentifiers: Bool) -> Bool {
    tags.contains { (withIdentifiers || !$0.tag.isIdentifier) && test.holds($0.value) }
  }

  func hasURI(_ test: (Span<UInt8>) -> Bool) -> Bool { test(uri.utf8Span.span) }

  var albumFolder: String {
    isInNetwork || tags.contains { $0.tag == .albumArtist } ? "" : FolderAlbum.folder(ofSong: uri)
  }
}

/// A record of the library, which has what `Filter.recordParts` names.
extension SongRecord: FilteredSong {
  func has(_ tag: Tag, _ test: StringTest) -> Bool? {
    let bytes = bytes.span
    var hasOne = false
    for value in values where value.tag == tag.rawValue {
      if test.holds(bytes.extracting(value.range)) { return true }
      hasOne = true
    }
    return hasOne ? false : nil
  }

  func hasAny(_ test: StringTest, withIdentifiers: Bool) -> Bool {
    let bytes = bytes.span
    for value in values where withIdentifiers || value.tag < Tag.musicBrainzArtist.rawValue {
      if test.holds(bytes.extracting(value.range)) { return true }
    }
    return false
  }

  func hasURI(_ test: (Span<UInt8>) -> Bool) -> Bool { test(bytes.span.extracting(uri)) }

  // No record has these, and no filter that looks at them looks at one.
  var tempo: Double? { nil }
  var loudness: Double? { nil }
  var musicalKey: MusicalKey? { nil }
  var albumFolder: String { "" }
}
