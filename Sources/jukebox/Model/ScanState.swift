/// How far the running scans are.
struct ScanState: Encodable, Equatable {
  var isRunning: Bool
  var volumes: [Volume]

  struct Volume: Encodable, Equatable {
    var name: String
    /// Files found so far.
    var found: Int
    /// Files of which it is decided whether they are music.
    var examined: Int
    /// Files that had to be opened.
    var opened: Int
    /// Whether all files have been found.
    var isWalkOver: Bool
  }

  init(_ answer: Answer) {
    isRunning = answer["updating_db"] != nil
    volumes = answer.items(beginningWith: "volume").map { item in
      Volume(
        name: item["volume"] ?? "", found: item["found"].flatMap { Int($0) } ?? 0,
        examined: item["examined"].flatMap { Int($0) } ?? 0,
        opened: item["opened"].flatMap { Int($0) } ?? 0, isWalkOver: item["complete"] == "1")
    }
  }

  var found: Int { volumes.reduce(0) { $0 + $1.found } }
  var examined: Int { volumes.reduce(0) { $0 + $1.examined } }
  var opened: Int { volumes.reduce(0) { $0 + $1.opened } }
  /// 0 to 1; nil while it isn't known how much there is.
  var share: Double? {
    guard !volumes.isEmpty, volumes.allSatisfy(\.isWalkOver) else { return nil }
    return found == 0 ? 1 : min(1, Double(examined) / Double(found))
  }
}
