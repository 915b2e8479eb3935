import ArgumentParser
import Testing

@testable import jukebox

extension ConnectedCommand {
  /// The command of a line.
  static func parsed(_ words: [String]) throws -> Self {
    try #require((try JukeboxCommand.parseAsRoot(words) as? Connected<Self>)?.command)
  }
}
