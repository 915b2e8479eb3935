import Model

/// Which import makes a playlist, and on which volume: nowhere else.
struct ImportPlace: Hashable, Sendable {
  let step: Int64
  let volume: VolumeID
}
