import Model

@testable import Control

/// Rules of a family in memory.
final class FakeFamily: Family {
  var quietHours: [(hours: QuietHours, isActive: Bool)] = []
  var budget = (rules: BudgetRules(), count: BudgetCount())
  private(set) var isLocked = false

  func add(_ hours: QuietHours, completion: @escaping Completion<Int>) {
    var hours = hours
    hours.id = quietHours.count + 1
    quietHours.append((hours, false))
    completion(.success(hours.id))
  }

  func change(_ hours: QuietHours, completion: @escaping (Refusal?) -> Void) {
    quietHours = quietHours.map { $0.hours.id == hours.id ? (hours, $0.isActive) : $0 }
    completion(nil)
  }

  func removeQuietHours(_ id: Int, completion: @escaping (Refusal?) -> Void) {
    quietHours.removeAll { $0.hours.id == id }
    completion(nil)
  }

  func setBudget(_ minutes: Int?, on days: Set<Weekday>, completion: @escaping (Refusal?) -> Void) {
    for day in days { budget.rules.minutes[day] = minutes }
    completion(nil)
  }

  func setLocked(_ isLocked: Bool, completion: @escaping (Refusal?) -> Void) {
    self.isLocked = isLocked
    completion(nil)
  }
}
