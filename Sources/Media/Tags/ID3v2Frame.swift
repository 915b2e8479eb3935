import Model

/// The frames that are read, by their names in ID3v2.2 and in 2.3 and 2.4.
enum ID3v2Frame: Hashable {
  /// A tag, and how much the frame is its own (`Tags.add`).
  case text(TagName, rank: UInt8 = 0)
  case track, disc, year, dayAndMonth, userText, compilation, comment, fileIdentifier, musicians,
    volume, chapter, contents, lyrics, timedLyrics

  var isLyrics: Bool { self == .lyrics || self == .timedLyrics }

  init?(_ name: String) {
    guard let known = Self.known[name] else { return nil }
    self = known
  }

  static let known: [String: ID3v2Frame] = [
    "TT2": .text(.title), "TIT2": .text(.title),
    "TP1": .text(.artist), "TPE1": .text(.artist),
    "TAL": .text(.album), "TALB": .text(.album),
    "TP2": .text(.albumArtist), "TPE2": .text(.albumArtist),
    "TCO": .text(.genre), "TCON": .text(.genre),
    "TCM": .text(.composer), "TCOM": .text(.composer),
    "TDRC": .text(.date), "TDOR": .text(.originalDate), "TOR": .text(.originalDate, rank: Tags.yearRank),
    "TORY": .text(.originalDate, rank: Tags.yearRank),
    "TST": .text(.titleSort), "TSOT": .text(.titleSort), "XSOT": .text(.titleSort, rank: 1),
    "TSP": .text(.artistSort), "TSOP": .text(.artistSort), "XSOP": .text(.artistSort, rank: 1),
    "TSA": .text(.albumSort), "TSOA": .text(.albumSort), "XSOA": .text(.albumSort, rank: 1),
    "TS2": .text(.albumArtistSort), "TSO2": .text(.albumArtistSort),
    "TSC": .text(.composerSort), "TSOC": .text(.composerSort),
    "TRK": .track, "TRCK": .track, "TPA": .disc, "TPOS": .disc,
    "TYE": .year, "TYER": .year, "TDA": .dayAndMonth, "TDAT": .dayAndMonth,
    "TXX": .userText, "TXXX": .userText, "TCP": .compilation, "TCMP": .compilation,
    "TP3": .text(.conductor), "TPE3": .text(.conductor), "TP4": .text(.performer), "TPE4": .text(.performer),
    "TT1": .text(.grouping), "TIT1": .text(.grouping),
    "GP1": .text(.grouping), "GRP1": .text(.grouping), "TPB": .text(.label), "TPUB": .text(.label),
    "TBP": .text(.tempo), "TBPM": .text(.tempo), "TKE": .text(.key), "TKEY": .text(.key),
    "TMOO": .text(.mood), "MVN": .text(.movement), "MVNM": .text(.movement),
    "MVI": .text(.movementNumber), "MVIN": .text(.movementNumber),
    "COM": .comment, "COMM": .comment, "UFI": .fileIdentifier, "UFID": .fileIdentifier, "TMCL": .musicians,
    "TDRL": .text(.date, rank: Tags.releaseRank), "RVA2": .volume, "CHAP": .chapter, "CTOC": .contents,
    "ULT": .lyrics, "USLT": .lyrics, "SLT": .timedLyrics, "SYLT": .timedLyrics,
  ]
}
