/// Why a command is answered with `ACK`: its number and the sentence behind the command's name.
public struct CommandError: Error, Hashable, Sendable {
  public let code: AckCode
  public let message: String

  public init(_ code: AckCode, _ message: String) {
    self.code = code
    self.message = message
  }

  static func argument(_ message: String) -> CommandError { CommandError(.argument, message) }

  static let badSongIndex = CommandError(.argument, "Bad song index")
  static let noSuchSong = CommandError(.noExist, "No such song")
  static let noSuchDirectory = CommandError(.noExist, "No such directory")
  static let noCurrentSong = CommandError(.playerSync, "No current song")
  static let notPlaying = CommandError(.playerSync, "Not playing")
}
