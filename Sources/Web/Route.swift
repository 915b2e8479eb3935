/// The first name of an address: all that the server has. `Gateway` answers nothing that has no route.
enum Route: CaseIterable {
  case api, events, index, cover, wave, upload, render, login, health
  /// The files of the page: every other name.
  case page

  init(_ name: String) {
    self =
      switch name {
      case "api": .api
      case "events": .events
      case "index": .index
      case "cover": .cover
      case "wave": .wave
      case "upload": .upload
      case "render": .render
      case "login": .login
      case "health": .health
      default: .page
      }
  }

  /// Whether anybody is answered. All others are answered only to guests who may look, and to visitors whose password the
  /// jukebox has taken.
  var isOpen: Bool {
    switch self {
    case .login, .health, .page: true
    case .api, .events, .index, .cover, .wave, .upload, .render: false
    }
  }

  /// Whether its requests are counted. A page that is scrolled asks for many covers and files: the number of connections limits
  /// these.
  var isCounted: Bool {
    switch self {
    case .api, .events, .login: true
    case .index, .cover, .wave, .upload, .render, .health, .page: false
    }
  }
}
