/// The results of a song's analysis. Times are in seconds from the file's first frame.
public struct MusicAnalysis: Hashable, Sendable {
  /// Version of the methods: another version analyses again.
  public static let version = 7

  public var duration = 0.0
  public var tempo: TempoEstimate?
  public var key: KeyEstimate?
  /// nil where chords were not asked for.
  public var chords: [ChordSegment]?
  public var loudness = LoudnessFigures()
  public var waveform = Waveform()
  /// nil where notes were not asked for.
  public var notes: [NoteEstimate]?

  public init() {}

  /// Returns the analysis for a song of this length, in seconds, without results after its end.
  public func cut(to length: Double) -> MusicAnalysis {
    var result = self
    result.duration = length
    result.chords = chords?.filter { $0.start < length }.map {
      var segment = $0
      segment.end = min(segment.end, length)
      return segment
    }
    result.key?.sections.removeAll { $0.start >= length }
    if result.key?.sections.count == 1 { result.key?.sections = [] }
    result.notes = notes?.filter { $0.start < length }.map {
      var note = $0
      note.end = min(note.end, length)
      return note
    }
    if var tempo {
      tempo.beats.removeAll { $0 > length }
      tempo.downbeats.removeAll { $0 >= tempo.beats.count }
      result.tempo = tempo
    }
    return result
  }

  /// Returns the other analysis, completed from this one: a server finds no loudness and no waveform.
  public func replaced(by other: MusicAnalysis) -> MusicAnalysis {
    var result = self
    if duration == 0 { result.duration = other.duration }
    if var tempo = other.tempo {
      if tempo.beats.isEmpty, let own = self.tempo {
        (tempo.beats, tempo.downbeats) = (own.beats, own.downbeats)
      }
      result.tempo = tempo
    }
    if var key = other.key {
      key.tuningCents = self.key?.tuningCents ?? 0
      result.key = key
    }
    result.chords = other.chords ?? chords
    result.notes = other.notes ?? notes
    return result
  }
}

/// How fast a song goes, and where its beats are.
public struct TempoEstimate: Hashable, Sendable {
  /// Beats per minute.
  public var bpm: Double
  /// 0 to 1.
  public var confidence: Double
  /// In seconds, in order.
  public var beats: [Double]
  /// Which of the beats may begin a bar, by their index.
  public var downbeats: [Int]

  public init(bpm: Double, confidence: Double, beats: [Double], downbeats: [Int]) {
    self.bpm = bpm
    self.confidence = confidence
    self.beats = beats
    self.downbeats = downbeats
  }
}

public struct KeyEstimate: Hashable, Sendable {
  public var key: MusicalKey
  /// 0 to 1.
  public var confidence: Double
  /// How much higher than 440 Hz the music is tuned, in cents, -50 to 50.
  public var tuningCents: Double
  /// Beginnings of its keys, in order, the first at 0; empty in a song that keeps its key.
  public var sections: [KeySection]

  public init(key: MusicalKey, confidence: Double, tuningCents: Double, sections: [KeySection] = []) {
    self.key = key
    self.confidence = confidence
    self.tuningCents = tuningCents
    self.sections = sections
  }
}

/// A part of a song, in its key, until the next one.
public struct KeySection: Hashable, Sendable {
  /// The most of a song: each chord's key is looked up among them.
  public static let most = 256

  /// In seconds.
  public var start: Double
  public var key: MusicalKey

  public init(start: Double, key: MusicalKey) {
    self.start = start
    self.key = key
  }
}

/// Loudness by EBU R 128 (ITU-R BS.1770-4).
public struct LoudnessFigures: Hashable, Sendable {
  /// In LUFS; nil for silence.
  public var integrated: Double?
  /// In LU.
  public var range: Double?
  /// In dB below full scale; nil for silence.
  public var samplePeak: Double?
  public var truePeak: Double?
  /// How long the beginning and the end are 25 LU softer than the whole or more, in seconds: where a crossfade may go.
  public var quietStart = 0.0
  public var quietEnd = 0.0

  public init() {}
}

/// The outline of a song in points of equal length, in bass, middle and treble.
public struct Waveform: Hashable, Sendable {
  /// 0 to 1, more where the sound goes over full scale.
  public struct Point: Hashable, Sendable {
    public var peak = SIMD3<Float>()
    public var rms = SIMD3<Float>()

    public init() {}
  }

  public static let most = 2000
  public var points: [Point] = []

  public init() {}

  /// In fewer points: the loudest of those that become one, and the mean of their power.
  public func reduced(to count: Int) -> [Point] {
    let count = min(count, points.count)
    return (0..<count).map { number in
      let part = points[points.count * number / count..<points.count * (number + 1) / count]
      var whole = Point()
      for point in part {
        whole.peak = pointwiseMax(whole.peak, point.peak)
        whole.rms += point.rms * point.rms
      }
      whole.rms = (whole.rms / Float(part.count)).squareRoot()
      return whole
    }
  }
}

/// A note that was heard.
public struct NoteEstimate: Hashable, Sendable {
  /// As MIDI counts: 60 is the middle C.
  public var pitch: Int
  /// In seconds.
  public var start: Double
  public var end: Double
  /// 1 to 127.
  public var velocity: Int
  /// 0 to 1.
  public var confidence: Double

  public init(pitch: Int, start: Double, end: Double, velocity: Int, confidence: Double) {
    self.pitch = pitch
    self.start = start
    self.end = end
    self.velocity = velocity
    self.confidence = confidence
  }
}
