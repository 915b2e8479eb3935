import ArgumentParser

/// What is on, off, or on until it was done once.
enum OnceSwitch: String, ModeValue {
  case off, on, oneshot

  var word: String {
    switch self {
    case .off: "0"
    case .on: "1"
    case .oneshot: "oneshot"
    }
  }
}
