import Model

/// Further commands: cue points of songs, playing from them, and loops. An empty URI stands for the current song.
enum CueCommands {
  static let list: [Command] = [
    Command("cueadd", .control, 2...10, add),
    Command("cueedit", .control, 2...12, edit),
    Command("cueplay", .player, 2...2, play),
    Command("cuerm", .control, 2...2) { call throws(CommandError) in
      try change(call, .remove(number: number(call, 1)))
    },
    Command("cues", .read, 1...1, read),
    Command("cuestep", .player, 1...1, step),
    Command("loop", .player, 0...2, loop),
    Command("loopcue", .player, 1...2, loopCue),
  ]

  private static func number(_ call: Call, _ index: Int) throws(CommandError) -> Int {
    try call.arguments.number(index, in: 1...256, "The number of a cue")
  }

  // MARK: Reading and changing

  /// `URI`
  private static func read(_ call: Call) throws(CommandError) -> Answer {
    let song = try call.song(0, lacking: "cues")
    return call.wait(
      for: { call.backend.cues.all(of: song, completion: $0) },
      otherwise: { call.error($0, of: call.arguments[0]) },
      then: { (cues) throws(CommandError) in call.writeAll(cues[...]) { write($0, call) } })
  }

  /// `URI TIME [end TIME] [type WORD] [name TEXT] [colour RRGGBB]`
  private static func add(_ call: Call) throws(CommandError) -> Answer {
    let start = try call.arguments.placeInSong(1)
    var cue = Cue(number: 1, start: start)
    for edit in try edits(call, from: 2) { edit.apply(to: &cue) }
    // One with an end is a loop, unless it is said to be something else.
    let isTyped = stride(from: 2, to: call.arguments.count, by: 2).contains { call.arguments[$0] == "type" }
    let kind = isTyped || cue.end == nil ? cue.kind : .loop
    return try change(
      call, .add(start: cue.start, end: cue.end, kind: kind, name: cue.name, colour: cue.colour))
  }

  /// `URI NUMBER [time TIME] [end TIME] [type WORD] [name TEXT] [colour RRGGBB]`; an empty value takes one off.
  private static func edit(_ call: Call) throws(CommandError) -> Answer {
    let number = try number(call, 1)
    return try change(call, .edit(number: number, edits(call, from: 2)))
  }

  private static func edits(_ call: Call, from first: Int) throws(CommandError) -> [CueChange.Edit] {
    let words = call.arguments
    var edits: [CueChange.Edit] = []
    for index in stride(from: first, to: words.count, by: 2) {
      guard index + 1 < words.count else { throw .argument("\"\(words[index])\" needs a value") }
      let isEmpty = words[index + 1].isEmpty
      switch words[index] {
      case "time": edits.append(.start(try words.placeInSong(index + 1)))
      case "end": edits.append(.end(try isEmpty ? nil : words.placeInSong(index + 1)))
      case "type":
        guard let kind = CueKind(words[index + 1]) else {
          throw Refusal.badCueType(words[index + 1]).commandError
        }
        edits.append(.kind(kind))
      case "name": edits.append(.name(isEmpty ? nil : words[index + 1]))
      case "colour": edits.append(.colour(try isEmpty ? nil : Colour.read(words[index + 1])))
      default: throw .argument("Unknown part of a cue: \(words[index])")
      }
    }
    return edits
  }

  private static func change(_ call: Call, _ change: CueChange) throws(CommandError) -> Answer {
    let song = try call.song(0, lacking: "cues")
    return call.wait(
      for: { (completion: @escaping Completion<Cue>) in
        call.backend.cues.change(of: song, change, completion: completion)
        return .done
      },
      otherwise: { refusal in
        let number = call.arguments.optional(1) ?? ""
        return call.error(refusal, of: refusal == .noSuchCue ? number : call.arguments[0])
      },
      then: { (cue) throws(CommandError) in
        if case .remove = change { return .done }
        write(cue, call)
        return .done
      })
  }

  private static func write(_ cue: Cue, _ call: Call) {
    call.client.output.pair("cue", cue.number)
    call.client.output.pair("time", Decimal.seconds(cue.start))
    if let end = cue.end { call.client.output.pair("end", Decimal.seconds(end)) }
    call.client.output.pair("type", cue.kind.word)
    if let name = cue.name { call.client.output.pair("name", name) }
    if let colour = cue.colour { call.client.output.pair("colour", Colour.text(colour)) }
  }

  // MARK: Playing

  /// `URI NUMBER`: a song that is not in the queue is inserted after the current one.
  private static func play(_ call: Call) throws(CommandError) -> Answer {
    let song = try call.song(0, lacking: "cues")
    let number = try number(call, 1)
    return withCues(of: song, call) { (cues) throws(CommandError) in
      let cue = try find(number, in: cues)
      guard let track = call.backend.tracks.reference(of: song) else {
        throw Refusal.noSuchSong.commandError(of: call.arguments[0])
      }
      let entries = call.backend.playback.queue.entries
      let current = call.backend.playback.status.current?.position
      // An entry may be a part of the song; the cue must be within it.
      func serves(_ entry: QueueEntry) -> Bool {
        let (start, end) = (entry.region.start, entry.region.end)
        return entry.track == track && cue.start >= start && end.map { cue.start < $0 } ?? true
      }
      let isCurrent = current.map { entries.indices.contains($0) && serves(entries[$0]) } ?? false
      let place = isCurrent ? current : entries.firstIndex(where: serves)
      if let place {
        return try begin(entries[place].id, at: cue.start - entries[place].region.start, call)
      }
      return try call.edit(.add([track], at: .position(current.map { $0 + 1 } ?? entries.count))) {
        (added) throws(CommandError) in
        guard let id = added.first else { throw .noSuchSong }
        return try begin(id, at: cue.start, call)
      }
    }
  }

