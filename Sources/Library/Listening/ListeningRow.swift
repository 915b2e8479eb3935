/// A track in a list, on its volume.
struct ListeningRow: Hashable, Sendable {
  let row: Int64
  /// Sort key for tracks of several volumes, the highest first; a volume's own order stays.
  let key: Double
}
