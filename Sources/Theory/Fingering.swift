/// The places at which a hand presses the strings for a chord.
public struct Fingering: Hashable, Sendable, CustomStringConvertible {
  /// For each string: nil is muted, 0 open.
  public let frets: [Int?]
  /// How many fingers press; a barre is one.
  public let fingers: Int
  /// The index finger across several strings.
  public let barre: Barre?

  public struct Barre: Hashable, Sendable {
    public let fret: Int
    /// From 0, by the order of the frets.
    public let strings: ClosedRange<Int>
  }

  /// nil where a hand can't play it: more than four fingers, or more than four frets.
  init?(_ frets: [Int?]) {
    let pressed = frets.compactMap { $0 }.filter { $0 > 0 }
    let (low, high) = (pressed.min() ?? 0, pressed.max() ?? 0)
    guard high - low < Self.mostFrets else { return nil }
    self.frets = frets
    let lowest = frets.indices.filter { low > 0 && frets[$0] == low }
    let isAcross =
      lowest.count > 1 && frets[lowest[0]...lowest[lowest.count - 1]].allSatisfy { ($0 ?? 0) >= low }
    // One finger lies flat where fingers are short, or where it is easier because no string is open.
    if isAcross, pressed.count > Self.mostFingers || !frets.contains(0) {
      barre = Barre(fret: low, strings: lowest[0]...lowest[lowest.count - 1])
      fingers = pressed.count - lowest.count + 1
    } else {
      barre = nil
      fingers = pressed.count
    }
    guard fingers <= Self.mostFingers else { return nil }
  }

  public static let mostFrets = 4
  public static let mostFingers = 4

  /// The lowest fret that is pressed; 0 where all strings are open.
  public var position: Int { frets.compactMap { $0 }.filter { $0 > 0 }.min() ?? 0 }

  var highest: Int { frets.compactMap { $0 }.max() ?? 0 }

  /// `x32010`; with dashes from the tenth fret on: `x-10-12-12-12-10`.
  public var description: String {
    frets.map { $0.map { "\($0)" } ?? "x" }.joined(separator: highest > 9 ? "-" : "")
  }
}
