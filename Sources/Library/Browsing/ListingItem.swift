/// A line of a folder's listing.
public enum ListingItem: Hashable, Sendable {
  /// A folder with at least one track somewhere below: its path below the volume's root.
  case folder(path: [UInt8])
  case track(Track)
  /// The file's name of a track of which no more is wanted.
  case name([UInt8], folder: [UInt8])
  /// A playlist file on the volume.
  case playlistFile(path: [UInt8])
}
