import Support
import Testing

@testable import jukeboxd

@Suite("Play time")
struct UptimeTests {
  @Test func `time counts only while something sounds`() {
    let playTime = PlayTime()
    playTime.note(isSounding: false)
    expectEqual(playTime.playtime, .zero)
    playTime.note(isSounding: true)
    playTime.note(isSounding: false)
    let heard = playTime.playtime
    #expect(heard >= .zero && heard <= playTime.uptime)
    expectEqual(playTime.playtime, heard)
  }
}
