import Model
import Theory

/// Further commands: what a musician plays along with.
enum AccompanimentCommands {
  static let list: [Command] = [Command("metronome", .player, 0...2, metronome)]

  private static let mostChords = 64
  private static let tempos = 30.0...300.0
  private static let usualTempo = 90.0

  /// `chords play CHORD… [bpm N]`
  static func play(_ call: Call) throws(CommandError) -> Answer {
    try call.require(.player)
    var words = Array(call.arguments.words.dropFirst())
    var tempo = usualTempo
    if words.count > 2, words[words.count - 2] == "bpm" {
      tempo = try self.tempo(words[words.count - 1])
      words.removeLast(2)
    }
    guard words.count <= mostChords else { throw .argument("At most \(mostChords) chords are played") }
    var chords: [[Int]] = []
    for word in words {
      do throws(TheoryFault) {
        chords.append(pitches(try SpelledChord(word)))
      } catch {
        throw .argument(error.message)
      }
    }
    return call.whenDone {
      call.backend.accompaniment.play(chords, beatsPerMinute: tempo, completion: $0)
    }
  }

  /// The lowest note from E2 to Eb3, as a bass, and the chord above it.
  private static func pitches(_ chord: SpelledChord) -> [Int] {
    let bass = chord.pitches(from: 40)[0]
    return [bass] + chord.pitches(from: 53)
  }

  private static func tempo(_ text: String) throws(CommandError) -> Double {
    guard let tempo = Double(text), tempos.contains(tempo) else {
      throw .argument("Tempo from 30 to 300 BPM expected: \(text)")
    }
    return tempo
  }

  /// `BPM [BEATS/4]`, `follow`, `off`, or nothing for how it is set.
  private static func metronome(_ call: Call) throws(CommandError) -> Answer {
    switch (call.arguments.optional(0), call.arguments.count) {
    case (nil, _):
      switch call.backend.accompaniment.metronome {
      case .off: call.client.output.pair("metronome", "off")
      case .following: call.client.output.pair("metronome", "follow")
      case .steady(let tempo, let beats):
        call.client.output.pair("metronome", Decimal.short(tempo))
        call.client.output.pair("beats", beats)
      }
      return .done
    case ("off", 1): return try set(.off, call)
    case ("follow", 1): return try follow(call)
    case (let text?, _):
      let tempo = try tempo(text)
      var beats = 4
      if let meter = call.arguments.optional(1) {
        let parts = meter.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, ["4", "8"].contains(parts[1]), let count = Int(parts[0]),
          (1...16).contains(count)
        else { throw .argument("A meter such as 4/4, 3/4 or 6/8 expected: \(meter)") }
        beats = count
      }
      return try set(.steady(beatsPerMinute: tempo, beats: beats), call)
    }
  }

  private static func set(_ mode: MetronomeMode, _ call: Call) throws(CommandError) -> Answer {
    if let refusal = call.backend.accompaniment.setMetronome(mode) { throw refusal.commandError }
    return .done
  }

  private static func follow(_ call: Call) throws(CommandError) -> Answer {
    let song = try call.currentSong(lacking: "analysis")
    return call.wait(
      for: { call.backend.analyses.analysis(of: song, withRecord: true, completion: $0) },
      then: { (report: AnalysisReport) throws(CommandError) in
        guard let beats = report.analysis?.tempo?.beats, !beats.isEmpty else {
          throw CommandError(
            key: .noAnalysis, "No beats of the current song are known; `analyze` finds them")
        }
        return try set(.following, call)
      })
  }
}
