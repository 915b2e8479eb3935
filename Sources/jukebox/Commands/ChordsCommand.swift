import ArgumentParser
import Client
import Glibc
import Linux
import Model
import Theory

struct ChordsCommand: ConnectedCommand {
  static let help = CommandHelp("chords", "Show the chords of a song: live, as a list, or as a file.")
  static let discussion = """
    EXAMPLES
      jukebox chords                       show the chords live: the last ones, the
                                           current and next one, with fingerings
      jukebox chords 'Miles/So What.flac'  list all chords with their times
      jukebox chords -o song.chordpro      write a file: also .lab .csv .json .cho
      jukebox chords -o -                  print the ChordPro sheet
      jukebox chords --capo 2              the chords to grip with a capo
      jukebox chords --transpose=-3        three semitones lower
      jukebox chords --roman               with Roman numerals
      jukebox chords --instrument ukulele
      jukebox chords play C Am F G --bpm 90    play these chords, softly strummed
      jukebox chords stop                  stop them

    A song that is not analysed yet is analysed at once. The extension of a file
    selects its format: .lab, .csv, .json, .cho or .chordpro. A .chordpro or .cho
    file is a ChordPro sheet: title, artist, key, tempo and a grid of bars. If a
    capo makes the chords easier on a guitar, the sheet gives its fret and the
    chords to play with it. Each root has its own colour; brighter means more
    certain. Ctrl-C ends the display.
    """

  /// The instrument of the displayed fingerings.
  enum Fretted: String, ExpressibleByArgument, CaseIterable {
    case guitar, ukulele, none

    var instrument: Instrument? { self == .guitar ? .guitar : self == .ukulele ? .ukulele : nil }
  }

  @Flag(help: "Print JSON.") var json = false
  @OptionGroup var file: OutputFile
  @Option(help: "Show the chords to grip with a capo at this fret, 0 to 11.") var capo: Int?
  @Option(help: "Transpose by semitones, -11 to 11; write --transpose=-2 for lower.") var transpose = 0
  @Flag(help: "Add the Roman numeral of each chord in the song's key.") var roman = false
  @Option(help: "Fingerings of the live display: guitar, ukulele or none.") var instrument = Fretted.guitar
  @Option(help: "Tempo of `play`: 30 to 300 BPM, four beats for each chord.") var bpm: Double?
  @Argument(
    help: "Path of a song; default: the current song. Or play and chords, or stop.",
    completion: NameCompletion.paths)
  var words: [String] = []

  /// The chords to play on the jukebox; nil if a song's chords are requested.
  private var played: [String]? { words.first == "play" && words.count > 1 ? Array(words.dropFirst()) : nil }
  private var path: String? { words.first }

  func validate() throws {
    if let played {
      for name in played {
        _ = try TheoryCommand.checked { () throws(TheoryFault) in try SpelledChord(name) }
      }
      guard (30...300).contains(bpm ?? 90) else { throw ValidationError("--bpm is 30 to 300.") }
      return
    }
    guard words.count <= 1 else { throw ValidationError("Give one path, or `play` and chords.") }
    guard bpm == nil else { throw ValidationError("--bpm belongs to `play`.") }
    if let output = file.output, ChordFile.format(of: output) == nil {
      throw ValidationError(
        "\(output): the extension must be .lab, .csv, .json, .cho or .chordpro; - is standard output.")
    }
    guard (0...11).contains(capo ?? 0) else { throw ValidationError("--capo is 0 to 11.") }
    guard (-11...11).contains(transpose) else { throw ValidationError("--transpose is -11 to 11.") }
  }

  func run(_ connection: Connection) throws {
    if let played {
      _ = try connection.asked(["chords", "play"] + played + (bpm.map { ["bpm", "\($0)"] } ?? []))
      return
    }
    if words == ["stop"] {
      _ = try connection.ask("chords", "stop")
      return
    }
    try file.check()
    if path == nil, file.output == nil, !json, Terminal.isInteractive {
      return try LiveChords(instrument: instrument.instrument, shift: shift, showsNumerals: roman).run(
        connection)
    }
    try connection.send(["chords", path ?? ""])
    let chords = ChordEntry.all(try connection.answer(during: "analysing chords", isQuiet: false))
    if let output = file.output, let format = ChordFile.format(of: output) {
      return try LocalFile.write(Array(try text(chords, as: format, connection).utf8), to: output)
    }
    let written = try written(chords, connection)
    try Page.show(written, json: json, lines: AnalysisText.lines(written))
  }

  private var shift: Int { transpose - (capo ?? 0) }

  private func written(_ chords: [ChordEntry], _ connection: Connection) throws(Failure) -> [ChordEntry] {
    guard shift != 0 || roman else { return chords }
    let key = SongAnalysis(try connection.ask("analysis", path ?? "")).key.flatMap { MusicalKey($0) }
    if roman, key == nil { throw .refused("The song has no key. `jukebox analysis --key KEY` sets one.") }
    let writing = ChordWriting(key: key, shift: shift, showsNumerals: roman)
    return chords.map { writing.entry($0) }
  }

  private func text(_ chords: [ChordEntry], as format: ChordFile.Format, _ connection: Connection) throws
    -> String
  {
    try ChordFile.text(
      format == .cho ? sheet(chords, connection) : ChordSheet(chords: written(chords, connection)), as: format
    )
  }

  private func sheet(_ chords: [ChordEntry], _ connection: Connection) throws(Failure) -> ChordSheet {
    let uri = path ?? ""
    let song = Song(try path == nil ? connection.ask("currentsong") : connection.ask("lsinfo", uri))
    let analysis = SongAnalysis(try connection.ask("analysis", uri))
    // The jukebox refuses this if the song has no beats.
    let beats = (try? connection.ask("beats", uri)).map { BeatEntry.all($0) } ?? []
    let file = song?.uri.split(separator: "/").last.map { String($0) }
    // The sheet gives the capo by itself.
    let writing = ChordWriting(key: analysis.key.flatMap { MusicalKey($0) }, shift: transpose)
    return ChordSheet(
      title: song?.title ?? file, artist: song?.artist, key: writing.writtenKey?.description,
      tempo: analysis.bpm, chords: chords.map { writing.entry($0) }, beats: beats, wantedCapo: capo)
  }
}
