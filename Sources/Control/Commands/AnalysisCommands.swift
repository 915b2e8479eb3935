import Model

/// Further commands: what songs are, as their analysis found. An empty URI stands for the current song.
enum AnalysisCommands {
  static let list: [Command] = [
    Command("analysis", .read, 1...4, analysis),
    Command("analyze", .control, 0...2, analyze),
    Command("beats", .read, 1...1) { call throws(CommandError) in
      try record(call) { (_, analysis) in
        guard let tempo = analysis.tempo else { return .done }
        var downbeats = tempo.downbeats[...]
        for (index, beat) in tempo.beats.enumerated() {
          call.client.output.pair("beat", Decimal.thousandths(beat))
          if downbeats.first == index {
            call.client.output.pair("downbeat", 1)
            downbeats.removeFirst()
          }
        }
        return .done
      }
    },
    Command("chords", .read, 1...Command.any) { call throws(CommandError) in
      // No song has such a path: files have an extension.
      if call.arguments[0] == "play", call.arguments.count > 1 { return try AccompanimentCommands.play(call) }
      if call.arguments[0] == "stop", call.arguments.count == 1 {
        try call.require(.player)
        call.backend.accompaniment.stopChords()
        return .done
      }
      guard call.arguments.count <= 2 else { throw .argument("too many arguments for \"chords\"") }
      let part = try part(call, 1)
      return try record(call, 0, .chords) { (report, analysis) in
        for segment in analysis.chords ?? []
        where segment.end > part.lowerBound && segment.start < part.upperBound {
          write(segment, key: report.key(at: segment.start), call)
        }
        return .done
      }
    },
    Command("currentchord", .read, 0...0, currentChord),
    Command("mixable", .read, 0...3, mixable),
    Command("notes", .read, 1...2, notes),
    Command("playlistorder", .control, 2...2) { call throws(CommandError) in
      let word = call.arguments[1]
      guard ["flow", "undo"].contains(word) else { throw .argument("flow or undo expected: \(word)") }
      let name = call.arguments[0]
      return call.wait(
        for: { (completion: @escaping Completion<(known: Int, all: Int)>) in
          call.backend.analyses.order(name, undoes: word == "undo", completion: completion)
          return .done
        },
        otherwise: { call.error($0, of: name) },
        then: { (ordered: (known: Int, all: Int)) throws(CommandError) in
          call.client.output.pair("ordered", ordered.known)
          call.client.output.pair("songs", ordered.all)
          return .done
        })
    },
    Command("waveform", .read, 1...2, waveform),
  ]

  // MARK: Asking for analyses

  /// `[URI] [force]`, `URI remote`, `cancel` or `status`
  private static func analyze(_ call: Call) throws(CommandError) -> Answer {
    let words = call.arguments
    switch words.optional(0) {
    case "cancel" where words.count == 1:
      call.backend.analyses.cancel()
      return .done
    case "status" where words.count == 1: return status(call)
    default: break
    }
    if words.count == 2, words[1] == "remote" { return try analyzeRemotely(call) }
    let isForced = words.count > 0 && words[words.count - 1] == "force"
    if words.count == 2, !isForced { throw .argument("analyze takes URI and force or remote") }
    var uri: String?
    if words.count > (isForced ? 1 : 0) {
      if words[0].isEmpty {
        guard let song = call.backend.playback.currentSong else { throw .noCurrentSong }
        try call.refuseStream(song.uri, lacking: "analysis")
        uri = song.uri
      } else {
        try call.refuseStream(words[0], lacking: "analysis")
        uri = try call.localPath(otherwise: Refusal.noSuchSong.commandError(of: words[0]), isFolder: true)
      }
    }
    return call.wait(
      for: { (completion: @escaping Completion<Int>) in
        call.backend.analyses.analyze(uri, isForced: isForced, completion: completion)
        return .done
      },
      otherwise: { call.error($0, of: uri ?? "") },
      then: { (count: Int) throws(CommandError) in
        call.client.output.pair("songs", count)
        return .done
      })
  }

