/// The words that take back a number, colour, choice or switch, the same for all commands. Free text is taken back by an empty
/// value alone: it may be one of these words.
enum TakenBack {
  static func isMeant(by word: String) -> Bool { word == "none" || word == "off" }
}
