/// A set of tags in one word: which tags a client wants to see.
public struct TagSet: Hashable, Sendable {
  private var bits: UInt64 = 0

  public init(_ tags: some Sequence<Tag> = []) {
    for tag in tags { insert(tag) }
  }

  public static let all = TagSet(Tag.allCases)

  public func contains(_ tag: Tag) -> Bool { bits & Self.bit(tag) != 0 }
  public mutating func insert(_ tag: Tag) { bits |= Self.bit(tag) }
  public mutating func remove(_ tag: Tag) { bits &= ~Self.bit(tag) }
  public func intersection(_ other: TagSet) -> TagSet {
    var result = self
    result.bits &= other.bits
    return result
  }

  public func union(_ other: TagSet) -> TagSet {
    var result = self
    result.bits |= other.bits
    return result
  }

  private static func bit(_ tag: Tag) -> UInt64 { 1 << UInt64(places[tag] ?? 63) }
  private static let places = Dictionary(uniqueKeysWithValues: Tag.allCases.enumerated().map { ($1, $0) })
}
