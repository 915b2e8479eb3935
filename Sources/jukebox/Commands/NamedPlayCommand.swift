import ArgumentParser
import Client

/// A command that plays what is called so in place of the queue.
protocol NamedPlayCommand: ConnectedCommand {
  /// All that is called so; a failure where nothing is.
  func find(_ connection: Connection) throws(Failure) -> [NamedMusic]

  var name: String { get }
}

extension NamedPlayCommand {
  func run(_ connection: Connection) throws {
    let found = try find(connection)
    if found.count > 1 { throw NamedMusic.choice(name, found) }
    for music in found { Page.print(try music.play(connection)) }
  }
}