  /// Answers what the server found.
  private static func analyzeRemotely(_ call: Call) throws(CommandError) -> Answer {
    let song = try call.song(0, lacking: "analysis")
    return call.wait(
      for: { call.backend.analyses.analyzeRemotely(song, completion: $0) },
      otherwise: { call.error($0, of: call.arguments[0]) },
      then: { (report: AnalysisReport) throws(CommandError) in
        write(report, call)
        return .done
      })
  }

  private static func status(_ call: Call) -> Answer {
    let progress = call.backend.analyses.progress
    call.client.output.pair("when", progress.when.rawValue)
    if let current = progress.current {
      call.client.output.pair("analyzing", current)
      call.client.output.pair("percent", progress.percent)
    }
    if let remote = progress.remote {
      call.client.output.pair("remote", remote.subject)
      call.client.output.pair("remote_state", remote.state.rawValue)
      call.client.output.pair("remote_percent", remote.percent)
      call.client.output.pair("remote_try", remote.tries)
      call.client.output.pair("remote_waiting", remote.waiting)
    }
    call.client.output.pair("waiting", progress.waiting)
    call.client.output.pair("failed", progress.failed)
    if let rate = progress.rate {
      call.client.output.pair("analyzed", progress.songs)
      call.client.output.pair("rate", Decimal.short((rate * 10).rounded() / 10))
    }
    return call.wait(
      for: { (completion: @escaping Completion<AnalysisTotals>) in
        call.backend.analyses.count { completion(.success($0)) }
        return .done
      },
      then: { (totals: AnalysisTotals) throws(CommandError) in
        call.client.output.pair("songs", totals.songs)
        call.client.output.pair("done", totals.done)
        call.client.output.pair("left", Decimal.seconds(totals.left))
        return .done
      })
  }

  // MARK: What was found

  /// `URI` or `set URI bpm|key|source VALUE`
  private static func analysis(_ call: Call) throws(CommandError) -> Answer {
    let words = call.arguments
    if words[0] == "set", words.count > 1 { return try set(call) }
    guard words.count == 1 else { throw .argument("analysis takes URI, or set URI bpm|key|source VALUE") }
    let song = try call.song(0, lacking: "analysis")
    return call.wait(
      for: { call.backend.analyses.analysis(of: song, withRecord: true, completion: $0) },
      otherwise: { call.error($0, of: words[0]) },
      then: { (report: AnalysisReport) throws(CommandError) in
        write(report, call)
        return .done
      })
  }

  private static func write(_ report: AnalysisReport, _ call: Call) {
    func pair(_ key: String, _ value: Double?, _ write: (Double) -> String) {
      if let value { call.client.output.pair(key, write(value)) }
    }
    call.client.output.pair("outcome", report.outcome?.description ?? "none")
    if let problem = report.problem { call.client.output.pair("problem", problem) }
    if report.version > 0 { call.client.output.pair("version", report.version) }
    if report.hasRemote {
      call.client.output.pair("source", report.source.rawValue)
      call.client.output.pair("sources", report.outcome == .done ? "own remote" : "remote")
    }
    pair("bpm", report.tempo, hundredths)
    let sources = [
      ("person", report.saidTempo), ("tag", report.tagTempo), ("analysis", report.foundTempo),
      ("remote", report.remoteTempo),
    ]
    for (source, value) in sources { pair("bpm_\(source)", value, hundredths) }
    pair("bpm_confidence", report.analysis?.tempo?.confidence, hundredths)
    if let key = report.key {
      call.client.output.pair("key", key.description)
      call.client.output.pair("camelot", key.camelot)
    }
    let keys = [
      ("person", report.saidKey), ("tag", report.tagKey), ("analysis", report.foundKey),
      ("remote", report.remoteKey),
    ]
    for (source, key) in keys {
      if let key { call.client.output.pair("key_\(source)", key.description) }
    }
    guard let analysis = report.analysis else { return }
    pair("key_confidence", analysis.key?.confidence, hundredths)
    if !report.keyChanges.isEmpty {
      let changes = report.keyChanges.map { "\(Decimal.thousandths($0.start)) \($0.key)" }
      call.client.output.pair("key_changes", changes.joined(separator: ", "))
    }
    if report.outcome == .done { pair("tuning", analysis.key?.tuningCents, tenths) }
    pair("loudness", analysis.loudness.integrated, hundredths)
    pair("loudness_range", analysis.loudness.range, hundredths)
    pair("sample_peak", analysis.loudness.samplePeak, hundredths)
    pair("true_peak", analysis.loudness.truePeak, hundredths)
    pair("quiet_start", analysis.loudness.quietStart, tenths)
    pair("quiet_end", analysis.loudness.quietEnd, tenths)
    pair("duration", analysis.duration, { Decimal.thousandths($0) })
    if let tempo = analysis.tempo { call.client.output.pair("beats", tempo.beats.count) }
    if let chords = analysis.chords { call.client.output.pair("chords", chords.count) }
  }

