import Audio
import Model

extension Transition {
  /// The transition from one entry to the next; nil for a gapless one.
  ///
  /// An entry's own crossfade counts first, then MixRamp if it is on and both songs have its tags (mpd(1),
  /// `mixrampdb`), then the jukebox's crossfade. If the first song has an outro and the second an intro, these overlap.
  /// - Parameters:
  /// - gains: of both songs, in dB, as their loudness is corrected.
  init?(
    from first: (region: Region, facts: PlaybackInfo), to second: (region: Region, facts: PlaybackInfo),
    modes: Modes, crossfadesAlbums: Bool, gains: (Double, Double)
  ) {
    let own = first.region.crossfade
    if own == nil, !crossfadesAlbums, second.facts.follows(first.facts) { return nil }
    if own == nil, let overlap = Self.ramps(first.facts, second.facts, modes, gains) {
      guard overlap > 0 else { return nil }
      self.init(overlap: .milliseconds(Int64(overlap * 1000)), curve: .sum)
      return
    }
    let wished = own ?? .seconds(Int64(modes.crossfadeSeconds))
    guard wished > .zero else { return nil }
    self.init(overlap: wished)
    guard let outro = first.facts.outro.map({ $0 - first.region.start }), outro > .zero,
      let intro = second.facts.intro, intro.lowerBound >= second.region.start
    else { return }
    let begins = outro - (intro.lowerBound - second.region.start)
    let length = intro.upperBound - second.region.start
    guard begins > .zero, length > .zero else { return }
    overlap = length
    leavesAt = begins + length
  }

  /// The overlap of songs with MixRamp's tags, in seconds; nil where they have none, or it is off.
  private static func ramps(
    _ first: PlaybackInfo, _ second: PlaybackInfo, _ modes: Modes, _ gains: (Double, Double)
  ) -> Double? {
    guard let delay = modes.mixRampDelaySeconds, delay.isFinite, let down = first.rampDown,
      let up = second.rampUp,
      let before = down.seconds(at: modes.mixRampDecibels - gains.0),
      let behind = up.seconds(at: modes.mixRampDecibels - gains.1)
    else { return nil }
    return max(0, before + behind - delay)
  }
}
