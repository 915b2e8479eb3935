/// The names among a command's arguments that can be written in several Unicode forms: those that hold more than ASCII, and
/// the folders of filters (`(base "Müller")`).
struct NameSpelling {
  private let arguments: [String]
  private let places: [Place]

  private struct Place {
    let argument: Int
    /// Within the argument; with the quotes.
    let range: Range<String.Index>
    let name: String
    let isQuoted: Bool
  }

  var names: [String] { places.map(\.name) }

  /// nil where there are no such names.
  init?(_ arguments: [String]) {
    self.arguments = arguments
    var places: [Place] = []
    for (index, text) in arguments.enumerated() where text.utf8.contains(where: { $0 >= 0x80 }) {
      if text.utf8.first == UInt8(ascii: "(") {
        if let (range, name) = Self.base(of: text) {
          places.append(Place(argument: index, range: range, name: name, isQuoted: true))
        }
      } else {
        var name = text
        while name.utf8.last == UInt8(ascii: "/") { name.unicodeScalars.removeLast() }
        name = MusicPath.normalized(name) ?? name
        places.append(
          Place(argument: index, range: text.startIndex..<text.endIndex, name: name, isQuoted: false))
      }
    }
    if places.isEmpty { return nil }
    self.places = places
  }

  /// The arguments with what was found instead of the names; nil where nothing was.
  func words(with found: [String?]) -> [String]? {
    if found.allSatisfy({ $0 == nil }) { return nil }
    var words = arguments
    for (place, name) in zip(places, found) {
      guard let name else { continue }
      words[place.argument].replaceSubrange(place.range, with: place.isQuoted ? Self.quoted(name) : name)
    }
    return words
  }

  private static func quoted(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      if scalar == "\"" || scalar == "\\" { quoted += "\\" }
      quoted.unicodeScalars.append(scalar)
    }
    return quoted + "\""
  }

  /// The quoted text that follows the word `base`.
  private static func base(of filter: String) -> (Range<String.Index>, String)? {
    let scalars = filter.unicodeScalars
    var place = scalars.startIndex
    var word = String.UnicodeScalarView()
    while place < scalars.endIndex {
      let scalar = scalars[place]
      if scalar == "\"" || scalar == "'" {
        let start = place
        var text = String.UnicodeScalarView()
        place = scalars.index(after: place)
        while place < scalars.endIndex, scalars[place] != scalar {
          if scalars[place] == "\\", scalars.index(after: place) < scalars.endIndex {
            place = scalars.index(after: place)
          }
          text.append(scalars[place])
          place = scalars.index(after: place)
        }
        guard place < scalars.endIndex else { return nil }
        let end = scalars.index(after: place)
        if String(word).lowercased() == "base" { return (start..<end, String(text)) }
        word = .init()
        place = end
        continue
      }
      if scalar == "(" || scalar == " " {
        if scalar == "(" { word = .init() }
      } else {
        word.append(scalar)
      }
      place = scalars.index(after: place)
    }
    return nil
  }
}