  private static func tenths(_ value: Double) -> String { Decimal.short((value * 10).rounded() / 10) }
  private static func hundredths(_ value: Double) -> String { Decimal.short(Decimal.hundredths(value)) }

  /// `set URI bpm NUMBER|xN|/N|off`, `set URI key KEY|off` or `set URI source own|remote`
  private static func set(_ call: Call) throws(CommandError) -> Answer {
    let words = call.arguments
    try call.require(.control)
    guard words.count == 4 else {
      throw .argument("analysis set takes URI and bpm, key or source with a value")
    }
    let song = try call.song(1, lacking: "analysis")
    let value = words[3]
    switch words[2] {
    case "key":
      let key = MusicalKey(value)
      guard value == "off" || key != nil else {
        throw .argument("Unknown key: \(value); one such as Am, Db, F# minor or 8A expected, or off")
      }
      return say(call, song, tempo: nil, key: .some(key))
    case "bpm":
      if value == "off" { return say(call, song, tempo: .some(nil), key: nil) }
      if let tempo = Double(value), AnalysisReport.tempos.contains(tempo) {
        return say(call, song, tempo: .some(tempo), key: nil)
      }
      guard value.hasPrefix("x") || value.hasPrefix("/"), let factor = Double(value.dropFirst()),
        (1...4).contains(factor)
      else { throw .argument("Unknown tempo: \(value); 20 to 500 expected, x2, /2 or off") }
      return scale(call, song, by: value.hasPrefix("x") ? factor : 1 / factor)
    case "source":
      guard let source = AnalysisSource(rawValue: value) else {
        throw .argument("Unknown source: \(value); own or remote expected")
      }
      return answer(call) { call.backend.analyses.show(source, of: song, completion: $0) }
    default: throw .argument("analysis set takes bpm, key or source: \(words[2])")
    }
  }

  /// Half or twice as fast as it counts now.
  private static func scale(_ call: Call, _ song: SongChoice, by factor: Double) -> Answer {
    call.wait(
      for: { call.backend.analyses.analysis(of: song, withRecord: false, completion: $0) },
      otherwise: { call.error($0, of: call.arguments[1]) },
      then: { (report: AnalysisReport) throws(CommandError) in
        guard let tempo = report.tempo.map({ $0 * factor }), AnalysisReport.tempos.contains(tempo) else {
          throw .argument("The song has no tempo to multiply")
        }
        return say(call, song, tempo: .some(tempo), key: nil)
      })
  }

  private static func say(_ call: Call, _ song: SongChoice, tempo: Double??, key: MusicalKey??) -> Answer {
    answer(call) { call.backend.analyses.say(tempo: tempo, key: key, of: song, completion: $0) }
  }

  /// Answers the analysis after a change.
  private static func answer(
    _ call: Call, _ change: @escaping (@escaping Completion<AnalysisReport>) -> Void
  ) -> Answer {
    call.wait(
      for: { (completion: @escaping Completion<AnalysisReport>) in
        change(completion)
        return .done
      },
      otherwise: { call.error($0, of: call.arguments[1]) },
      then: { (report: AnalysisReport) throws(CommandError) in
        write(report, call)
        return .done
      })
  }

  // MARK: Records

