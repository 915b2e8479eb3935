public import Model

/// The cards that the box itself remembers, each as a value by name: those of streams and actions, and of the playlist that
/// the jukebox makes.
public enum BoxCards {
  private static let prefix = "card "
  private static let separator: Character = "\t"

  public static func name(of number: CardNumber) -> String { prefix + number.description }

  /// nil for a card that is stored on the volume of its music.
  public static func value(of card: CardBinding) -> BoxValue? {
    let (kind, target): (String, String)
    switch card.target {
    case .stream(let stream): (kind, target) = ("stream", stream)
    case .action(let action): (kind, target) = ("action", action.description)
    case .playlist(.lovelySongs, let name): (kind, target) = ("playlist", name)
    case .playlist, .folder, .song: return nil
    }
    let options = card.options
    return .text(
      [
        kind, target, options.name ?? "", options.again?.rawValue ?? "", options.away?.rawValue ?? "",
        options.volume.map { "\($0)" } ?? "", options.order.rawValue,
        options.repeatMilliseconds.map { "\($0)" } ?? "", options.isWhenLocked ? "yes" : "",
      ].joined(separator: "\t"))
  }

  /// Reads what the box remembered; what makes no sense is left out.
  public static func all(in values: [String: BoxValue]) -> [CardNumber: CardBinding] {
    var cards: [CardNumber: CardBinding] = [:]
    for (name, value) in values where name.hasPrefix(prefix) {
      guard let number = CardNumber(name.dropFirst(prefix.count)), case .text(let text) = value,
        let card = card(number, text)
      else { continue }
      cards[number] = card
    }
    return cards
  }

  private static func card(_ number: CardNumber, _ text: String) -> CardBinding? {
    let parts = text.split(separator: separator, omittingEmptySubsequences: false).map(String.init)
    guard parts.count >= 6 else { return nil }
    let target: CardBinding.Target
    switch parts[0] {
    case "playlist": target = .playlist(.lovelySongs, name: PlaylistID.lovelySongsName)
    case "stream": target = .stream(parts[1])
    case "action":
      guard let action = Action(parts[1]) else { return nil }
      target = .action(action)
    default: return nil
    }
    var options = CardOptions()
    options.name = parts[2].isEmpty ? nil : parts[2]
    options.again = CardAgain(rawValue: parts[3])
    options.away = CardAway(rawValue: parts[4])
    options.volume = Int(parts[5])
    // Earlier versions stored fewer.
    if parts.count > 6 { options.order = CardOrder(rawValue: parts[6]) ?? .album }
    if parts.count > 8 {
      options.repeatMilliseconds = Int(parts[7]).flatMap {
        CardOptions.repeatMillisecondLimits.contains($0) ? $0 : nil
      }
      options.isWhenLocked = parts[8] == "yes"
    }
    return CardBinding(number, target, options)
  }
}
