/// Part of a volume to scan.
struct ScanRequest: Sendable {
  /// Below the volume's root; empty for all of it.
  var path: [UInt8]
  /// Opens files that seem unchanged, too.
  var rescan: Bool
  /// A person waits for its end: it takes a share of a busy processor.
  var isAwaited = true
  var job: UInt32
}