  /// Reads the analysis of the song that an argument names.
  /// - Parameter part: what is found now where it is not there.
  static func record(
    _ call: Call, _ index: Int = 0, _ part: AnalysisPart? = nil,
    _ write: @escaping (AnalysisReport, MusicAnalysis) throws(CommandError) -> Answer
  ) throws(CommandError) -> Answer {
    let song = try call.song(index, lacking: "analysis")
    let subject = call.arguments[index]
    let analyses = call.backend.analyses
    return call.wait(
      for: { completion in
        guard let part else { return analyses.analysis(of: song, withRecord: true, completion: completion) }
        return analyses.analysis(of: song, finding: part, completion: completion)
      },
      otherwise: { call.error($0, of: subject) },
      then: { (report: AnalysisReport) throws(CommandError) in
        guard let analysis = report.analysis else {
          let why =
            switch report.outcome {
            case nil, .done?: "not analysed yet; `analyze` analyses it now"
            case let outcome?: report.problem ?? outcome.reason
            }
          let name = subject.isEmpty ? "the current song" : subject
          throw CommandError(key: .noAnalysis, "No analysis of \(name): \(why)", about: subject)
        }
        return try write(report, analysis)
      })
  }

  /// `START:END` in seconds.
  private static func part(_ call: Call, _ index: Int) throws(CommandError) -> Range<Double> {
    guard let text = call.arguments.optional(index) else { return 0..<Double.infinity }
    let ends = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard ends.count == 2, let start = ends[0].isEmpty ? 0 : Double(ends[0]),
      let end = ends[1].isEmpty ? Double.infinity : Double(ends[1]), start >= 0, start < end
    else { throw .argument("Seconds as START:END expected: \(text)") }
    return start..<end
  }

  /// `URI [START:END]`
  private static func notes(_ call: Call) throws(CommandError) -> Answer {
    let part = try part(call, 1)
    return try record(call, 0, .notes) { (_, analysis) in
      let notes = (analysis.notes ?? []).filter { $0.end > part.lowerBound && $0.start < part.upperBound }
      return write(notes[...], call)
    }
  }

  private static func write(_ notes: ArraySlice<NoteEstimate>, _ call: Call) -> Answer {
    call.writeAll(notes) { note in
      call.client.output.pair("note", note.pitch)
      call.client.output.pair("start", Decimal.thousandths(note.start))
      call.client.output.pair("end", Decimal.thousandths(note.end))
      call.client.output.pair("velocity", note.velocity)
      call.client.output.pair("confidence", hundredths(note.confidence))
    }
  }

  /// `record notes`: tempo and notes of the unsaved take.
  static func notesOfTake(_ call: Call) -> Answer {
    call.wait(
      for: { (completion: @escaping Completion<MusicAnalysis>) in
        call.backend.analyses.notesOfTake(completion: completion)
      },
      then: { (analysis: MusicAnalysis) throws(CommandError) in
        if let tempo = analysis.tempo { call.client.output.pair("bpm", hundredths(tempo.bpm)) }
        return write((analysis.notes ?? [])[...], call)
      })
  }

  private static func write(_ segment: ChordSegment, key: MusicalKey?, _ call: Call) {
    let spelling = ChordSpelling(key: key)
    call.client.output.pair("chord", segment.chord.map { spelling.name(of: $0) } ?? "N")
    call.client.output.pair("start", Decimal.thousandths(segment.start))
    call.client.output.pair("end", Decimal.thousandths(segment.end))
    call.client.output.pair("confidence", hundredths(segment.confidence))
    let pitches = (0..<12).filter { segment.pitchClasses >> UInt16($0) & 1 == 1 }.map { spelling.pitch($0) }
    if !pitches.isEmpty { call.client.output.pair("pitches", pitches.joined(separator: " ")) }
  }

  /// The chord that is heard, with its times in the song; nothing while there is none.
  private static func currentChord(_ call: Call) throws(CommandError) -> Answer {
    if let now = call.backend.analyses.currentChord { write(now.chord, key: now.key, call) }
    return .done
  }

  /// `record analyze [remote]`: tempo, key and chords of the unsaved take.
  static func take(_ call: Call) throws(CommandError) -> Answer {
    let isRemote = call.arguments.optional(1) == "remote"
    guard call.arguments.count == (isRemote ? 2 : 1) else { throw .argument("record analyze takes remote") }
    return call.wait(
      for: { (completion: @escaping Completion<MusicAnalysis>) in
        call.backend.analyses.analyzeTake(by: isRemote ? .remote : .own, completion: completion)
      },
      then: { (analysis: MusicAnalysis) throws(CommandError) in
        if isRemote { call.client.output.pair("source", "remote") }
        if let tempo = analysis.tempo { call.client.output.pair("bpm", hundredths(tempo.bpm)) }
        if let key = analysis.key {
          call.client.output.pair("key", key.key.description)
          call.client.output.pair("camelot", key.key.camelot)
          call.client.output.pair("tuning", tenths(key.tuningCents))
        }
        if let loudness = analysis.loudness.integrated {
          call.client.output.pair("loudness", hundredths(loudness))
        }
        for segment in analysis.chords ?? [] { write(segment, key: analysis.key?.key, call) }
        return .done
      })
  }

