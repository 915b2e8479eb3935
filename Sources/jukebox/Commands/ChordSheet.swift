import Client
import Model

/// A song's chords as a ChordPro sheet: what the song is, then a grid of its bars, four in a line (chordpro.org,
/// `start_of_grid`).
struct ChordSheet {
  var title: String?
  var artist: String?
  var key: String?
  /// Beats per minute.
  var tempo: Double?
  var chords: [ChordEntry]
  var beats: [BeatEntry] = []
  /// The fret that a person wants; nil for the best one.
  var wantedCapo: Int?

  private static let barsInLine = 4

  var text: String {
    let capo = wantedCapo ?? bestCapo
    var lines: [String] = []
    func directive(_ name: String, _ value: String?) {
      guard let value, !value.isEmpty else { return }
      // A brace would end the directive.
      let plain = String(value.map { $0 == "{" ? "(" : $0 == "}" ? ")" : $0.isNewline ? " " : $0 })
      lines.append("{\(name): \(plain)}")
    }
    directive("title", title)
    directive("artist", artist)
    directive("key", writing(capo).writtenKey?.description)
    directive("tempo", tempo.map { "\(Int($0.rounded()))" })
    if capo > 0 { directive("capo", "\(capo)") }
    let bars = bars(capo)
    if bars.isEmpty {
      // Without beats there are no bars.
      let names = chords.filter { $0.name != "N" }.map { "[\(name($0, capo))]" }
      lines += Self.grouped(names).map { $0.joined(separator: " ") }
    } else {
      directive("time", "\(beatsInBar)/4")
      lines.append("{start_of_grid shape=\"\(Self.barsInLine)x\(beatsInBar)\"}")
      lines += Self.grouped(bars).map {
        "| " + $0.map { $0.joined(separator: " ") }.joined(separator: " | ") + " |"
      }
      lines.append("{end_of_grid}")
    }
    return lines.map { $0 + "\n" }.joined()
  }

  private static func grouped<Element>(_ all: [Element]) -> [[Element]] {
    stride(from: 0, to: all.count, by: barsInLine).map { Array(all[$0..<min($0 + barsInLine, all.count)]) }
  }

  // MARK: Bars

  /// The beats by bars, as they were found. Beats before the first downbeat are an upbeat; without downbeats a bar has
  /// four beats.
  private var beatBars: [[Int]] {
    let hasDownbeats = beats.contains(where: \.isDownbeat)
    var bars: [[Int]] = []
    for index in beats.indices {
      if bars.isEmpty || (hasDownbeats ? beats[index].isDownbeat : index % 4 == 0) { bars.append([]) }
      bars[bars.count - 1].append(index)
    }
    return bars
  }

  /// The most frequent number of beats in a bar.
  private var beatsInBar: Int {
    let counts = Dictionary(beatBars.map { ($0.count, 1) }, uniquingKeysWith: +)
    return counts.max { ($0.value, -$0.key) < ($1.value, -$1.key) }?.key ?? 4
  }

  /// The bars that are written: the first and the last one are filled up to whole bars, with nil for what is before and after
  /// the song's beats.
  private var wholeBars: [[Int?]] {
    let size = beatsInBar
    var bars: [[Int?]] = beatBars
    if beats.contains(where: \.isDownbeat), beats.first?.isDownbeat == false, let upbeat = bars.first {
      let cells = [Int?](repeating: nil, count: (size - upbeat.count % size) % size) + upbeat
      bars.replaceSubrange(
        0..<1, with: stride(from: 0, to: cells.count, by: size).map { Array(cells[$0..<$0 + size]) })
    }
    if let last = bars.last, last.count < size {
      bars[bars.count - 1] = last + [Int?](repeating: nil, count: size - last.count)
    }
    return bars
  }

  /// A cell for each beat: the chord where it changes and where a bar begins, a point where it continues.
  private func bars(_ capo: Int) -> [[String]] {
    var last: String?
    return wholeBars.map { bar in
      bar.enumerated().map { place, beat in
        guard let beat else { return "." }
        let text = chord(atBeat: beat).map { name($0, capo) } ?? "N.C."
        defer { last = text }
        return place == 0 || text != last ? text : "."
      }
    }
  }

  /// The chord of most of a beat: the one in its middle.
  private func chord(atBeat index: Int) -> ChordEntry? {
    let start = beats[index].time
    let end = index + 1 < beats.count ? beats[index + 1].time : start
    let middle = (start + end) / 2
    return chords.last { $0.start <= middle }.flatMap { middle < $0.end && $0.name != "N" ? $0 : nil }
  }

  // MARK: Capo

  /// The fret, 0 to 7, from which most of the time is shapes of the first position: C, D, E, F, G, A, Am, Dm and Em. None where it
  /// gains little.
  private var bestCapo: Int {
    let open = (0...7).map { fret in
      chords.reduce(0.0) { sum, chord in
        guard let parsed = ChordFile.chord(chord.name) else { return sum }
        let root = (parsed.root - fret + 12) % 12
        let isMinor = parsed.quality.intervals.contains(3)
        return (isMinor ? [2, 4, 9] : [0, 2, 4, 5, 7, 9]).contains(root) ? sum + chord.end - chord.start : sum
      }
    }
    let best = open.indices.max { (open[$0], -$0) < (open[$1], -$1) } ?? 0
    let all = chords.reduce(0.0) { $0 + $1.end - $1.start }
    return open[best] - open[0] > all / 5 ? best : 0
  }

  private func name(_ entry: ChordEntry, _ capo: Int) -> String { writing(capo).name(entry.name) }

  /// With a capo, key and chords are those of the shapes (chordpro.org, directive capo).
  private func writing(_ capo: Int) -> ChordWriting {
    ChordWriting(key: key.flatMap { MusicalKey($0) }, shift: -capo)
  }
}

/// The chords of the song that plays, to look ahead in them.
struct ChordTimeline {
  var chords: [ChordEntry] = []
  var beats: [BeatEntry] = []

  struct Next: Equatable {
    let name: String
    /// nil where the song's beats are not known.
    let beats: Int?
    let seconds: Double
  }

  /// The chord after the one at `time`.
  /// - Parameter loop: the looped section, in seconds.
  func next(after time: Double, loop: ClosedRange<Double>? = nil) -> Next? {
    var follower = chords.first { $0.start > time }
    var start = follower?.start ?? 0
    if let loop, loop.contains(time), follower == nil || start >= loop.upperBound {
      follower = chords.last { $0.start <= loop.lowerBound }
      start = loop.upperBound
    }
    guard let follower else { return nil }
    // A chord begins at a beat, but for rounding.
    let count = beats.count { $0.time > time && $0.time < start + 0.1 }
    return Next(name: follower.name, beats: beats.isEmpty ? nil : max(1, count), seconds: start - time)
  }
}
