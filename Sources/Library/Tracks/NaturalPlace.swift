/// Place of a track in natural order.
struct NaturalPlace: Comparable {
  /// `folders.order_key`.
  let folder: [UInt8]
  /// `tracks.sort_key`.
  let track: [UInt8]

  static func < (a: NaturalPlace, b: NaturalPlace) -> Bool {
    if a.folder != b.folder { return a.folder.lexicographicallyPrecedes(b.folder) }
    return a.track.lexicographicallyPrecedes(b.track)
  }
}
