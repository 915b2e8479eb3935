import Testing

@testable import jukeboxd

@Suite("How long music has sounded")
struct UptimeTests {
  @Test func `only time in which something sounds counts`() {
    let uptime = Uptime()
    uptime.note(isSounding: false)
    #expect(uptime.playtime == .zero)
    uptime.note(isSounding: true)
    uptime.note(isSounding: false)
    let heard = uptime.playtime
    #expect(heard >= .zero && heard <= uptime.uptime)
    #expect(uptime.playtime == heard)
  }
}