  /// `next|previous`: to the cue after or before the position in the current song, within the part that plays.
  private static func step(_ call: Call) throws(CommandError) -> Answer {
    let word = call.arguments[0].lowercased()
    guard ["next", "previous"].contains(word) else {
      throw .argument("Expected \"next\" or \"previous\": \(call.arguments[0])")
    }
    let song = try call.currentSong(lacking: "cues")
    guard let now = call.backend.playback.status.current, call.backend.playback.status.state != .stop
    else { throw .notPlaying }
    return withCues(of: song, call) { (cues) throws(CommandError) in
      let entries = call.backend.playback.queue.entries
      let playback = call.backend.playback.status
      guard playback.current?.id == now.id, let entry = entries.first(where: { $0.id == now.id }) else {
        throw .notPlaying
      }
      let (start, end) = (entry.region.start, entry.region.end ?? .seconds(Int64.max))
      let within = cues.filter { $0.start >= start && $0.start < end }
      let elapsed = (playback.elapsed ?? .zero) + start
      guard
        let target = CueStep.target(in: within.map(\.start), from: elapsed, forward: word == "next")
      else { throw Refusal.noSuchCue.commandError }
      _ = try call.perform(.seekID(now.id, to: max(.zero, target - start)))
      if let cue = within.first(where: { $0.start == target }) { write(cue, call) }
      return .done
    }
  }

  private static func begin(_ id: EntryID, at time: Duration, _ call: Call) throws(CommandError) -> Answer {
    let answer = try call.perform(.seekID(id, to: time))
    return call.backend.playback.status.state == .pause ? try call.perform(.setPaused(false)) : answer
  }

  private static func withCues(
    of song: SongChoice, _ call: Call, then: @escaping ([Cue]) throws(CommandError) -> Answer
  ) -> Answer {
    call.wait(
      for: { call.backend.cues.all(of: song, completion: $0) },
      otherwise: { call.error($0, of: call.name == "cueplay" ? call.arguments[0] : "") }, then: then)
  }

  private static func find(_ number: Int, in cues: [Cue]) throws(CommandError) -> Cue {
    guard let cue = cues.first(where: { $0.number == number }) else {
      throw Refusal.noSuchCue.commandError(of: "\(number)")
    }
    return cue
  }

  // MARK: Loops

  /// `[START END|off]`: of the current song; without arguments, the present loop.
  private static func loop(_ call: Call) throws(CommandError) -> Answer {
    switch call.arguments.count {
    case 0:
      if let section = call.backend.playback.status.loop {
        call.client.output.pair("start", Decimal.seconds(section.start))
        call.client.output.pair("end", Decimal.seconds(section.end))
      }
      return .done
    case 1:
      guard call.arguments[0] == "off" else {
        throw .argument("Expected \"off\" or START END: \(call.arguments[0])")
      }
      return try call.perform(.setLoop(nil))
    default: return try begin(call.arguments.placeInSong(0), call.arguments.placeInSong(1), call)
    }
  }

  /// `NUMBER [NUMBER]`: a cue of the current song that has an end, or from one cue to another.
  private static func loopCue(_ call: Call) throws(CommandError) -> Answer {
    var numbers: [Int] = []
    for index in 0..<call.arguments.count { numbers.append(try number(call, index)) }
    let song = try call.currentSong(lacking: "cues")
    return withCues(of: song, call) { [numbers] (cues) throws(CommandError) in
      let first = try find(numbers[0], in: cues)
      if numbers.count > 1 {
        let second = try find(numbers[1], in: cues)
        let start = partStart(call)
        return try begin(
          min(first.start, second.start) - start, max(first.start, second.start) - start, call)
      }
      guard let end = first.end else {
        throw CommandError(key: .cueWithoutEnd, "The cue has no end: set one, or give a second cue")
      }
      return try begin(first.start - partStart(call), end - partStart(call), call)
    }
  }

  /// Returns the current entry's start in its song: playback counts from there, cues from the song's beginning.
  private static func partStart(_ call: Call) -> Duration {
    let entries = call.backend.playback.queue.entries
    guard let place = call.backend.playback.status.current?.position, entries.indices.contains(place)
    else {
      return .zero
    }
    return entries[place].region.start
  }

  private static func begin(_ start: Duration, _ end: Duration, _ call: Call) throws(CommandError) -> Answer {
    guard let section = LoopSection(start: start, end: end) else {
      throw CommandError(key: .endsBeforeStart, "A loop must end at least 0.1 s after its start")
    }
    return try call.perform(.setLoop(section))
  }
}
