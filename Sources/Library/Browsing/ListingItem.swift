/// A line of a folder's listing.
public enum ListingItem: Hashable, Sendable {
  /// A folder with at least one track somewhere below: its path below the volume's root.
  case folder(path: [UInt8])
  case track(Track)
  /// A playlist file on the volume.
  case playlistFile(path: [UInt8])
}
