import Model

@testable import Control

final class FakeAlarms: Alarms {
  var alarms: [AlarmReport] = []
  var isRinging = false
  var snoozeRest: Duration?
  var refusal: Refusal?

  func add(_ alarm: Alarm, completion: @escaping Completion<Int>) {
    if let refusal { return completion(.failure(refusal)) }
    var added = Alarm(id: alarms.count + 1, minute: alarm.minute, days: alarm.days)
    (added.content, added.volume) = (alarm.content, alarm.volume)
    (added.fadeSeconds, added.lengthMinutes) = (alarm.fadeSeconds, alarm.lengthMinutes)
    alarms.append(AlarmReport(added))
    completion(.success(added.id))
  }

  func set(_ alarm: Alarm, completion: @escaping (Refusal?) -> Void) {
    if refusal == nil, let place = alarms.firstIndex(where: { $0.alarm.id == alarm.id }) {
      alarms[place].alarm = alarm
    }
    completion(refusal)
  }

  func remove(_ id: Int, completion: @escaping (Refusal?) -> Void) {
    alarms.removeAll { $0.alarm.id == id }
    completion(nil)
  }

  func snooze() throws(Refusal) { if !isRinging { throw .failed(.notRinging, "No alarm rings") } }
  func stop() throws(Refusal) {
    try snooze()
    isRinging = false
  }
}
