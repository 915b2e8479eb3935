/// Part of a volume to scan.
struct ScanRequest: Sendable {
  /// Below the volume's root; empty for all of it.
  var path: [UInt8]
  /// Opens files that seem unchanged, too.
  var rescan: Bool
  var job: UInt32
}
