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
      TheoryAnswerCommand<TheoryChordCommand>.self, TheoryAnswerCommand<TheoryScaleCommand>.self,
      TheoryAnswerCommand<TheoryProgressionCommand>.self, TheoryAnswerCommand<TheoryFitsCommand>.self,
      TheoryAnswerCommand<TheoryCircleCommand>.self, TheoryRomanCommand.command,
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

/// A question that needs no jukebox.
protocol TheoryQuestionCommand: CommandArguments {
  associatedtype Value

  /// The thing that is asked for; wrong usage where the words mean nothing.
  func value() throws -> Value

  func show(_ value: Value, json: Bool) throws
}

struct TheoryAnswerCommand<Question: TheoryQuestionCommand>: ParsableCommand {
  static var configuration: CommandConfiguration { Question.configuration }

  @Flag(help: "Print JSON.") var json = false
  @OptionGroup var question: Question

  func validate() throws { _ = try question.value() }

  func run() throws { try question.show(question.value(), json: json) }
}

struct TheoryChordCommand: TheoryQuestionCommand {
  static let help = CommandHelp("chord", "Show a chord: notes, inversions, piano, guitar and ukulele.")
  static let discussion = """
    EXAMPLES
      jukebox theory chord Eb7#9
      jukebox theory chord C/E             with another lowest note
      jukebox theory chord Am7 --json | jq -r '.guitar[0].frets'

    The usual spellings are read: Cmaj7, CM7, CΔ7, C-7, Cm7b5, Cø,
    Csus4, C6/9, C7(b9), B♭; H is B. Fingerings are computed, the
    easiest first: at most four fingers and four frets. × is muted, ○ open,
    ●━● one finger across (barre).
    A fifth may be missing in chords of four notes and more.
    """

  @Argument(help: "Name of a chord.") var name: String

  func value() throws -> SpelledChord {
    try TheoryCommand.checked { () throws(TheoryFault) in try SpelledChord(name) }
  }

  func show(_ chord: SpelledChord, json: Bool) throws {
    try Page.show(TheoryFacts.object(chord), json: json, lines: TheoryText.lines(chord))
  }
}

struct TheoryScaleCommand: TheoryQuestionCommand {
  static let help = CommandHelp("scale", "Show a scale with the chords on each degree, or list the scales.")
  static let discussion = """
    EXAMPLES
      jukebox theory scale                 list all scales
      jukebox theory scale dorian D
      jukebox theory scale harmonic minor F#
    """

  @Argument(help: "Name of the scale, then its root.") var words: [String] = []

  /// nil for all of them.
  func value() throws -> Scale? {
    guard let root = words.last else { return nil }
    try require(words.count > 1, "Give the root as well: `jukebox theory scale \(root) C`.")
    return try TheoryCommand.checked(list: "jukebox theory scale") { () throws(TheoryFault) in
      try Scale(name: words.dropLast().joined(separator: " "), root: root)
    }
  }

  func show(_ scale: Scale?, json: Bool) throws {
    guard let scale else {
      return try Page.show(ScaleKind.all.map(TheoryFacts.object), json: json, lines: TheoryText.scales())
    }
    try Page.show(TheoryFacts.object(scale), json: json, lines: TheoryText.lines(scale))
  }
}

struct TheoryProgressionCommand: TheoryQuestionCommand {
  static let help = CommandHelp("progression", "Show a progression in a key, or list the progressions.")
  static let discussion = """
    EXAMPLES
      jukebox theory progression           list all progressions
      jukebox theory progression ii-V-I Bb
      jukebox theory progression twelve-bar blues E
      jukebox theory progression 'i bVI bVII' Am    any numerals work

    Numerals count from the major scale, in minor keys as well: in A minor, G is
    bVII. Small numerals are minor.
    """

  @Argument(help: "Name or numerals, then the key.") var words: [String] = []

  /// nil for all of them.
  func value() throws -> ProgressionInKey? {
    guard let key = words.last else { return nil }
    try require(words.count > 1, "Give the key as well: `jukebox theory progression '\(key)' C`.")
    return try TheoryCommand.checked(list: "jukebox theory progression") { () throws(TheoryFault) in
      ProgressionInKey(try Progression(words.dropLast().joined(separator: " ")), try SpelledKey(key))
    }
  }

  func show(_ progression: ProgressionInKey?, json: Bool) throws {
    guard let progression else {
      return try Page.show(
        Progression.all.map(TheoryFacts.object), json: json, lines: TheoryText.progressions())
    }
    try Page.show(progression, json: json, lines: TheoryText.lines(progression))
  }
}

struct TheoryFitsCommand: TheoryQuestionCommand {
  static let help = CommandHelp("fits", "Find scales that go with chords, best first.")
  static let discussion = """
    EXAMPLES
      jukebox theory fits Am7 D7 Gmaj7
      jukebox theory fits E7 Am

    A scale that lacks notes of the chords is shown with these.
    """

  @Argument(help: "Names of chords, in their order.") var chords: [String]

  func value() throws -> [SpelledChord] {
    try TheoryCommand.checked { () throws(TheoryFault) in
      var all: [SpelledChord] = []
      for name in chords { all.append(try SpelledChord(name)) }
      return all
    }
  }

  func show(_ chords: [SpelledChord], json: Bool) throws {
    let fits = ScaleFit.best(for: chords)
    try Page.show(fits.map(TheoryFacts.object), json: json, lines: TheoryText.lines(fits))
  }
}

struct TheoryCircleCommand: TheoryQuestionCommand {
  static let help = CommandHelp("circle", "Draw the circle of fifths around a key, with its chords.")
  static let discussion = """
    EXAMPLES
      jukebox theory circle Eb
      jukebox theory circle 8A             Camelot names work too

    [ ] is the key, ( ) are its relative and its neighbours, which go with it best.
    """

  @Argument(help: "A key, such as C, F#m, 'D minor' or 8A.") var key = "C"

  func value() throws -> SpelledKey {
    try TheoryCommand.checked { () throws(TheoryFault) in try SpelledKey(key) }
  }

  func show(_ key: SpelledKey, json: Bool) throws {
    try Page.show(TheoryFacts.object(key), json: json, lines: TheoryText.lines(key))
  }
}

struct TheoryRomanCommand: ConnectedCommand {
  static let help = CommandHelp("roman", "Show a song's chords as Roman numerals, and its progressions.")
  static let discussion = """
    EXAMPLES
      jukebox theory roman                 the current song
      jukebox theory roman 'Miles/So What.flac'
      jukebox theory roman --chords        each chord with its numeral

    Stretches that are repeated are listed with a letter, and with the name of a
    known progression. Sevenths make no difference there.
    """

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
  static let help = CommandHelp("metronome", "Click at a tempo, or with the beats of the current song.")
  static let discussion = """
    EXAMPLES
      jukebox metronome 92            four beats in a bar
      jukebox metronome 92 3/4
      jukebox metronome follow        click with the song's own beats
      jukebox metronome off
      jukebox metronome               show how it is set

    The tempo is 30 to 300 BPM. The volume of the jukebox applies. `follow` uses
    the beats that the analysis found; a song without them has no clicks.
    """

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
