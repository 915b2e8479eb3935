import ArgumentParser
import Client

/// A name that a person gives to a playlist, or to a folder of playlists.
enum PlaylistName {
  /// Refuses a name that the protocol cannot carry and would drop without a message.
  /// - Parameter thing: the kind of thing that has the name.
  static func check(_ name: String, of thing: String = "playlist") throws {
    if name.isEmpty { throw ValidationError("The name of the \(thing) is empty.") }
    guard !name.unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0x7F }) else {
      throw ValidationError(
        "“\(ControlCharacters.shown(name, isOneLine: true))” is not a valid name: it contains a line break or another control character."
      )
    }
    guard !name.contains("/"), name.utf8.count <= mostBytes else {
      throw ValidationError(
        "“\(name)” is not a valid name for a \(thing): use 1 to \(mostBytes) bytes without a slash.")
    }
  }

  /// The same of one that is given now: blanks alone can't be seen, though older playlists may be called so.
  static func check(new name: String, of thing: String = "playlist") throws {
    try check(name, of: thing)
    if name.unicodeScalars.allSatisfy(\.properties.isWhitespace) {
      throw ValidationError("The name of a \(thing) cannot consist of blanks only.")
    }
  }

  /// Refuses an empty name of one that is there, which a shell makes of a variable that is not set.
  static func check(there name: String) throws {
    if name.isEmpty {
      throw ValidationError("The name of the playlist is empty. `jukebox playlist` lists all names.")
    }
  }

  private static let mostBytes = 251
}

/// The name of a volume.
enum VolumeName {
  /// Refuses an empty one, which a shell makes of a variable that is not set.
  static func check(_ name: String?) throws {
    if name == "" {
      throw ValidationError("The name of the volume is empty. `jukebox volumes` lists all names.")
    }
  }
}

/// Names that are words of a command, too: `./none` is what is called none. No name has a slash in it, so nothing else can
/// be meant.
enum LiteralName {
  static func name(_ text: String) -> String { text.hasPrefix("./") ? String(text.dropFirst(2)) : text }
}

/// Colours that have names, as people say them.
enum ColourName {
  static let all: [(name: String, digits: String)] = [
    ("red", "E53935"), ("orange", "FB8C00"), ("yellow", "FDD835"), ("green", "43A047"),
    ("turquoise", "00ACC1"), ("blue", "1E88E5"), ("purple", "8E24AA"), ("pink", "EC407A"),
    ("brown", "6D4C41"), ("grey", "757575"), ("white", "FFFFFF"), ("black", "000000"),
  ]

  /// `RRGGBB`, as the protocol has it, for a name, or for six hexadecimal digits with or without the mark; nil for anything else.
  static func digits(_ text: String) -> String? {
    let name = text.lowercased() == "gray" ? "grey" : text.lowercased()
    if let known = all.first(where: { $0.name == name }) { return known.digits }
    let digits = (text.hasPrefix("#") ? text.dropFirst() : text[...]).uppercased()
    guard digits.count == 6,
      digits.utf8.allSatisfy({ (0x30...0x39).contains($0) || (0x41...0x46).contains($0) })
    else { return nil }
    return digits
  }

  /// A name where there is one, else `#RRGGBB`.
  static func text(_ digits: String) -> String {
    all.first { $0.digits == digits.uppercased() }?.name ?? "#\(digits)"
  }

  /// Refuses a text that is neither a colour nor a word that removes one.
  static func check(_ text: String?) throws {
    guard let text, !text.isEmpty, !TakenBack.isMeant(by: text), digits(text) == nil else { return }
    throw ValidationError(refusal(text))
  }

  /// Message for a text that is no colour.
  static func refusal(_ text: String) -> String {
    "“\(text)” is not a colour; expected #rrggbb or a name: \(all.map(\.name).joined(separator: ", "))."
  }
}
