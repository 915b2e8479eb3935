import CLinux
import Linux
import Support
import Testing

@testable import Library

@Suite("Times of files") struct TimeShiftTests {
  private static let second: Int64 = 1_000_000_000
  private static let hour = 3600 * second
  private static let noon = 1_700_000_000 * second

  private func judge(_ times: [(known: Int64, now: Int64)], isPossible: Bool = true) -> [TimeShift.Verdict] {
    var shift = TimeShift(isPossible: isPossible)
    return times.map { shift.judge(known: $0.known, now: $0.now) }
  }

  @Test(arguments: [1, -1, 2, 5, 14, -12, 26, -26])
  func `a shift of whole hours, and two seconds, is no change`(hours: Int64) {
    let (noon, shift) = (Self.noon, hours * Self.hour)
    #expect(
      judge([
        (noon, noon + shift), (noon, noon + shift + 2 * Self.second), (noon + 7, noon + shift - Self.second),
      ]) == [.shifted, .shifted, .shifted])
    #expect(judge([(noon, noon + shift)], isPossible: false) == [.changed])
  }

  @Test func `quarters of an hour are a zone's too, anything else is a change`() {
    let (noon, second) = (Self.noon, Self.second)
    for seconds: Int64 in [345 * 60, 30 * 60, -15 * 60, 2, 1, -2] {
      #expect(judge([(noon, noon + seconds * second)]) == [.shifted], "\(seconds)")
    }
    for seconds: Int64 in [3, -3, 60, 3597, 3603, 27 * 3600, 86_400 * 30, 14 * 60] {
      #expect(judge([(noon, noon + seconds * second)]) == [.changed], "\(seconds)")
    }
  }

  @Test func `the first file decides for all of them`() {
    let (noon, hour) = (Self.noon, Self.hour)
    #expect(
      judge([(noon, noon + hour), (noon, noon), (noon, noon + 2 * hour), (noon, noon + hour)]) == [
        .shifted, .same, .changed, .shifted,
      ])
    #expect(
      judge([(noon, noon), (noon, noon + hour), (noon, noon + Self.second), (noon, noon + 2)]) == [
        .same, .changed, .shifted, .shifted,
      ])
    // One that has changed says nothing.
    #expect(judge([(noon, noon + 77 * Self.second), (noon, noon + hour)]) == [.changed, .shifted])
  }

  @Test func `times that a stick makes up overflow nothing`() {
    let extremes: [Int64] = [.min, .min + 1, -1, 0, 1, .max - 1, .max]
    for known in extremes {
      for now in extremes {
        for first in [(Self.noon, Self.noon), (Self.noon, Self.noon + Self.hour), (known, now)] {
          let verdicts = judge([first, (known, now)])
          #expect(verdicts[1] == .same || known != now)
        }
      }
    }
  }

  /// Scans a folder twice as if it were FAT's, or not, after `change`; gives how many files each scan opened.
  private func opened(isFAT: Bool, change: (Stick) -> Void) throws -> [Int] {
    let stick = try Stick([
      "a/1.mp3": FakeFiles.content(title: "1"), "a/2.mp3": FakeFiles.content(title: "2"),
      "b/3.mp3": FakeFiles.content(title: "3"),
    ])
    let times = ["a/1.mp3", "a/2.mp3", "b/3.mp3"]
    for path in times { stick.setModified(path, seconds: 1_700_000_000) }
    let bench = try Bench()
    _ = try bench.mount(stick.path)
    change(stick)
    return [try bench.scanDirectly(isFAT: isFAT), try bench.scanDirectly(isFAT: isFAT)]
  }

  @Test func `a shifted volume is not read again, and its rows' times are brought up to date`() throws {
    let paths = ["a/1.mp3", "a/2.mp3", "b/3.mp3"]
    let shift: (Stick) -> Void = { stick in
      for path in paths { stick.setModified(path, seconds: 1_700_000_000 + 7200) }
    }
    #expect(try opened(isFAT: true, change: shift) == [0, 0])
    #expect(try opened(isFAT: false, change: shift) == [3, 0])
    // One that was written to meanwhile is read, whatever its time.
    let both = try opened(isFAT: true) { stick in
      shift(stick)
      stick.write("a/2.mp3", FakeFiles.content(title: "longer"))
      stick.setModified("a/2.mp3", seconds: 1_700_000_000 + 7200)
      stick.write("b/3.mp3", FakeFiles.content(title: "4"))
      stick.setModified("b/3.mp3", seconds: 1_700_000_100)
    }
    #expect(both == [2, 0])
  }

  @Test func `where the first shifted file has another content, nothing is taken for shifted`() throws {
    let opened = try opened(isFAT: true) { stick in
      // New tags in the room of the old ones, written an hour later.
      for (number, path) in ["a/1.mp3", "a/2.mp3", "b/3.mp3"].enumerated() {
        stick.write(path, FakeFiles.content(title: "\(number + 7)"))
        stick.setModified(path, seconds: 1_700_000_000 + 3600)
      }
    }
    #expect(opened == [3, 0])
  }
}
