import Model
import Support
import Testing

@testable import Control

@Suite struct PlaybackCommandTests {
  private func conversation() -> Conversation {
    let fake = FakeBackend()
    fake.fillQueue()
    return Conversation(fake)
  }

  @Test(arguments: [
    ("play", Event.play), ("play -1", .play), ("play 2", .playID(EntryID(rawValue: 3))),
    ("playid", .play), ("playid 4", .playID(EntryID(rawValue: 4))), ("pause", .togglePause),
    ("pause 1", .setPaused(true)), ("pause 0", .setPaused(false)), ("stop", .stop),
    ("seek 1 2.5", .seekID(EntryID(rawValue: 2), to: .milliseconds(2500))),
    ("seekid 1 7", .seekID(EntryID(rawValue: 1), to: .seconds(7))),
    ("seekid 1 1e300", .seekID(EntryID(rawValue: 1), to: .seconds(31_536_000))),
    ("setvol 30", .setVolume(30)), ("volume -7", .changeVolume(by: -7)), ("clearerror", .clearError),
  ])
  func `a command reaches the transport`(line: String, command: Event) {
    let conversation = conversation()
    expectEqual(conversation.ask(line), ["OK"])
    expectEqual(conversation.fake.performed, [command])
  }

  @Test(arguments: [
    ("seekcur 5", Event.seekCurrent(to: .seconds(5))),
    ("seekcur +1.5", .seekCurrentBy(.milliseconds(1500))), ("seekcur -2", .seekCurrentBy(.seconds(-2))),
    ("next", .next), ("previous", .previous),
  ])
  func `a command that needs a playing song is refused without one`(line: String, command: Event) {
    let conversation = conversation()
    let name = line.prefix { $0 != " " }
    #expect(conversation.ask(line) == ["ACK [55@0] {\(name)} Not playing"])
    conversation.fake.status.state = .play
    expectEqual(conversation.ask(line), ["OK"])
    expectEqual(conversation.fake.performed, [command, command])
  }

  @Test(arguments: [
    ("play 99", "2@0] {play} Bad song index"), ("play -5", "2@0] {play} Bad song index"),
    ("play x", "2@0] {play} Integer expected: x"),
    ("play 99999999999", "2@0] {play} Number too large: 99999999999"),
    ("play 99999999999999999999999", "2@0] {play} Number too large: 99999999999999999999999"),
    ("playid 77", "50@0] {playid} No such song"), ("playid -7", "50@0] {playid} No such song"),
    ("pause 2", "2@0] {pause} Boolean (0/1) expected: 2"),
    ("pause x", "2@0] {pause} Boolean (0/1) expected: x"),
    ("seek 99 1", "2@0] {seek} Bad song index"), ("seek 0 x", "2@0] {seek} Float expected: x"),
    ("seek -1 0", "2@0] {seek} Number too large: -1"),
    ("seek 0 -1", "2@0] {seek} Negative value not allowed: -1"),
    ("seekid 99 1", "50@0] {seekid} No such song"), ("seekcur +x", "2@0] {seekcur} Float expected: +x"),
    ("setvol 101", "2@0] {setvol} Number too large: 101"), ("setvol x", "2@0] {setvol} Integer expected: x"),
    ("setvol -1", "2@0] {setvol} Number too large: -1"),
    ("volume 101", "2@0] {volume} Number too large: 101"),
    ("volume -101", "2@0] {volume} Number too large: -101"),
    ("random 2", "2@0] {random} Boolean (0/1) expected: 2"),
    ("repeat", "2@0] {repeat} wrong number of arguments for \"repeat\""),
    ("single 3", "2@0] {single} Unrecognized single mode, expected 0, 1, or oneshot"),
    ("consume x", "2@0] {consume} Unrecognized consume mode, expected 0, 1, or oneshot"),
    ("crossfade x", "2@0] {crossfade} Integer expected: x"),
    ("crossfade -1", "2@0] {crossfade} Number too large: -1"),
    ("mixrampdb x", "2@0] {mixrampdb} Float expected: x"),
    ("mixrampdelay x", "2@0] {mixrampdelay} Float expected: x"),
    ("replay_gain_mode x", "2@0] {replay_gain_mode} Unrecognized replay gain mode"),
  ])
  func `a bad argument is named`(line: String, answer: String) {
    let conversation = conversation()
    expectEqual(conversation.ask(line), ["ACK [" + answer])
    #expect(conversation.fake.performed.isEmpty)
  }

