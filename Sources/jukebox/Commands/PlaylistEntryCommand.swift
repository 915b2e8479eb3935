import ArgumentParser
import Client

struct PlaylistEntryCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "entry", abstract: "What part of a song a playlist plays, how loud, and notes; or shows it.",
    discussion: """
      EXAMPLES
        jukebox playlist entry Party 3                          what is said of it
        jukebox playlist entry Party 3 --start 0:30 --end 2:15  only this part
        jukebox playlist entry Party 3 --gain=-3.5              3.5 dB less loud
        jukebox playlist entry Party 3 --crossfade 8 --notes "fade early"
        jukebox playlist entry Party 3 --end none               to the song's end

      Part and loudness are played when the playlist is loaded into the queue.
      Crossfades are kept and told; the sound does not follow them yet.
      """)

  @OptionGroup var connection: ConnectionOptions
  @Option(help: "Where it begins: 90, 1:30 or 1:02:03.5.") var start: TimeArgument?
  @Option(help: "Where it ends.") var end: TimeArgument?
  @Option(help: "In dB, from -60 to 20; write --gain=-3 for less loud.") var gain: String?
  @Option(help: "Into the next song, in seconds: at most 600.") var crossfade: TimeArgument?
  @Option(help: "Free text; lines are kept. At most 1024 bytes in 100 lines.") var notes: String?
  @Flag(help: "Print a JSON object.") var json = false
  @Argument(help: "The playlist's name.") var name: String
  @Argument(help: "The song's number, as `jukebox playlist show` has it.") var number: Int

  /// All fields with their values, in the protocol's words; notes are the last, since they take all that follows.
  var words: [String] {
    var words: [String] = []
    if let start { words += ["start", start.word] }
    if let end { words += ["end", end.word] }
    if let gain { words += ["gain", gain == "none" ? "" : gain] }
    if let crossfade { words += ["crossfade", crossfade.word] }
    if let notes { words += ["notes"] + (notes == "none" ? [""] : PlaylistSetCommand.lines(notes)) }
    return words
  }

  func validate() throws {
    try PlaylistName.check(there: name)
    guard (1...Int(Int32.max)).contains(number) else { throw ValidationError("NUMBER is 1 or more.") }
    if let gain, gain != "none", Double(gain).map({ !(-60...20).contains($0) }) ?? true {
      throw ValidationError("“\(gain)” is no gain; expected -60 to 20 dB, or none.")
    }
    if let crossfade, (Double(crossfade.word) ?? 0) > 600 {
      throw ValidationError("A crossfade takes at most 600 seconds.")
    }
    let begin = start.flatMap { Double($0.word) } ?? 0
    if let end = end.flatMap({ Double($0.word) }), end <= begin {
      throw ValidationError("--end is behind --start; --end none plays to the song's end.")
    }
    try NoteText.check(notes, limit: 1024)
  }

  /// Refuses a beginning behind the end that is there, and an end before the beginning.
  func require(partOf entry: PlaylistEntry) throws(Failure) {
    let begins = start.map { Double($0.word) ?? 0 } ?? entry.start ?? 0
    guard let ends = end.map({ Double($0.word) }) ?? entry.end, ends <= begins else { return }
    throw .refused(
      start != nil
        ? "--start is before the end (\(CueText.time(ends))); --end none plays to the song's end."
        : "--end is behind the start (\(CueText.time(begins))); --start none plays from the song's beginning."
    )
  }

  func run() throws {
    try connection.withConnection { connection in
      let position = String(number - 1)
      let (start, end) = (start.flatMap { Double($0.word) }, end.flatMap { Double($0.word) })
      if start != nil || end != nil,
        let entry = PlaylistEntry.all(try connection.ask("playlistentries", name, position)).first
      {
        if let start { try connection.require(start, within: entry.song.uri) }
        if let end {
          try connection.require(
            end: end, within: entry.song.uri, remedy: " --end none plays it to its end.")
        }
        try require(partOf: entry)
      }
      if !words.isEmpty {
        _ = try connection.asked(["playlistentryset", name, position, "fields"] + words)
      }
      guard words.isEmpty || json else { return }
      guard let entry = PlaylistEntry.all(try connection.ask("playlistentries", name, position)).first else {
        throw Failure.refused("\(name) has no song \(number): `jukebox playlist show` tells the numbers.")
      }
      if json { return Page.print(try JSON.line(entry)) }
      Page.print(entry.song.name)
      let facts = PlaylistText.facts(entry)
      Page.print(facts.isEmpty ? "the whole song, as loud as it is" : facts.joined(separator: ", "))
      if let notes = entry.notes { Page.print(notes) }
    }
  }
}