  /// The last listed song without a window.
  private static let usualMixable = 0..<50
  private static let mostMixable = 1000

  /// `[URI] [window A:B]`: songs that go well with it, the best first, and why.
  private static func mixable(_ call: Call) throws(CommandError) -> Answer {
    var words = call.arguments.words[...]
    let window = try call.arguments.takeWindow(from: &words) ?? usualMixable
    guard words.count <= 1 else { throw .argument("mixable takes URI and window START:END") }
    let song = try words.isEmpty ? call.currentSong(lacking: "analysis") : call.song(0, lacking: "analysis")
    let subject = words.first ?? ""
    return call.wait(
      for: { call.backend.analyses.analysis(of: song, withRecord: false, completion: $0) },
      otherwise: { call.error($0, of: subject) },
      then: { (report: AnalysisReport) throws(CommandError) in
        guard let tempo = report.tempo, let key = report.key else {
          let lack = report.tempo == nil ? "tempo" : "key"
          throw CommandError(
            key: .noAnalysis, "Unknown \(lack) of \(subject.isEmpty ? "the song" : subject)",
            about: subject)
        }
        return call.wait(
          for: { (completion: @escaping Completion<[FittingSong]>) in
            call.backend.analyses.mixable(tempo, key, limit: min(window.upperBound, mostMixable - 1) + 1) {
              completion(.success($0))
            }
            return .done
          },
          then: { (found: [FittingSong]) throws(CommandError) in
            let own = call.backend.tracks.reference(of: song)
            let others = found.filter { $0.track != own }
            return tell(others[window.clamped(to: 0..<others.count)], call)
          })
      })
  }

  private static func tell(_ found: ArraySlice<FittingSong>, _ call: Call) -> Answer {
    call.wait(
      for: { (completion: @escaping Completion<[Song]>) in
        call.backend.catalogue.songs(of: found.map(\.track)) { completion(.success($0)) }
      },
      then: { (songs: [Song]) throws(CommandError) in
        call.writeAll(Array(zip(songs, found))[...]) { song, mixable in
          call.write(song)
          call.client.output.pair("bpm", hundredths(mixable.tempo))
          call.client.output.pair("key", mixable.key.description)
          call.client.output.pair("camelot", mixable.key.camelot)
          for reason in reasons(mixable.match) { call.client.output.pair("reason", reason) }
        }
      })
  }

  private static func reasons(_ match: HarmonicMatch) -> [String] {
    let key =
      switch match.relation {
      case .same: "the same key"
      case .relative: "the relative key"
      case .fifth: "a fifth apart"
      }
    let pulse = match.factor == 1 ? "" : match.factor == 2 ? ", at half tempo" : ", at double tempo"
    let percent = (match.percent * 10).rounded() / 10
    return [
      key,
      percent == 0
        ? "the same tempo\(pulse)"
        : "\(Decimal.short(abs(percent))) % \(percent > 0 ? "faster" : "slower")\(pulse)",
    ]
  }

  /// `URI [POINTS]`
  private static func waveform(_ call: Call) throws(CommandError) -> Answer {
    let most = Waveform.most
    let points =
      try call.arguments.optional(1) == nil ? most : call.arguments.number(1, in: 1...most, "Points")
    return try record(call) { (_, analysis) in
      for point in analysis.waveform.reduced(to: points) {
        call.client.output.pair("peak", levels(point.peak))
        call.client.output.pair("rms", levels(point.rms))
      }
      return .done
    }
  }

  private static func levels(_ value: SIMD3<Float>) -> String {
    [value.x, value.y, value.z].map { Decimal.short((Double($0) * 10_000).rounded() / 10_000) }.joined(
      separator: " ")
  }
}
