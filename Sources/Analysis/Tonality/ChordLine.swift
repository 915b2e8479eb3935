/// The chords of a song in their order, while its parts are decoded.
struct ChordLine {
  private var parts: [ChordStretch.Part] = []
  private var stretch: ChordStretch?

  /// - Parameters:
  ///   - own: the frames of the part.
  ///   - first: the first frame that was decoded.
  mutating func add(
    _ likelihoods: ChordLikelihoods, _ decoder: ChordDecoder, _ own: Range<Int>, from first: Int
  ) {
    let path = decoder.path()
    let posteriors = decoder.posteriors()
    for frame in own {
      let state = path[frame - first]
      if stretch?.state != state {
        parts += stretch?.parts ?? []
        stretch = ChordStretch(state: state, at: frame)
      }
      stretch?.add(likelihoods, posteriors, frame - first)
    }
  }

  mutating func finish() -> [ChordStretch.Part] {
    defer { (parts, stretch) = ([], nil) }
    return parts + (stretch?.parts ?? [])
  }
}
