/// How the times of a volume's files differ from those that its database has, where the file system keeps local time
/// (FAT): another time zone, or summer time, moves all of them by the same whole quarters of an hour, and times are
/// cut to two seconds. A value of one scan.
struct TimeShift {
  /// Both are files of FAT; else a time is the same, or the file has changed.
  let isPossible: Bool
  /// nil until a file of unchanged size has been judged; then the difference of its times.
  private var nanoseconds: Int64?
  /// Whether a shifted file was looked into and was the same.
  private(set) var isProven = false

  private static let quarterHour: Int64 = 900 * 1_000_000_000
  private static let step: Int64 = 2 * 1_000_000_000
  /// From the farthest west to the farthest east.
  private static let mostQuarterHours: Int64 = 26 * 4

  init(isPossible: Bool) { self.isPossible = isPossible }

  enum Verdict: Hashable {
    case same
    /// The same file, with a shifted time.
    case shifted
    case changed
  }

  /// Judges a file whose size is as in the database.
  ///
  /// The first one decides: if its time is equal there is no shift, and if it is shifted every other has to be by as
  /// much. So a file that was changed by chance after whole quarters of an hour is not taken for the same; the caller
  /// looks into the first shifted one (`isProven`).
  mutating func judge(known: Int64, now: Int64) -> Verdict {
    if known == now {
      nanoseconds = nanoseconds ?? 0
      return .same
    }
    let (difference, overflow) = now.subtractingReportingOverflow(known)
    guard isPossible, !overflow else { return .changed }
    guard let shift = nanoseconds ?? Self.shift(near: difference) else { return .changed }
    // Neither can overflow: a shift has a bound, and the rest is compared to one.
    let (rest, isFar) = difference.subtractingReportingOverflow(shift)
    guard !isFar, rest >= -Self.step, rest <= Self.step else { return .changed }
    nanoseconds = shift
    return .shifted
  }

  /// Some files have exactly the times of the database.
  mutating func noteSame() { nanoseconds = nanoseconds ?? 0 }

  /// What a look into the first shifted file has shown: where that has changed there is no shift.
  mutating func settle(isSame: Bool) {
    isProven = isSame
    if !isSame { nanoseconds = 0 }
  }

  /// A difference in whole quarters of an hour; nil if it is not whole.
  private static func shift(near difference: Int64) -> Int64? {
    let limit = mostQuarterHours * quarterHour + step
    guard difference >= -limit, difference <= limit else { return nil }
    let half = difference < 0 ? -quarterHour / 2 : quarterHour / 2
    let shift = (difference + half) / quarterHour * quarterHour
    return abs(difference - shift) <= step ? shift : nil
  }
}
