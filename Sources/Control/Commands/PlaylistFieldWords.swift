import Model

/// The fields of playlists and their entries, as arguments after `playlistset NAME` and `playlistentryset NAME POS`:
/// one field, or `fields` with several of them, of which either all are set or none.
enum PlaylistFieldWords {
  /// Before several fields, each with its value.
  private static let several = "fields"

  /// A field and its value: nothing, or an empty text, takes it back.
  private struct Pair {
    let name: String
    let value: String?
    /// Each argument after the name is a line.
    private let lines: ArraySlice<String>

    init(_ name: String, _ values: ArraySlice<String>) {
      self.name = name
      value = values.first.flatMap { $0.isEmpty ? nil : $0 }
      lines = values
    }

    func plainNotes() throws(CommandError) -> String? {
      try NoteLines.check(lines)
      let text = lines.joined(separator: "\n")
      return text.isEmpty ? nil : text
    }
  }

  private static func pairs(_ words: ArraySlice<String>, of command: String) throws(CommandError) -> [Pair] {
    guard let first = words.first else { throw .argument("a field expected") }
    var rest = words.dropFirst()
    guard first.lowercased() == several else {
      guard rest.count <= 1 || first.lowercased() == "notes" else {
        throw .argument("too many arguments for \"\(command)\"")
      }
      return [Pair(first.lowercased(), rest)]
    }
    var pairs: [Pair] = []
    while let name = rest.popFirst() {
      // These are the last: they take all that follows.
      let count = name.lowercased() == "notes" ? rest.count : 1
      guard !rest.isEmpty else {
        throw .argument("\(name) needs a value; an empty value removes it")
      }
      guard !pairs.contains(where: { $0.name == name.lowercased() }) else {
        throw .argument("\(name) is given twice")
      }
      pairs.append(Pair(name.lowercased(), rest.prefix(count)))
      rest = rest.dropFirst(count)
    }
    guard !pairs.isEmpty else { throw .argument("fields with their values expected") }
    return pairs
  }

  // MARK: Playlists

  /// `NAME FIELD [VALUE…]` or `NAME fields FIELD VALUE…`
  static func fields(_ arguments: Arguments) throws(CommandError) -> [PlaylistField] {
    var fields: [PlaylistField] = []
    for pair in try pairs(arguments.words.dropFirst(), of: "playlistset") { fields.append(try field(pair)) }
    return fields
  }

  private static func field(_ pair: Pair) throws(CommandError) -> PlaylistField {
    let value = pair.value
    switch pair.name {
    case "notes": return .notes(try pair.plainNotes())
    case "colour", "color":
      return .colour(try value.map { (text) throws(CommandError) in try Colour.read(text) })
    case "tempo":
      guard let value else { return .tempo(nil) }
      guard let tempo = Double(value), PlaylistField.tempos.contains(tempo) else {
        throw .argument("1 to 1000 beats per minute expected: \(value)")
      }
      return .tempo(tempo)
    case "template":
      if let value { _ = try GroupTemplate(value) }
      return .template(value)
    case "folder": return .folder(value)
    case "slot":
      guard let value else { return .slot(nil) }
      return .slot(try Arguments(words: [value]).number(0, in: PlaylistField.slots, "A mix slot"))
    case "cover":
      guard value == nil else {
        throw .argument("cover takes no value and removes the picture; playlistcoverset sets one")
      }
      return .cover(nil)
    default:
      throw .argument(
        "Unknown field \(pair.name): notes, colour, tempo, template, folder, slot or cover expected")
    }
  }

  /// Why fields were not set; for a value beyond its limits, which one.
  static func refusal(_ refusal: Refusal, of fields: [PlaylistField], _ playlist: String) -> CommandError {
    guard refusal == .badPlaylistField else { return refusal.commandError(of: playlist) }
    for case .notes(let text?) in fields where text.utf8.count > PlaylistField.mostNotesBytes {
      return beyond("notes have at most \(PlaylistField.mostNotesBytes) bytes")
    }
    let hasFolder = fields.contains { if case .folder(_?) = $0 { true } else { false } }
    guard hasFolder else { return refusal.commandError }
    return beyond("a folder's name has 1 to 251 bytes, without slashes and control characters")
  }

  private static func beyond(_ limit: String) -> CommandError {
    CommandError(key: .outOfRange, "Value out of range: \(limit)")
  }

  // MARK: Entries

  /// `NAME POS FIELD [VALUE…]` or `NAME POS fields FIELD VALUE…`
  static func entryFields(_ arguments: Arguments) throws(CommandError) -> [PlaylistEntryField] {
    var fields: [PlaylistEntryField] = []
    for pair in try pairs(arguments.words.dropFirst(2), of: "playlistentryset") {
      fields.append(try entryField(pair))
    }
    return fields
  }

  private static func entryField(_ pair: Pair) throws(CommandError) -> PlaylistEntryField {
    switch pair.name {
    case "notes": return .notes(try pair.plainNotes())
    case "start": return .start(try time(pair) ?? .zero)
    case "end":
      let end = try time(pair)
      // It would be taken for none at all.
      guard end != .zero else { throw endBeforeStart }
      return .end(end)
    case "crossfade": return .crossfade(try time(pair))
    case "gain":
      guard let gain = pair.value.map({ Double($0) }) ?? 0, Region.gains.contains(gain) else {
        throw .argument("-60 to 20 dB expected: \(pair.value ?? "")")
      }
      return .gain(gain)
    default:
      throw .argument("Unknown field \(pair.name): start, end, gain, crossfade or notes expected")
    }
  }

  private static func time(_ pair: Pair) throws(CommandError) -> Duration? {
    guard let value = pair.value else { return nil }
    guard let seconds = Double(value), Arguments.placesInSong.contains(seconds) else {
      throw .argument("0 to 360000 seconds expected: \(value)")
    }
    return .microseconds(Int64((seconds * 1_000_000).rounded()))
  }

  private static let endBeforeStart = CommandError(
    key: .endsBeforeStart, "Value out of range: the end must be after the start")

  static func refusal(
    _ refusal: Refusal, ofEntry fields: [PlaylistEntryField], _ arguments: Arguments
  ) -> CommandError {
    switch refusal {
    case .badSongIndex:
      return CommandError(
        key: .noSuchPosition, "Bad song index: the playlist has no entry \(arguments[1]); they count from 0")
    case .badPlaylistField: break
    default: return refusal.commandError(of: arguments[0])
    }
    for field in fields {
      switch field {
      case .notes(let text?) where text.utf8.count > PlaylistEntry.mostNotesBytes:
        return beyond("an entry's notes have at most \(PlaylistEntry.mostNotesBytes) bytes")
      case .crossfade(let time?) where time > Region.longestCrossfade:
        return beyond("0 to 600 seconds expected")
      default: continue
      }
    }
    return endBeforeStart
  }
}
