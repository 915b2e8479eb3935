public import Model

/// Quiet hours, budget and lock of the box. Loop thread only; completions are called on the loop, once.
public protocol Family: AnyObject {
  /// By their numbers; whether they hold now.
  var quietHours: [(hours: QuietHours, isActive: Bool)] { get }
  /// - Parameter completion: gets the number that the box gave it once that would survive a power cut.
  func add(_ hours: QuietHours, completion: @escaping Completion<Int>)
  /// - Parameter hours: with the number of the one that it replaces.
  func change(_ hours: QuietHours, completion: @escaping (Refusal?) -> Void)
  func removeQuietHours(_ id: Int, completion: @escaping (Refusal?) -> Void)

  var budget: (rules: BudgetRules, count: BudgetCount) { get }
  /// - Parameter minutes: nil: no limit on these days.
  func setBudget(_ minutes: Int?, on days: Set<Weekday>, completion: @escaping (Refusal?) -> Void)

  func setLocked(_ isLocked: Bool, completion: @escaping (Refusal?) -> Void)
}
