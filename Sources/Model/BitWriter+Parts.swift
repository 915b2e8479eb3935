/// Beats, chords, notes and the waveform as bytes.
extension BitWriter {
  /// As integers of 0.1 ms: their differences hardly change, so the changes of the differences are short.
  private mutating func times(_ seconds: [Double], perSecond: Double) {
    number(seconds.count)
    var (before, step) = (0, 0)
    for time in seconds {
      let now = Int((min(max(time, 0), 1e6) * perSecond).rounded())
      signed(now - before - step)
      (before, step) = (now, now - before)
    }
  }

  mutating func tempo(_ tempo: TempoEstimate) {
    real(tempo.bpm)
    part(tempo.confidence)
    times(tempo.beats, perSecond: 10_000)
    number(tempo.downbeats.count)
    var before = 0
    for index in tempo.downbeats {
      number(index - before)
      before = index
    }
  }

  mutating func sections(_ sections: [KeySection]) {
    number(sections.count)
    var before = 0
    for section in sections {
      let start = Int((section.start * 1000).rounded())
      number(max(0, start - before))
      byte(UInt8(section.key.number))
      before = start
    }
  }

  mutating func chords(_ chords: [ChordSegment]) {
    number(chords.count)
    var before = 0
    for segment in chords {
      let (start, end) = (Int((segment.start * 1000).rounded()), Int((segment.end * 1000).rounded()))
      number(max(0, start - before))
      number(max(0, end - start))
      before = end
      if let chord = segment.chord, let quality = ChordQuality.allCases.firstIndex(of: chord.quality) {
        byte(UInt8(1 + chord.root + 12 * quality))
        byte(UInt8(chord.bass))
      } else {
        byte(0)
      }
      part(segment.confidence)
      byte(UInt8(truncatingIfNeeded: segment.pitchClasses))
      byte(UInt8(truncatingIfNeeded: segment.pitchClasses >> 8))
    }
  }

  mutating func notes(_ notes: [NoteEstimate]) {
    number(notes.count)
    var before = 0
    for note in notes {
      let start = Int((note.start * 1000).rounded())
      signed(start - before)
      number(max(0, Int((note.end * 1000).rounded()) - start))
      before = start
      byte(UInt8(clamping: note.pitch))
      byte(UInt8(clamping: note.velocity))
      part(note.confidence)
    }
  }

  /// Band by band as differences of steps of 1 dB, which compress well.
  mutating func waveform(_ waveform: Waveform) {
    number(waveform.points.count)
    for lane in 0..<6 {
      var before: UInt8 = 0
      for point in waveform.points {
        let value = lane < 3 ? point.peak[lane] : point.rms[lane - 3]
        let level = WaveformLevel.level(of: value)
        byte(level &- before)
        before = level
      }
    }
  }
}
