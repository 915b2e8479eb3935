import Client

/// The queue as a list.
enum QueueText {
  static let empty = "The queue is empty. `jukebox add FOLDER` adds songs, `jukebox add /` the whole library."

  /// - Parameter current: the number of the song that is current, which is marked.
  static func lines(_ songs: [Song], current: Int?) -> [String] {
    let width = String(songs.count).count
    return songs.enumerated().map { place, song in
      let number = String((song.position ?? place) + 1)
      let mark = song.id != nil && song.id == current ? "▶" : " "
      let guest = song.guest.map { "  for \($0)" } ?? ""
      return "\(mark) \(Columns.right(number, width))  \(song.name)  \(song.timeOrAbsence)\(guest)"
    }
  }
}

/// Chapters as a list.
enum ChapterText {
  /// - Parameter elapsed: where the song is, if it is the one that plays: its chapter is marked.
  static func lines(_ chapters: [Chapter], elapsed: Double? = nil) -> [String] {
    let current = elapsed.flatMap { elapsed in chapters.last { $0.time <= elapsed }?.number }
    let numbers = Columns.widest(chapters.map { "\($0.number)" })
    let times = Columns.widest(chapters.map { Clock.text($0.time) })
    return chapters.map { chapter in
      let (number, time) = ("\(chapter.number)", Clock.text(chapter.time))
      let words = [
        (chapter.number == current ? ">" : " ") + Columns.right(number, numbers), Columns.right(time, times),
        chapter.name,
      ]
      return words.compactMap { $0 }.joined(separator: "  ")
    }
  }
}

/// Lyrics as they are sung.
enum LyricsText {
  /// - Parameters:
  ///   - elapsed: where the song is, if it is the one that plays: the line of the moment is marked.
  ///   - isText: whether the times are left out.
  static func lines(_ lyrics: [LyricsLine], elapsed: Double? = nil, isText: Bool = false) -> [String] {
    guard !isText, lyrics.contains(where: { $0.time != nil }) else { return lyrics.map(\.line) }
    let current = elapsed.flatMap { elapsed in lyrics.lastIndex { ($0.time ?? 0) <= elapsed } }
    let times = Columns.widest(lyrics.map { Clock.text($0.time ?? 0) })
    return lyrics.enumerated().map { place, line in
      let mark = place == current ? ">" : " "
      return Columns.trimmed("\(mark)\(Columns.right(Clock.text(line.time ?? 0), times))  \(line.line)")
    }
  }
}

/// Cues as a list.
enum CueText {
  /// - Parameter elapsed: where the song is, if it is the one that plays: the cue that it has passed last is marked.
  static func lines(_ cues: [Cue], elapsed: Double? = nil) -> [String] {
    let current = elapsed.flatMap { elapsed in cues.last { $0.time <= elapsed }?.number }
    let rows = cues.map { cue in
      [
        (cue.number == current ? ">" : " ") + "\(cue.number)",
        time(cue.time) + (cue.end.map { "–\(time($0))" } ?? ""), cue.type,
      ]
    }
    let widths = (0..<3).map { column in Columns.widest(rows.map { $0[column] }) }
    return zip(cues, rows).map { cue, row in
      var words = zip(row, widths).map { Columns.pad($0, $1) }
      words += [cue.name, cue.colour.map { ColourName.text($0) }].compactMap { $0 }
      return Columns.trimmed(words.joined(separator: "  "))
    }
  }

  /// As on a clock, with the milliseconds that there are.
  static func time(_ seconds: Double) -> String {
    let milliseconds = Int((max(0, min(seconds, 359_999)) * 1000).rounded())
    let text = Clock.text(Double(milliseconds / 1000))
    guard milliseconds % 1000 != 0 else { return text }
    return text + Decimals.text(Double(milliseconds % 1000) / 1000, places: 3, isTrimmed: true).dropFirst()
  }

  static func line(_ cue: Cue) -> String { "cue " + String((lines([cue]).first ?? "").drop { $0 == " " }) }
}

/// A picture in words.
enum PictureText {
  /// Such as `JPEG, 84 KB, Miles/cover.jpg`.
  static func line(_ picture: Picture) -> String {
    let place = picture.source == "embedded" ? "in the song's file" : picture.file
    return "\(line(type: picture.type, size: picture.size)), \(place)"
  }

  /// Such as `JPEG, 84 KB`.
  static func line(type: String, size bytes: Int) -> String { "\(kind(type)), \(size(bytes))" }

  private static func kind(_ type: String) -> String {
    switch type {
    case "image/webp": "WebP"
    default: type.split(separator: "/").last.map { $0.uppercased() } ?? "a picture"
    }
  }

  /// In bytes, or thousands or millions of them, rounded.
  private static func size(_ bytes: Int) -> String {
    switch bytes {
    case ..<1000: "\(bytes) bytes"
    case ..<999_500: "\((bytes + 500) / 1000) KB"
    default: "\((bytes + 50_000) / 100_000 / 10).\((bytes + 50_000) / 100_000 % 10) MB"
    }
  }
}

/// Personal data of a song in words.
enum PersonalText {
  /// - Parameter taken: a message about a removed value, such as `rating removed`.
  static func lines(_ song: Personal, taken: String? = nil) -> [String] {
    var parts = taken.map { [$0] } ?? []
    if song.favourite { parts.append("favourite") }
    if let rating = song.rating { parts.append("rated \(rating) of 10") }
    if let colour = song.colour { parts.append("colour \(ColourName.text(colour))") }
    if let plays = song.plays { parts.append("played \(StatusText.count(plays, "time"))") }
    if let skips = song.skips { parts.append("skipped \(StatusText.count(skips, "time"))") }
    if let day = song.lastPlayed?.prefix(10) { parts.append("last on \(day)") }
    let isSilent = parts.isEmpty && song.note == nil
    let head = parts.isEmpty ? song.uri : "\(song.uri): \(parts.joined(separator: ", "))"
    let note = song.note?.split(separator: "\n", omittingEmptySubsequences: false).map { "  \($0)" } ?? []
    return [isSilent ? "\(song.uri): no rating, note or other data" : head] + note
  }
}
