import Support
import Testing

@testable import Library
@testable import LibrarySupport

@Suite struct CommitScheduleTests {
  @Test func `changes wait for the commit that is under way, and a lazy one for its time`() {
    var schedule = CommitSchedule()
    expectEqual(schedule.next(isUrgent: false, isLazy: false), .none)
    expectEqual(schedule.next(isUrgent: false, isLazy: true), .schedule)
    expectEqual(schedule.next(isUrgent: false, isLazy: true), .none)
    expectEqual(schedule.next(isUrgent: true, isLazy: true), .commit)
    schedule.begin()
    expectEqual(schedule.next(isUrgent: true, isLazy: true), .none)
    #expect(schedule.isDue() == false)
    schedule.ended(weight: 0)
    expectEqual(schedule.next(isUrgent: false, isLazy: true), .schedule)
    #expect(schedule.isDue() == true)
  }

  @Test func `a flush is owed for what a command list has changed, once`() {
    var schedule = CommitSchedule()
    #expect(schedule.addEdit(weight: 1) == true)
    #expect(schedule.addPosition() == true)
    #expect(schedule.takeFlush() == nil)
    schedule.defersFlush = true
    #expect(schedule.addPosition() == false)
    #expect(schedule.takeFlush() == false)
    #expect(schedule.addEdit(weight: 1) == false)
    #expect(schedule.takeFlush() == true)
    #expect(schedule.takeFlush() == nil)
  }

  @Test func `command lists wait for room, and an edit without any is refused`() {
    var schedule = CommitSchedule()
    var continued = 0
    #expect(schedule.addEdit(weight: PendingBoxWrites.roomyWeight) != nil)
    #expect(schedule.hasRoom == false)
    schedule.add { continued += 1 }
    #expect(schedule.takeWaiters().isEmpty == true)
    #expect(schedule.addEdit(weight: PendingBoxWrites.mostWeight) != nil)
    #expect(schedule.addEdit(weight: 1) == nil)
    schedule.ended(weight: PendingBoxWrites.mostWeight + 1)
    for waiter in schedule.takeWaiters() { waiter() }
    expectEqual(continued, 1)
    #expect(schedule.hasRoom == true)
    #expect(schedule.takeWaiters().isEmpty == true)
  }
}
