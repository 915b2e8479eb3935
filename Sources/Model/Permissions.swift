/// Rights of a client, as in MPD. Write them as names separated by commas.
public struct Permissions: OptionSet, Hashable, Sendable, CustomStringConvertible {
  public let rawValue: UInt8

  public init(rawValue: UInt8) { self.rawValue = rawValue }

  public static let read = Permissions(rawValue: 1)
  public static let add = Permissions(rawValue: 2)
  public static let player = Permissions(rawValue: 4)
  public static let control = Permissions(rawValue: 8)
  public static let admin = Permissions(rawValue: 16)
  public static let all: Permissions = [.read, .add, .player, .control, .admin]

  private static let names: [(name: String, permission: Permissions)] = [
    ("read", .read), ("add", .add), ("player", .player), ("control", [.control, .player]), ("admin", .admin),
  ]

  /// The texts that `init` reads, for messages.
  public static let expected = "all, none, or some of \(names.map(\.name).joined(separator: ","))"

  /// Reads `all`, `none`, or names such as `read,add,control`; `control` includes `player`, as in MPD.
  public init?(_ text: some StringProtocol) {
    self = text == "all" ? .all : []
    if text == "all" || text == "none" { return }
    for word in text.split(separator: ",", omittingEmptySubsequences: false) {
      let name = word.drop { $0 == " " }
      guard let known = Self.names.first(where: { $0.name == name }) else { return nil }
      formUnion(known.permission)
    }
  }

  public var description: String {
    if isEmpty || self == .all { return isEmpty ? "none" : "all" }
    return Self.names.filter { isSuperset(of: $0.permission) }.map(\.name).joined(separator: ",")
  }
}
