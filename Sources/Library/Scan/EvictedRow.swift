/// A row whose path another one takes over, having followed its file there. It stands for no file until its own is found
/// elsewhere; so it is kept as vanished, under a name that no file has.
struct EvictedRow: Sendable {
  let id: Int64
  let folder: [UInt8]
  let name: [UInt8]
  let spareName: [UInt8]
}
