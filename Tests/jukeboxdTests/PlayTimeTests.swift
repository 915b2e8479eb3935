import Testing

@testable import jukeboxd

@Suite("How long music has sounded")
struct UptimeTests {
  @Test func `only time in which something sounds counts`() {
    let playTime = PlayTime()
    playTime.note(isSounding: false)
    #expect(playTime.playtime == .zero)
    playTime.note(isSounding: true)
    playTime.note(isSounding: false)
    let heard = playTime.playtime
    #expect(heard >= .zero && heard <= playTime.uptime)
    #expect(playTime.playtime == heard)
  }
}