  @Test func `a stopped player's status is short`() {
    expectEqual(
      Conversation().ask("status"),
      [
        "volume: 0", "repeat: 0", "random: 0", "single: 0", "consume: 0", "partition: default", "playlist: 1",
        "playlistlength: 0", "mixrampdb: 0", "state: stop", "lastloadedplaylist: ",
        "clock: unknown", "OK",
      ])
  }

  @Test func `a playing player's status has all fields`() {
    let conversation = conversation()
    let fake = conversation.fake
    fake.status.state = .play
    fake.status.volume = 55
    fake.status.current = .init(position: 1, id: EntryID(rawValue: 2))
    fake.status.next = .init(position: 2, id: EntryID(rawValue: 3))
    fake.status.elapsed = .milliseconds(1501)
    fake.status.length = .milliseconds(20_499)
    fake.status.bitrate = 341
    fake.status.format = AudioFormat(rate: 44_100, sample: .bits(16), channels: 2)
    fake.status.error = "no sound"
    fake.runningJob = 3
    for line in [
      "repeat 1", "random 1", "single oneshot", "consume 1", "crossfade 4", "mixrampdb -17.5",
      "mixrampdelay 2",
      "replay_gain_mode album",
    ] {
      expectEqual(conversation.ask(line), ["OK"])
    }
    expectEqual(
      conversation.ask("status"),
      [
        "volume: 55", "repeat: 1", "random: 1", "single: oneshot", "consume: 1", "partition: default",
        "playlist: 2",
        "playlistlength: 4", "mixrampdb: -17.5", "state: play", "lastloadedplaylist: ", "xfade: 4",
        "mixrampdelay: 2", "clock: unknown",
        "song: 1", "songid: 2", "time: 2:20", "elapsed: 1.501", "bitrate: 341", "duration: 20.499",
        "audio: 44100:16:2", "updating_db: 3", "error: no sound", "nextsong: 2", "nextsongid: 3", "OK",
      ])
    expectEqual(conversation.ask("replay_gain_status"), ["replay_gain_mode: album", "OK"])
    expectEqual(conversation.ask("getvol"), ["volume: 55", "OK"])
  }

  @Test func `mute silences the output, and restores the volume`() {
    let conversation = conversation()
    conversation.fake.status.volume = 40
    for (line, muted) in [("mute", 1), ("mute", 0), ("mute 1", 1), ("mute 1", 1), ("mute 0", 0)] {
      #expect(conversation.ask(line) == ["muted: \(muted)", "OK"], "\(line)")
      let status = conversation.ask("status")
      #expect(
        status.first == "volume: \(muted == 1 ? 0 : 40)" && conversation.ask("getvol") == [status[0], "OK"])
      let told = status.filter { $0.contains("muted") }
      #expect(told == (muted == 1 ? ["muted: 1", "unmutedvolume: 40"] : []), "\(line)")
    }
    #expect(conversation.ask("mute 2").first?.hasPrefix("ACK [2@0] {mute} ") == true)
  }

  @Test func `the current song is sent with its place`() {
    let conversation = conversation()
    expectEqual(conversation.ask("currentsong"), ["OK"])
    _ = conversation.ask("play 1")
    expectEqual(
      conversation.ask("currentsong"),
      [
        "file: a/02.flac", "Last-Modified: 2026-11-21T02:24:48Z", "Format: 44100:16:2", "Title: T2",
        "Artist: x y",
        "Album: Al", "Track: 2", "Time: 20", "duration: 20.000", "Pos: 1", "Id: 2", "OK",
      ])
  }

  @Test func `a current song that is not known yet is asked of the library`() {
    let conversation = conversation()
    _ = conversation.ask("play 1")
    let known = conversation.ask("currentsong")
    conversation.fake.knowsCurrentSong = false
    expectEqual(conversation.ask("currentsong"), known)
  }
}
