/// Where a step of a sweep ended.
struct SweepPlace: Sendable {
  /// Of the folder that comes next.
  let orderKey: [UInt8]
  /// Of the last file in it that was looked at; nil where none was.
  let name: [UInt8]?
}
