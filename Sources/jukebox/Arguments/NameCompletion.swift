import ArgumentParser
import Client
import Glibc
import Linux

/// Names that the Tab key completes, by the jukebox that runs. Without one it completes nothing, and says nothing.
enum NameCompletion {
  /// Everything that `jukebox play` takes.
  static let music = kind { connection, word in
    try playlistNames(connection) + stationNames(connection) + albumNames(connection)
      + folderEntries(connection, word)
  }
  static let playlists = kind { connection, _ in try playlistNames(connection) }
  static let stations = kind { connection, _ in try stationNames(connection) }
  /// Folders and songs, one level of folders at a time.
  static let paths = kind { connection, word in try folderEntries(connection, word) }
  static let volumes = kind { connection, _ in try connection.ask("volumes").values("volume") }
  static let pads = kind { connection, _ in try connection.ask("pads").values("pad") }
  static let cards = kind { connection, _ in try connection.ask("cards").values("card") }
  /// Names that a preset or card can be bound to.
  static let bindable = kind { connection, word in
    try playlistNames(connection) + stationNames(connection) + folderEntries(connection, word)
  }

  /// How many names a shell gets; more than a person reads.
  private static let most = 2000

  private static func kind(
    _ names: @escaping @Sendable (Connection, String) throws -> [String]
  ) -> CompletionKind {
    .custom { words, _, word in
      // The script of zsh or bash hands over what was typed, with its quotes.
      let word = unquoted(word)
      guard let target = target(words), let connection = try? Connection(to: target) else { return [] }
      let found = (try? names(connection, word)) ?? []
      return found.lazy.filter { $0.lowercased().hasPrefix(word.lowercased()) }.prefix(most).map {
        quoted($0, for: CompletionShell.requesting)
      }
    }
  }

  /// A name as the completion script of a shell takes it. That of bash expands each line as a word of the command line
  /// (`compgen -W`), so that a name such as `$(reboot)`, from any stick, would be run; that of zsh takes what follows a colon for
  /// a description.
  static func quoted(_ name: String, for shell: CompletionShell?) -> String {
    if shell == .bash { return "'\(String(name.flatMap { $0 == "'" ? Array("'\\''") : [$0] }))'" }
    guard shell == .zsh else { return name }
    return String(name.flatMap { $0 == "\\" || $0 == ":" ? ["\\", $0] : [$0] })
  }

  /// The jukebox of the line: by `--host` or `--socket`, else by the environment.
  private static func target(_ words: [String]) -> Target? {
    func value(_ option: String) -> String? {
      guard let place = words.firstIndex(of: option), place + 1 < words.count else { return nil }
      return words[place + 1]
    }
    return try? Target(socket: value("--socket"), host: value("--host"), environment: ProcessEnvironment.all)
  }

  static func unquoted(_ word: String) -> String {
    var text = ""
    var isEscaped = false
    for character in word {
      if isEscaped || character != "\\" && character != "\"" && character != "'" {
        text.append(character)
        isEscaped = false
      } else {
        isEscaped = character == "\\"
      }
    }
    return text
  }

  private static func playlistNames(_ connection: Connection) throws -> [String] {
    Playlist.all(try connection.ask("playlists")).map(\.name)
  }

  private static func stationNames(_ connection: Connection) throws -> [String] {
    try connection.ask("stations").values("station")
  }

  private static func albumNames(_ connection: Connection) throws -> [String] {
    try connection.ask("list", "album").values("Album").filter { !$0.isEmpty }
  }

  /// Lists the folder that the word names so far. Folders end with a slash, so that the next Tab continues in them.
  private static func folderEntries(_ connection: Connection, _ word: String) throws -> [String] {
    let folder = word.lastIndex(of: "/").map { String(word[..<$0]) } ?? ""
    let answer = try connection.ask("lsinfo", folder)
    return answer.values("directory").map { "\($0)/" } + answer.values("file")
  }
}
