/// The words of the command line.
struct Options {
  var config: String?
  var settings: String?
  var socket: String?
  var word: String?

  /// The words that the jukebox itself would get.
  var configuration: [String] { config.map { ["--config", $0] } ?? [] }

  /// - Returns: nil for an option that is not known, or has no value.
  init?(_ arguments: some Sequence<String>) {
    var iterator = arguments.makeIterator()
    while let option = iterator.next() {
      switch option {
      case "--help", "--version": word = option
      case "--config", "--settings", "--socket":
        guard let value = iterator.next() else { return nil }
        switch option {
        case "--config": config = value
        case "--settings": settings = value
        default: socket = value
        }
      default: return nil
      }
    }
  }
}
