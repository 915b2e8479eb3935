import ArgumentParser
import Client
import Theory

struct TheoryCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "theory", abstract: "Explain chords, scales, progressions and keys, with fingerings.",
    discussion: """
      EXAMPLES
        jukebox theory chord Cmaj7           notes, piano, guitar, ukulele
        jukebox theory scale harmonic minor A    notes, and the chords on each degree
        jukebox theory scale                 list the scales
        jukebox theory progression ii-V-I Bb     its chords in a key
        jukebox theory progression           list the progressions
        jukebox theory fits Am7 D7 Gmaj7     scales that go with these chords
        jukebox theory circle Eb             the circle of fifths around a key
        jukebox theory roman                 the current song in Roman numerals

      All but `roman` need no running jukebox. `jukebox chords` shows the chords of a
      song with their fingerings.
      """,
    subcommands: [
      TheoryChordCommand.self, TheoryScaleCommand.self, TheoryProgressionCommand.self,
      TheoryFitsCommand.self, TheoryCircleCommand.self, TheoryRomanCommand.command,
    ])

  /// Turns a refusal of Theory into wrong usage.
  /// - Parameter list: the command that lists all names.
  static func checked<Value>(list: String? = nil, _ value: () throws(TheoryFault) -> Value) throws -> Value {
    do throws(TheoryFault) {
      return try value()
    } catch {
      throw ValidationError("\(error.message).\(list.map { " `\($0)` lists all names." } ?? "")")
    }
  }
}

struct TheoryChordCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "chord", abstract: "Show a chord: notes, inversions, piano, guitar and ukulele.",
    discussion: """
      EXAMPLES
        jukebox theory chord Eb7#9
        jukebox theory chord C/E             with another lowest note
        jukebox theory chord Am7 --json | jq -r '.guitar[0].frets'

      The usual spellings are read: Cmaj7, CM7, CΔ7, C-7, Cm7b5, Cø,
      Csus4, C6/9, C7(b9), B♭; H is B. Fingerings are computed, the
      easiest first: at most four fingers and four frets. × is muted, ○ open,
      ●━● one finger across (barre).
      A fifth may be missing in chords of four notes and more.
      """)

  @Flag(help: "Print JSON.") var json = false
  @Argument(help: "Name of a chord.") var name: String

  private func chord() throws -> SpelledChord {
    try TheoryCommand.checked { () throws(TheoryFault) in try SpelledChord(name) }
  }

  func validate() throws { _ = try chord() }

  func run() throws {
    let chord = try chord()
    try Page.show(TheoryFacts.object(chord), json: json, lines: TheoryText.lines(chord))
  }
}

struct TheoryScaleCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "scale", abstract: "Show a scale with the chords on each degree, or list the scales.",
    discussion: """
      EXAMPLES
        jukebox theory scale                 list all scales
        jukebox theory scale dorian D
        jukebox theory scale harmonic minor F#
      """)

  @Flag(help: "Print JSON.") var json = false
  @Argument(help: "Name of the scale, then its root.") var words: [String] = []

  /// nil for all of them.
  private func scale() throws -> Scale? {
    guard let root = words.last else { return nil }
    guard words.count > 1 else {
      throw ValidationError("Give the root as well: `jukebox theory scale \(root) C`.")
    }
    return try TheoryCommand.checked(list: "jukebox theory scale") { () throws(TheoryFault) in
      try Scale(name: words.dropLast().joined(separator: " "), root: root)
    }
  }

  func validate() throws { _ = try scale() }

  func run() throws {
    guard let scale = try scale() else {
      return try Page.show(ScaleKind.all.map(TheoryFacts.object), json: json, lines: TheoryText.scales())
    }
    try Page.show(TheoryFacts.object(scale), json: json, lines: TheoryText.lines(scale))
  }
}

struct TheoryProgressionCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "progression", abstract: "Show a progression in a key, or list the progressions.",
    discussion: """
      EXAMPLES
        jukebox theory progression           list all progressions
        jukebox theory progression ii-V-I Bb
        jukebox theory progression twelve-bar blues E
        jukebox theory progression 'i bVI bVII' Am    any numerals work

      Numerals count from the major scale, in minor keys as well: in A minor, G is
      bVII. Small numerals are minor.
      """)

  @Flag(help: "Print JSON.") var json = false
  @Argument(help: "Name or numerals, then the key.") var words: [String] = []

  /// nil for all of them.
  private func progression() throws -> ProgressionInKey? {
    guard let key = words.last else { return nil }
    guard words.count > 1 else {
      throw ValidationError("Give the key as well: `jukebox theory progression '\(key)' C`.")
    }
    return try TheoryCommand.checked(list: "jukebox theory progression") { () throws(TheoryFault) in
      ProgressionInKey(try Progression(words.dropLast().joined(separator: " ")), try SpelledKey(key))
    }
  }

  func validate() throws { _ = try progression() }

  func run() throws {
    guard let progression = try progression() else {
      return try Page.show(
        Progression.all.map(TheoryFacts.object), json: json, lines: TheoryText.progressions())
    }
    try Page.show(progression, json: json, lines: TheoryText.lines(progression))
  }
}

