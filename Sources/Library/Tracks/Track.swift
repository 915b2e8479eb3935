import Media
public import Model

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
  /// Beats per minute, as they were measured in the file as it is now.
  public var measuredTempo: Double?
  /// As that was measured, too.
  public var measuredKey: String?

  /// Beats per minute: measured, else as the file says; nil where that is no number from 1 to 999.
  public var tempo: Double? {
    if let measuredTempo, Self.tempos.contains(measuredTempo) { return measuredTempo }
    return details.more.lazy.filter { $0.tag == .tempo }
      .compactMap { Double(String($0.text.map { $0 == "," ? "." : $0 })) }.first { Self.tempos.contains($0) }
  }

  /// The key of the sound: measured, else as the file says.
  public var key: String? { measuredKey ?? details.more.first { $0.tag == .key }?.text }

  private static let tempos: ClosedRange<Double> = 1...999

  /// The path's last component.
  public var name: [UInt8] {
    guard let slash = reference.path.lastIndex(of: UInt8(ascii: "/")) else { return reference.path }
    return Array(reference.path[(slash + 1)...])
  }
}
