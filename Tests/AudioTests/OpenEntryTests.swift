import Linux
import Support
import Testing

@testable import Audio

@Suite struct FeedTrackTests {
  private func track(rate: Int) -> OpenEntry {
    OpenEntry(
      entry: EngineEntry(serial: EntrySerial(rawValue: 1)) { () throws(SystemError) in
        throw SystemError(.noSuchFile, call: "openat")
      }, ordinal: 0,
      decoder: EntryDecoder(SyntheticDecoder(SyntheticDecoder.Plan(serial: 1, frames: 10, rate: rate))))
  }

  @Test func `a time is the frame nearest to it`() {
    expectEqual(track(rate: 44_100).frame(at: .seconds(2)), 88_200)
    expectEqual(track(rate: 44_100).frame(at: .nanoseconds(11_337)), 0)
    expectEqual(track(rate: 44_100).frame(at: .nanoseconds(11_339)), 1)
    expectEqual(track(rate: 48_000).frame(at: .seconds(-1)), 0)
  }

  @Test(arguments: [8_000, 44_100, 384_000])
  func `a time as long as no file is beyond every frame`(rate: Int) {
    let last = Int64.max / Int64(rate)
    for seconds in [last - 1, last, last + 1, .max] {
      let time = Duration(secondsComponent: seconds, attosecondsComponent: 999_999_999_999_999_999)
      #expect(track(rate: rate).frame(at: time) > Int64(1) << 61)
    }
  }
}
