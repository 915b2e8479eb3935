import ArgumentParser
import Client
import Linux
import Model

struct CardCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "card", abstract: "Bind cards, tags and printed codes to music; list and play them.",
    discussion: """
      EXAMPLES
        jukebox card                          list the cards
        jukebox card learn Party              place a card: it plays the playlist
        jukebox card learn "Audiobooks/Momo"  or a folder, a song, a radio station
        jukebox card learn --action "sleep 30"   or does what a button can do
        jukebox card learn Party --number 0012345678   bind it without placing it
        jukebox card play 0012345678          play what the card plays
        jukebox card remove 0012345678        unbind it
        jukebox card import cards.csv         bind the cards of a table
        jukebox card placed 0012345678        act as a reader

      A card is stored on the stick of its music, and plays in every jukebox. Cards
      for actions and radio stations are stored on this jukebox. A reader that types
      needs a section [reader NAME] in the configuration.
      """,
    subcommands: [
      CardListCommand.command, CardLearnCommand.command, CardPlayCommand.command, CardRemoveCommand.command,
      CardImportCommand.command, CardExportCommand.command, CardPlacedCommand.command,
      CardAwayCommand.command,
    ],
    defaultSubcommand: CardListCommand.command)
}

struct CardListCommand: ConnectedCommand {
  static let help = CommandHelp("list", "List the cards, and the unknown ones of the last hour.")

  @Flag(help: "Print the cards as JSON.") var json = false

  func run(_ connection: Connection) throws {
    let cards = Card.all(try connection.ask("cards"))
    try Page.show(
      cards, json: json, ifEmpty: "No cards. `jukebox card learn NAME` binds the next one that is placed.",
      lines: cards.map { $0.isUnknown ? Self.unknown($0.number) : $0.line })
  }

  private static func unknown(_ number: String) -> String {
    "\(number)  unknown; `jukebox card learn NAME --number \(CommandWords.quoted(number))` binds it"
  }
}

struct CardLearnCommand: ConnectedCommand {
  static let help = CommandHelp("learn", "Bind the next card that is placed.")
  static let discussion = """
    EXAMPLES
      jukebox card learn Party
      jukebox card learn "Audiobooks/Momo" --again next
      jukebox card learn Party --order shuffle --volume 40
      jukebox card learn --action "sleep 30"

    While it waits, no card acts. --again is the effect of the card while its music
    plays or is paused: resume (default: continues if paused), toggle, next,
    next-folder, restart or nothing. --away is the effect of taking it away: pause
    or keep. --order one plays one song, and the next one at the next start;
    next-folder does the same with the folders of a folder.
    """

  @Argument(
    help: "Playlist, station, URL of a stream, or path of a folder or song.",
    completion: NameCompletion.bindable) var name: String?
  @Option(help: "An action of buttons instead, such as \"sleep 30\".") var action: String?
  @Option(help: "The card's number, instead of placing it.") var number: String?
  @Option(help: ArgumentHelp("A name for the card.", valueName: "text")) var label: String?
  @Option(help: "If its music is current: resume, toggle, next, next-folder, restart or nothing.")
  var again: String?
  @Option(help: "If it is taken away: pause or keep.") var away: String?
  @Option(help: "album, shuffle, one, one-random, next-folder or random-folder.") var order: String?
  @Option(help: "Volume to begin with, 0 to 100; never above the maximum.") var volume: Int?
  @Option(
    help: ArgumentHelp("Repeat the action while its card lies there.", valueName: "milliseconds"))
  var repeatMs: Int?
  @Flag(help: "Do the action in quiet hours and while the jukebox is locked, too.") var whenLocked = false
  @Option(help: "Seconds to wait for a card.") var wait = 60

  func validate() throws {
    try require(
      (name == nil) != (action == nil), "Give a NAME or --action: `jukebox card learn Party`.")
    try require(name != "" && action != "", "The name is empty.")
    if let action {
      do throws(Action.Fault) {
        _ = try Action(reading: action)
      } catch {
        throw ValidationError("--action: \(error.problem), expected: \(error.expected)")
      }
    }
    try require((1...600).contains(wait), "--wait is 1 to 600.")
    try require((0...100).contains(volume ?? 0), "--volume is 0 to 100.")
    try require(
      action != nil || repeatMs == nil && !whenLocked, "--repeat-ms and --when-locked are of an --action.")
    let limits = CardOptions.repeatMillisecondLimits
    try require(
      limits.contains(repeatMs ?? limits.lowerBound),
      "--repeat-ms is \(limits.lowerBound) to \(limits.upperBound).")
    try require(CardAgain.allCases, "--again", again)
    try require(CardAway.allCases, "--away", away)
    try require(CardOrder.allCases, "--order", order)
    try require(
      number.map { CardNumber($0) != nil } ?? true,
      "--number has 1 to \(CardNumber.mostBytes) printable characters of ASCII.")
  }

