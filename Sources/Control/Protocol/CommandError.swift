public import Model

/// The reason of an `ACK`: its number, its key, and the sentence after the command's name.
public struct CommandError: Error, Hashable, Sendable {
  public let code: AckCode
  public let key: ErrorKey
  /// The name, path or number that it is about, where the key has one.
  public let subject: String?
  public let message: String

  /// - Parameter key: nil for the one that stands for the number.
  public init(_ code: AckCode, _ message: String, key: ErrorKey? = nil, about subject: String? = nil) {
    self.code = code
    self.key = key ?? ErrorKey(code)
    self.subject = subject
    self.message = message
  }

  /// With the key's own number.
  /// - Parameter message: nil for the one that the key has.
  public init(key: ErrorKey, _ message: String? = nil, about subject: String? = nil) {
    self.init(key.code, message ?? key.reply, key: key, about: subject)
  }

  /// The key's own sentence, with what it is about.
  static func named(_ key: ErrorKey, _ subject: String) -> CommandError {
    CommandError(key: key, "\(key.reply): \(subject)", about: subject)
  }

  static func argument(_ message: String) -> CommandError { CommandError(.argument, message) }

  static let badSongIndex = CommandError(key: .noSuchPosition, "Bad song index")
  static let noSuchSong = CommandError(key: .noSuchSong)
  static let noSuchDirectory = CommandError(key: .noSuchPath, "No such directory")
  /// MPD's words, and what is possible.
  static let noStream = CommandError(
    key: .unsupportedURL,
    "Unsupported URI scheme: only http:// and https:// URLs can be played; this command may take files alone"
  )
  /// Reports that a stream lacks a property that only files of volumes have.
  static func stream(_ url: String, lacks noun: String) -> CommandError {
    CommandError(key: .notOfStreams, "A stream has no \(noun)", about: url)
  }
  static let noCurrentSong = CommandError(key: .notPlaying, "No current song")
  static let notPlaying = CommandError(key: .notPlaying)

  /// The key in brackets, with the subject quoted as arguments are: `[no-such-song "A/b.mp3"]`.
  var bracketed: String {
    guard let subject else { return "[\(key.rawValue)]" }
    var quoted = ""
    for character in subject.unicodeScalars {
      if character == "\"" || character == "\\" { quoted += "\\" }
      quoted.unicodeScalars.append(character)
    }
    return "[\(key.rawValue) \"\(quoted)\"]"
  }
}
