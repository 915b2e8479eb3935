extension Connection {
  /// Bytes that are asked for at a time.
  private static let pieceBytes = 32 * 1024
  /// Larger ones are no pictures of a jukebox.
  private static let pictureLimit = 64 * 1024 * 1024

  /// The whole picture of a song or a folder; nil where it has none.
  package func picture(of uri: String) throws(Failure) -> [UInt8]? {
    try bytes(of: ["readpicture", uri])
  }

  /// Reads the binary answer of a command piece by piece; the offset is added to its words. Returns nil if there is
  /// none.
  package func bytes(of words: [String]) throws(Failure) -> [UInt8]? {
    try ask("binarylimit", String(Self.pieceBytes))
    var bytes: [UInt8] = []
    var size: Int?
    while bytes.count < size ?? .max {
      let answer = try asked(words + [String(bytes.count)])
      guard let whole = answer.integer("size") else {
        if size == nil { return nil }
        throw Self.changed
      }
      guard whole == size ?? whole, whole <= Self.pictureLimit, whole == 0 || !answer.binary.isEmpty else {
        throw Self.changed
      }
      size = whole
      bytes += answer.binary
    }
    return bytes
  }

  private static var changed: Failure { .refused("The picture changed while it was read. Try again.") }

  /// Position of the current entry in its song, in seconds since the song's beginning; nil if nothing plays. An entry
  /// may be a part of its song; `elapsed` counts from the part's beginning.
  package func placeInSong() throws(Failure) -> Double? {
    guard let elapsed = try ask("status")["elapsed"].flatMap({ Double($0) }) else { return nil }
    return elapsed + (try ask("currentsong").rangeStart)
  }

  /// Bytes of a file in one line.
  private static let partBytes = 9 * 1024

  /// Sends a file, for the command that comes next.
  package func upload(_ bytes: [UInt8]) throws(Failure) {
    try ask("importpart", "")
    for start in stride(from: 0, to: bytes.count, by: Self.partBytes) {
      let part = bytes[start..<min(start + Self.partBytes, bytes.count)]
      try ask("importpart", Base64.text(of: part))
    }
  }
}

extension Answer {
  /// Start of the part of a song that the queue plays, in seconds; 0 for the whole song.
  package var rangeStart: Double { self["Range"].flatMap { Double($0.prefix { $0 != "-" }) } ?? 0 }

  /// The looped section of a status, in seconds of the whole song.
  package func loop(inPartFrom start: Double) -> ClosedRange<Double>? {
    guard let begin = real("loopstart"), let end = real("loopend"), begin < end else { return nil }
    return start + begin...start + end
  }
}
