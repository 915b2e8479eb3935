import ArgumentParser

/// `VALUE [PATH]`, `--off [PATH]`, or nothing for a question; the song may be named by `--song` as well.
struct PersonalRequest {
  let value: String?
  let path: String?
  private let isOff: Bool

  /// - Parameter value: what the first word is, for messages.
  init(_ words: [String], _ options: PersonalOptions, value: String) throws {
    guard words.count <= (options.off ? 1 : 2) else {
      throw ValidationError(
        options.off ? "--off takes a song and nothing else." : "Expected \(value) and a song.")
    }
    let named = options.off ? words.first : words.dropFirst().first
    guard named == nil || options.song == nil else { throw ValidationError("Name one song.") }
    isOff = options.off
    self.value = options.off ? nil : words.first
    path = named ?? options.song
    try SongArgument.check(path)
  }

  /// Whether nothing is to be changed.
  var asks: Bool { value == nil && !isOff }
  /// What is sent behind the song.
  var values: [String] { value.map { [$0] } ?? [] }

  /// For who gave a song in place of the value.
  static func howToAsk(_ command: String) -> String {
    "`jukebox \(command) --song PATH` tells what is said of a song."
  }
}
