/// What a backup tells a song by, beside its path: so that it is known again where its file was renamed since.
struct BackedSong: Hashable, Sendable {
  /// `TrackPrint`
  let print: Int64

  /// The number of its track in the backup, and what it is.
  /// - Returns: nil where that is no row of this kind: number, print, then what `TrackSound` is made of, which is there for
  ///   whoever reads the file.
  static func read(_ row: [SQLValue]) -> (number: Int64, song: BackedSong)? {
    guard row.count == 7, case .integer(let number) = row[0], case .integer(let print) = row[1],
      TrackSound(row[2...]) != nil
    else { return nil }
    return (number, BackedSong(print: print))
  }
}
