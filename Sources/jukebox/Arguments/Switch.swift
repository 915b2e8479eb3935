import ArgumentParser

/// What is on or off.
enum Switch: String, ModeValue {
  case off, on

  var word: String { self == .on ? "1" : "0" }
}
