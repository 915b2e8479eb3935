/// How often the database of a volume had to be rebuilt since the volume is present, and what is to be done
/// with the one that comes after it.
struct Recoveries {
  /// Limit of rebuilds: a database that breaks repeatedly has a cause that a new one doesn't remove.
  static let mostRebuilds = 3
  var rebuilds = 0

  /// Job to retry on the replacement database; its caller still waits.
  var retryJob: JobQueue<VolumeStore>.Job?
  /// Its file was deleted, which was reported.
  var isDeleted = false
  /// The volume's folder itself was deleted, which was reported.
  var isRootGone = false
}
