/// How far a volume's database is: of it and its copy the later one counts. What people changed decides; results of
/// analyses alone make none later than what somebody changed elsewhere.
struct VolumeStanding: Comparable {
  var changes: Int64
  var analyses: Int64

  static func < (first: VolumeStanding, second: VolumeStanding) -> Bool {
    (first.changes, first.analyses) < (second.changes, second.analyses)
  }
}
