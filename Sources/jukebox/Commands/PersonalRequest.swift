import ArgumentParser

/// `VALUE [PATH]`, `--off [PATH]`, or nothing for a question.
struct PersonalRequest {
  let value: String?
  let path: String?
  private let isOff: Bool

  /// - Parameter value: what the first word is, for messages.
  init(_ words: [String], isOff: Bool, value: String) throws {
    guard words.count <= (isOff ? 1 : 2) else {
      throw ValidationError(isOff ? "--off takes a song and nothing else." : "Expected \(value) and a song.")
    }
    self.isOff = isOff
    self.value = isOff ? nil : words.first
    path = isOff ? words.first : words.dropFirst().first
  }

  /// Whether nothing is to be changed.
  var asks: Bool { value == nil && !isOff }
  /// What is sent behind the song.
  var values: [String] { value.map { [$0] } ?? [] }
}
