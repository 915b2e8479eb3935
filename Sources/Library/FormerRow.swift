/// A row whose file may now lie elsewhere.
struct FormerRow: Sendable {
  let id: Int64
  let print: Int64
  /// Where the file was.
  let folder: [UInt8]
  let name: [UInt8]
  /// Whether it had vanished before this scan.
  let isVanished: Bool
}
