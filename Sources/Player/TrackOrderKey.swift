/// Where a track comes among others: by folder, then disc, then track number, then name, each in natural order.
public struct TrackOrderKey: Hashable, Comparable, Sendable {
  /// `NaturalOrder.key` of the folder's path.
  public let folder: [UInt8]
  /// From 1; a missing or senseless number counts as the first disc.
  public let disc: Int
  /// From 1; a missing or senseless number comes behind all others.
  public let track: Int
  /// `NaturalOrder.key` of the file's name.
  public let name: [UInt8]
  /// Decides between names that differ in leading zeros or case only.
  public let path: [UInt8]

  /// - Parameters:
  ///   - path: relative to the volume's root.
  ///   - folded: the path with its case folded, for comparing; by default the path itself.
  public init(path: [UInt8], folded: [UInt8]? = nil, disc: Int? = nil, track: Int? = nil) {
    let compared = folded ?? path
    let slash = compared.lastIndex(of: UInt8(ascii: "/"))
    folder = NaturalOrder.key(for: compared[..<(slash ?? 0)])
    name = NaturalOrder.key(for: compared[(slash.map { $0 + 1 } ?? 0)...])
    self.disc = disc.map { $0 > 0 ? $0 : 1 } ?? 1
    self.track = track.map { $0 > 0 ? $0 : .max } ?? .max
    self.path = path
  }

  public static func < (a: TrackOrderKey, b: TrackOrderKey) -> Bool {
    if a.folder != b.folder { return a.folder.lexicographicallyPrecedes(b.folder) }
    if a.disc != b.disc { return a.disc < b.disc }
    if a.track != b.track { return a.track < b.track }
    if a.name != b.name { return a.name.lexicographicallyPrecedes(b.name) }
    return a.path.lexicographicallyPrecedes(b.path)
  }
}
