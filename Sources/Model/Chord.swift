/// A chord, as a musician names it.
public struct Chord: Hashable, Sendable {
  /// The root's pitch class, 0 to 11 from C.
  public var root: Int
  public var quality: ChordQuality
  /// The lowest note in semitones above the root, 0 to 11; 0 in root position.
  public var bass: Int

  public init(root: Int, quality: ChordQuality, bass: Int = 0) {
    precondition((0..<12).contains(root) && (0..<12).contains(bass), "a pitch class is 0 to 11")
    self.root = root
    self.quality = quality
    self.bass = bass
  }

  /// The pitch classes that sound, as bits from C; the bass among them.
  public var pitchClasses: UInt16 {
    quality.intervals.reduce(1 << UInt16((root + bass) % 12)) { $0 | 1 << UInt16((root + $1) % 12) }
  }
}

/// One chord of a song's timeline.
public struct ChordSegment: Hashable, Sendable {
  /// In seconds.
  public var start: Double
  public var end: Double
  /// nil: nothing pitched sounds.
  public var chord: Chord?
  /// How often chords that are this sure are right, 0 to 1.
  public var confidence: Double
  /// The pitch classes that sound, as bits from C; they may be more or fewer than the chord's.
  public var pitchClasses: UInt16

  public init(start: Double, end: Double, chord: Chord?, confidence: Double, pitchClasses: UInt16) {
    self.start = start
    self.end = end
    self.chord = chord
    self.confidence = confidence
    self.pitchClasses = pitchClasses
  }
}