  private func require(_ choices: [some RawRepresentable<String>], _ option: String, _ word: String?) throws {
    let words = choices.map(\.rawValue)
    try require(
      word.map { words.contains($0) } ?? true, "\(option) is one of \(words.joined(separator: ", ")).")
  }

  func run(_ connection: Connection) throws {
    let target = try action.map { ["action", $0] } ?? NamedMusic.target(name ?? "", connection)
    let number = try number ?? placed(connection)
    _ = try connection.asked(["card", "bind", number] + target + options)
    Page.print("card \(number): \(target[0]) \(target[1])")
  }

  private func placed(_ connection: Connection) throws -> String {
    if Terminal.isInteractive {
      Page.print("Place the card …")
      OutputEnd.flush()
    }
    return try connection.ask("card", "learn", String(wait))["card"] ?? ""
  }

  private var options: [String] {
    let all = [
      ("name", label), ("again", again), ("away", away), ("order", order),
      ("volume", volume.map { "\($0)" }), ("repeat-ms", repeatMs.map { "\($0)" }),
      ("when-locked", whenLocked ? "yes" : nil),
    ]
    return all.flatMap { word, value in value.map { [word, $0] } ?? [] }
  }
}

struct CardPlayCommand: RequestCommand {
  static let help = CommandHelp("play", "Play or do what a card is bound to.")

  @Argument(help: "The card's number.", completion: NameCompletion.cards) var number: String

  var request: [String] { ["card", "play", number] }
  var done: String? { nil }
}

struct CardRemoveCommand: RequestCommand {
  static let help = CommandHelp("remove", "Unbind a card.")

  @Argument(help: "The card's number.", completion: NameCompletion.cards) var number: String

  var request: [String] { ["card", "unbind", number] }
  var done: String? { "card \(number) removed" }
}

struct CardImportCommand: ConnectedCommand {
  static let help = CommandHelp("import", "Bind the cards of a table (CSV).")
  static let discussion = """
    EXAMPLES
      jukebox card export > cards.csv
      jukebox card import cards.csv

    The first line names the columns: number,kind,target and, if you want,
    name,again,away,order,volume,repeat-ms,when-locked. kind is playlist, podcast,
    folder, song, stream, pad or action. If a number, kind or target is wrong,
    nothing is bound. Lines that the jukebox refuses, such as for music that is not
    there, are listed, and the others are bound; you can import the file again.
    """

  @Argument(help: "The file; - for standard input.", completion: .file(extensions: ["csv"])) var file: String

  private static let mostBytes = 1 << 20

  func validate() throws { try LocalFile.check(file) }

  func run(_ connection: Connection) throws {
    let rows = try CardFile.rows(LocalFile.read(file, limit: Self.mostBytes, as: "a table of cards"))
    var faults: [String] = []
    for row in rows {
      do throws(Failure) {
        _ = try connection.asked(["card", "bind", row.number] + row.words)
      } catch {
        guard error.kind == .refused else { throw error }
        faults.append("line \(row.line): \(error.description)")
      }
    }
    let bound = rows.count - faults.count
    let done = bound == 1 ? "1 card bound" : "\(bound) cards bound"
    guard faults.isEmpty else { throw Failure.refused((faults + ["\(done)."]).joined(separator: "\n")) }
    Page.print(done)
  }
}

struct CardExportCommand: ConnectedCommand {
  static let help = CommandHelp("export", "Print the cards as a table (CSV), as `card import` reads it.")

  func run(_ connection: Connection) throws {
    Page.print(CardFile.text(Card.all(try connection.ask("cards"))), isPath: true, terminator: "")
  }
}

struct CardPlacedCommand: RequestCommand {
  static let help = CommandHelp("placed", "Say that a card was placed on a reader, as a reader does.")

  @Argument(help: "The card's number.", completion: NameCompletion.cards) var number: String
  @Argument(help: "The reader's name.") var reader: String?

  var request: [String] { ["card", "placed", number] + (reader.map { [$0] } ?? []) }
}

struct CardAwayCommand: RequestCommand {
  static let help = CommandHelp("away", "Say that the card of a reader was taken away.")

  @Argument(help: "The reader's name.") var reader: String?

  var request: [String] { ["card", "away"] + (reader.map { [$0] } ?? []) }
}
