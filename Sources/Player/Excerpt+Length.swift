extension Excerpt {
  /// How long it sounds, of a track of this length; nil where that can't be known.
  public func length(of track: Duration?) -> Duration? {
    guard let end = [end, track].compactMap({ $0 }).min() else { return nil }
    return max(.zero, end - start)
  }
}
