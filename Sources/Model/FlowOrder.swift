/// An order of songs in which neighbours go over into each other smoothly: near in tempo and on the wheel of fifths. The
/// first stays the first; each next one is the nearest that is left, then stretches are turned round where that is shorter
/// (2-opt; Croes 1958). Songs of which tempo or key is not known stand at the end, as they stood.
public enum FlowOrder {
  public typealias Song = (tempo: Double, key: MusicalKey)

  /// Number of songs that are improved further: the time grows with the square.
  private static let mostTurned = 400
  private static let mostRounds = 20

  /// - Returns: the old places, in the new order.
  public static func order(_ songs: [Song?]) -> [Int] {
    let known = songs.indices.filter { songs[$0] != nil }
    let unknown = songs.indices.filter { songs[$0] == nil }
    func song(_ place: Int) -> Song { songs[place] ?? (0, MusicalKey.all[0]) }
    guard var last = known.first else { return Array(unknown) }
    var path = [last]
    var left = Array(known.dropFirst())
    while !left.isEmpty {
      let next =
        left.indices.min { distance(song(last), song(left[$0])) < distance(song(last), song(left[$1])) } ?? 0
      last = left.remove(at: next)
      path.append(last)
    }
    if path.count <= mostTurned { turn(&path) { distance(song($0), song($1)) } }
    func length(_ places: [Int]) -> Double {
      zip(places, places.dropFirst()).reduce(0) { $0 + distance(song($1.0), song($1.1)) }
    }
    // The nearest song each time can lead to a longer path than that of before.
    return (length(path) <= length(known) ? path : Array(known)) + unknown
  }

  /// Turns stretches round as long as that makes the path shorter.
  private static func turn(_ path: inout [Int], _ distance: (Int, Int) -> Double) {
    for _ in 0..<mostRounds {
      var isShorter = false
      for start in 1..<max(1, path.count) {
        for end in start..<path.count where end > start {
          let before =
            distance(path[start - 1], path[start])
            + (end + 1 < path.count ? distance(path[end], path[end + 1]) : 0)
          let after =
            distance(path[start - 1], path[end])
            + (end + 1 < path.count ? distance(path[start], path[end + 1]) : 0)
          if after < before - 1e-9 {
            path[start...end].reverse()
            isShorter = true
          }
        }
      }
      if !isShorter { return }
    }
  }

  /// In percent of tempo: a step on the wheel counts 4, the other mode 2, another pulse 3.
  public static func distance(_ first: Song, _ second: Song) -> Double {
    let steps = (first.key.wheelHour - second.key.wheelHour + 12) % 12
    let ofKey = Double(min(steps, 12 - steps)) * 4 + (first.key.isMinor == second.key.isMinor ? 0 : 2)
    func percent(_ factor: Double) -> Double { abs(second.tempo * factor / max(first.tempo, 1) - 1) * 100 }
    return ofKey + min(percent(1), percent(2) + 3, percent(0.5) + 3)
  }
}
