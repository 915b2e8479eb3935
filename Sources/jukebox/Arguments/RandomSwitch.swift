import ArgumentParser

/// Whether and what by chance: songs, or whole albums.
enum RandomSwitch: String, ExpressibleByArgument, CaseIterable {
  case on, off, albums

  init?(argument: String) { self.init(rawValue: TakenBack.isMeant(by: argument) ? "off" : argument) }
}