struct TheoryFitsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fits", abstract: "Find scales that go with chords, best first.",
    discussion: """
      EXAMPLES
        jukebox theory fits Am7 D7 Gmaj7
        jukebox theory fits E7 Am

      A scale that lacks notes of the chords is shown with these.
      """)

  @Flag(help: "Print JSON.") var json = false
  @Argument(help: "Names of chords, in their order.") var chords: [String]

  private func spelled() throws -> [SpelledChord] {
    try TheoryCommand.checked { () throws(TheoryFault) in
      var all: [SpelledChord] = []
      for name in chords { all.append(try SpelledChord(name)) }
      return all
    }
  }

  func validate() throws { _ = try spelled() }

  func run() throws {
    let fits = ScaleFit.best(for: try spelled())
    try Page.show(fits.map(TheoryFacts.object), json: json, lines: TheoryText.lines(fits))
  }
}

struct TheoryCircleCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "circle", abstract: "Draw the circle of fifths around a key, with its chords.",
    discussion: """
      EXAMPLES
        jukebox theory circle Eb
        jukebox theory circle 8A             Camelot names work too

      [ ] is the key, ( ) are its relative and its neighbours, which go with it best.
      """)

  @Flag(help: "Print JSON.") var json = false
  @Argument(help: "A key, such as C, F#m, 'D minor' or 8A.") var key = "C"

  private func spelled() throws -> SpelledKey {
    try TheoryCommand.checked { () throws(TheoryFault) in try SpelledKey(key) }
  }

  func validate() throws { _ = try spelled() }

  func run() throws {
    let key = try spelled()
    try Page.show(TheoryFacts.object(key), json: json, lines: TheoryText.lines(key))
  }
}

struct TheoryRomanCommand: ConnectedCommand {
  static let configuration = CommandConfiguration(
    commandName: "roman", abstract: "Show a song's chords as Roman numerals, and its progressions.",
    discussion: """
      EXAMPLES
        jukebox theory roman                 the current song
        jukebox theory roman 'Miles/So What.flac'
        jukebox theory roman --chords        each chord with its numeral

      Stretches that are repeated are listed with a letter, and with the name of a
      known progression. Sevenths make no difference there.
      """)

  @Flag(help: "List each chord.") var chords = false
  @Flag(help: "Print JSON.") var json = false
  @Argument(help: SongArgument.help, completion: NameCompletion.paths) var path: String?

  func run(_ connection: Connection) throws {
    try connection.send(["theory", "roman", path ?? ""])
    let song = SongNumerals(try connection.answer(during: "analysing chords", isQuiet: json))
    try Page.show(song, json: json, lines: TheoryText.lines(song, listsChords: chords))
  }
}

struct MetronomeCommand: ConnectedCommand {
  static let configuration = CommandConfiguration(
    commandName: "metronome", abstract: "Click at a tempo, or with the beats of the current song.",
    discussion: """
      EXAMPLES
        jukebox metronome 92            four beats in a bar
        jukebox metronome 92 3/4
        jukebox metronome follow        click with the song's own beats
        jukebox metronome off
        jukebox metronome               show how it is set

      The tempo is 30 to 300 BPM. The volume of the jukebox applies. `follow` uses
      the beats that the analysis found; a song without them has no clicks.
      """)

  @Flag(help: "Print JSON.") var json = false
  @Argument(help: "BPM and a meter such as 3/4, or follow, or off.") var words: [String] = []

  func validate() throws {
    guard words.count <= 2 else { throw ValidationError("Give BPM and a meter, or follow, or off.") }
  }

  func run(_ connection: Connection) throws {
    let answer = try connection.asked(["metronome"] + words)
    guard words.isEmpty, let mode = answer["metronome"] else { return }
    let beats = answer.integer("beats")
    try Page.show(
      ["metronome": mode, "beats": beats] as JSONObject, json: json,
      lines: [beats.map { "\(mode) BPM, \(StatusText.count($0, "beat")) in a bar" } ?? mode])
  }
}
