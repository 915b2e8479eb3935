/// End of a step of a sweep.
struct SweepPlace: Sendable {
  /// Order key of the folder that comes next.
  let orderKey: [UInt8]
  /// Name of the last file in it that was looked at; nil if there was none.
  let name: [UInt8]?
}
