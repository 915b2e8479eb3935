/// A track in a list, on its volume.
struct ListeningRow: Hashable, Sendable {
  let row: Int64
  /// What puts tracks of several volumes in order, the highest first; a volume's own order stays.
  let key: Double
}
