/// The words of the command line.
struct Options {
  var certificates: String?
  var config: String?
  var listen: String?
  var page = "/usr/share/jukebox/page"
  var settings: String?
  var socket: String?
  var state: String?
  var word: String?

  /// The words that a program of the same configuration would get.
  var configuration: [String] { config.map { ["--config", $0] } ?? [] }

  /// - Returns: nil for an option that is not known, or has no value.
  init?(_ arguments: some Sequence<String>) {
    var iterator = arguments.makeIterator()
    while let option = iterator.next() {
      switch option {
      case "--help", "--version": word = option
      case "--certificates", "--config", "--listen", "--page", "--settings", "--socket", "--state":
        guard let value = iterator.next() else { return nil }
        switch option {
        case "--certificates": certificates = value
        case "--config": config = value
        case "--listen": listen = value
        case "--page": page = value
        case "--settings": settings = value
        case "--state": state = value
        default: socket = value
        }
      default: return nil
      }
    }
  }
}
