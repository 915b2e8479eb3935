/// How long music may sound on each day of the week.
public struct BudgetRules: Hashable, Sendable {
  /// In minutes; days without a limit are missing.
  public var minutes: [Weekday: Int] = [:]
  /// Whether folders that resume and podcasts count, too.
  public var countsSpeech = true

  public init(minutes: [Weekday: Int] = [:], countsSpeech: Bool = true) {
    (self.minutes, self.countsSpeech) = (minutes, countsSpeech)
  }

  public static let limits = 0...1440

  /// - Parameter day: nil where no clock says it, so that the strictest limit holds.
  public func minutes(on day: CalendarDay?) -> Int? {
    day.map { minutes[$0.weekday] } ?? minutes.values.min()
  }
}
