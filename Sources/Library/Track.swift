public import Player

/// A playable file on a volume with everything known of it.
public struct Track: Hashable, Sendable {
  public let reference: TrackReference
  /// Its row in the volume's database, by which it is found at once; 0 where it has none yet.
  public var row: Int64 = 0
  public var sizeBytes: Int64
  /// Of the file's last change, since 1970 (stat(2) st_mtim).
  public var modified: Duration
  /// When the scan first met it, since 1970, where the clock was known then.
  public var added: Duration?
  public var details: TrackDetails

  /// The path's last component.
  public var name: [UInt8] {
    guard let slash = reference.path.lastIndex(of: UInt8(ascii: "/")) else { return reference.path }
    return Array(reference.path[(slash + 1)...])
  }
}
