/// Beats, chords, notes and the waveform of a record.
extension BitReader {
  private mutating func times(perSecond: Double) -> [Double] {
    let count = count(bytesEach: 1)
    var (before, step) = (0, 0)
    var seconds: [Double] = []
    seconds.reserveCapacity(count)
    for _ in 0..<count {
      let change = signed()
      let now = before + step + change
      guard now >= before, now <= 1 << 40 else { return fail([]) }
      seconds.append(Double(now) / perSecond)
      (before, step) = (now, now - before)
    }
    return seconds
  }

  mutating func tempo() -> TempoEstimate {
    let (bpm, confidence) = (real(), part())
    let beats = times(perSecond: 10_000)
    var downbeats: [Int] = []
    var before = 0
    for _ in 0..<count(bytesEach: 1) {
      before += number()
      guard before < beats.count else {
        return fail(TempoEstimate(bpm: 0, confidence: 0, beats: [], downbeats: []))
      }
      downbeats.append(before)
    }
    return TempoEstimate(bpm: bpm, confidence: confidence, beats: beats, downbeats: downbeats)
  }

  mutating func sections() -> [KeySection] {
    var sections: [KeySection] = []
    var start = 0
    let count = count(bytesEach: 2)
    guard count <= KeySection.most else { return fail([]) }
    for _ in 0..<count {
      start = start + number()
      let key = Int(byte())
      guard 0...1 << 40 ~= start, key < MusicalKey.all.count else { return fail([]) }
      sections.append(KeySection(start: Double(start) / 1000, key: MusicalKey.all[key]))
    }
    return sections
  }

  mutating func chords() -> [ChordSegment] {
    var chords: [ChordSegment] = []
    var before = 0
    for _ in 0..<count(bytesEach: 6) {
      let start = before + number()
      let end = start + number()
      guard start <= end, end < 1 << 40 else { return fail([]) }
      before = end
      let kind = Int(byte())
      var chord: Chord?
      if kind > 0 {
        let (root, quality, bass) = ((kind - 1) % 12, (kind - 1) / 12, Int(byte()))
        guard quality < ChordQuality.allCases.count, bass < 12 else { return fail([]) }
        chord = Chord(root: root, quality: ChordQuality.allCases[quality], bass: bass)
      }
      let confidence = part()
      chords.append(
        ChordSegment(
          start: Double(start) / 1000, end: Double(end) / 1000, chord: chord, confidence: confidence,
          pitchClasses: UInt16(byte()) | UInt16(byte()) << 8))
    }
    return chords
  }

  mutating func notes() -> [NoteEstimate] {
    var notes: [NoteEstimate] = []
    var before = 0
    for _ in 0..<count(bytesEach: 5) {
      let start = before + signed()
      let end = start + number()
      guard start >= 0, start <= end, end < 1 << 40 else { return fail([]) }
      before = start
      let (pitch, velocity) = (Int(byte()), Int(byte()))
      notes.append(
        NoteEstimate(
          pitch: pitch, start: Double(start) / 1000, end: Double(end) / 1000, velocity: velocity,
          confidence: part()))
    }
    return notes
  }

  mutating func waveform() -> Waveform {
    let count = count(bytesEach: 6)
    guard count <= Waveform.most else { return fail(Waveform()) }
    var waveform = Waveform()
    waveform.points = [Waveform.Point](repeating: Waveform.Point(), count: count)
    for lane in 0..<6 {
      var level: UInt8 = 0
      for index in 0..<count {
        level &+= byte()
        let value = WaveformLevel.value(of: level)
        if lane < 3 {
          waveform.points[index].peak[lane] = value
        } else {
          waveform.points[index].rms[lane - 3] = value
        }
      }
    }
    return waveform
  }
}
