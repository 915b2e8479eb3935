import Model

/// Further commands: what people say of songs. An empty URI stands for the current song; a value that is left out is
/// taken off.
enum PersonalCommands {
  static let list: [Command] = [
    Command("annotations", .read, 1...Command.any, annotations),
    Command("absentfavourites", .read, 0...0, absentFavourites),
    Command("colour", .control, 1...2, colour),
    Command("favourite", .control, 1...2, favourite),
    Command("note", .control, 1...Command.any, note),
    Command("personal", .read, 1...1, read),
    Command("rate", .control, 1...2, rate),
  ]

  /// `URI`
  private static func read(_ call: Call) throws(CommandError) -> Answer {
    let song = try call.song(0, lacking: "statistics")
    return call.wait(
      for: { call.backend.personal.report(of: song, completion: $0) },
      otherwise: { call.error($0, of: call.arguments[0]) },
      then: { (report) throws(CommandError) in
        write(report, call)
        return .done
      })
  }

  /// `URI…`: what is known of each, without those of which nothing is.
  private static func annotations(_ call: Call) -> Answer {
    let uris = call.arguments.words.compactMap { MusicPath.hasScheme($0) ? nil : MusicPath.normalized($0) }
    return call.wait(
      for: { call.backend.personal.annotations(of: uris, completion: $0) },
      then: { (found) throws(CommandError) in
        call.writeAll(Array(zip(uris, found))[...]) { uri, annotations in
          guard let annotations else { return }
          call.client.output.address("file", uri)
          if annotations.isFavourite { call.client.output.pair("favourite", 1) }
          if let rating = annotations.rating { call.client.output.pair("rating", rating) }
          if let colour = annotations.colour { call.client.output.pair("colour", Colour.text(colour)) }
          if let tempo = annotations.tempo {
            call.client.output.pair("bpm", Decimal.short(Decimal.hundredths(tempo)))
          }
          if let key = annotations.key {
            call.client.output.pair("key", key.description)
            call.client.output.pair("camelot", key.camelot)
          }
        }
      })
  }

  private static func absentFavourites(_ call: Call) -> Answer {
    call.wait(
      for: { call.backend.personal.absentFavourites(completion: $0) },
      then: { (count) throws(CommandError) in
        call.client.output.pair("absent", count)
        return .done
      })
  }

  /// `URI [0|1]`; without a number the other way round.
  private static func favourite(_ call: Call) throws(CommandError) -> Answer {
    try change(
      call, call.arguments.count > 1 ? .like(call.arguments.boolean(1) ? .favourite : nil) : .toggleFavourite)
  }

  /// `URI [0…10]`
  private static func rate(_ call: Call) throws(CommandError) -> Answer {
    try change(
      call, .rate(call.arguments.count > 1 ? call.arguments.number(1, in: 0...10, "A rating") : nil))
  }

  /// `URI [RRGGBB]`
  private static func colour(_ call: Call) throws(CommandError) -> Answer {
    try change(call, .colour(call.arguments.count > 1 ? Colour.read(call.arguments[1]) : nil))
  }

  /// `URI [LINE…]`
  private static func note(_ call: Call) throws(CommandError) -> Answer {
    let lines = call.arguments.words.dropFirst()
    try NoteLines.check(lines)
    return try change(call, .notes(lines.isEmpty ? nil : lines.joined(separator: "\n")))
  }

  private static func change(_ call: Call, _ change: PersonalEdit) throws(CommandError) -> Answer {
    let song = try call.song(0, lacking: change.noun)
    return call.wait(
      for: { (completion: @escaping Completion<PersonalReport>) in
        call.backend.personal.change(of: song, [change], completion: completion)
        return .done
      },
      otherwise: { call.error($0, of: call.arguments[0]) },
      then: { (report) throws(CommandError) in
        write(report, call)
        return .done
      })
  }

  private static func write(_ report: PersonalReport, _ call: Call) {
    let output = { (key: String, value: String?) in
      if let value { call.client.output.pair(key, value) }
    }
    let values = report.values
    output("file", report.uri)
    output("favourite", values.isFavourite ? "1" : "0")
    output("rating", values.rating.map { "\($0)" })
    output("colour", values.colour.map { Colour.text($0) })
    for line in values.notes?.split(separator: "\n", omittingEmptySubsequences: false) ?? [] {
      output("note", String(line))
    }
    output("plays", values.plays.map { "\($0)" })
    output("skips", values.skips.map { "\($0)" })
    output("last_played", values.lastPlayed.map { Timestamp.text($0) })
    output("added", report.added.map { Timestamp.text($0) })
  }
}

extension PersonalEdit {
  /// A noun for the value that it changes.
  fileprivate var noun: String {
    switch self {
    case .rate: "rating"
    case .like, .toggleFavourite: "mark as favourite"
    case .colour: "colour"
    case .notes: "notes"
    default: "statistics"
    }
  }
}
