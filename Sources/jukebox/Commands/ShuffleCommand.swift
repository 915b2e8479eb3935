import ArgumentParser
import Client

struct ShuffleCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "shuffle", abstract: "Put the songs of the queue into an order by chance.",
    discussion: """
      The song that plays goes on. `jukebox random on` leaves the queue as it is, and
      plays it in another order.
      """)

  @OptionGroup var connection: ConnectionOptions

  func run() throws {
    try connection.withConnection { try Self.shuffle($0) }
  }

  static func shuffle(_ connection: Connection) throws(Failure) {
    guard try connection.ask("status").integer("playlistlength") != 0 else { throw .refused(QueueText.empty) }
    try connection.ask("shuffle")
  }
}
