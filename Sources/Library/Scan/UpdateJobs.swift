/// The numbers of update jobs, and on how many volumes each still runs.
struct UpdateJobs {
  private var next: UInt32 = 1
  private var open: [UInt32: Int] = [:]

  /// The oldest job that still runs.
  var running: UInt32? { open.keys.min() }

  mutating func begin(parts: Int) -> UInt32 {
    defer { next = next == .max ? 1 : next + 1 }
    open[next] = parts
    return next
  }

  /// - Returns: whether that was the job's last part.
  mutating func endPart(of job: UInt32) -> Bool {
    guard let parts = open[job] else { return false }
    open[job] = parts > 1 ? parts - 1 : nil
    return parts <= 1
  }
}
