/// Why something that is kept of a track is not read or changed.
protocol TrackRefusal: Error, Sendable {
  static var noSuchTrack: Self { get }
  /// The volume is away, or left meanwhile.
  static var volumeGone: Self { get }
  static func store(_ error: StoreError) -> Self
}

extension TrackRefusal {
  init(_ error: StoreError) {
    self = error.kind == .closed || error.kind == .cancelled ? .volumeGone : .store(error)
  }
}
