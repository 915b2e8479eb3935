import Model
import Player
import Support
import Testing

@Suite struct GestureTests {
  @Test func `previous restarts after three seconds, before that it goes back`() throws {
    var rig = try Rig(3)
    try rig.send(.playPosition(1))
    try rig.sounds()
    rig.pass(.seconds(4))
    try expectEqual(rig.acts(.perform(.previous)), "seek 0.0, changed player")
    rig.pass(.seconds(2))
    try expectEqual(rig.acts(.perform(.previous)), "start 1, next 2, changed player")
    // The protocol's goes back at any time.
    try rig.send(.playPosition(1))
    try rig.sounds()
    rig.pass(.seconds(50))
    try expectEqual(rig.acts(.previous), "start 1, next 2, changed player")
  }

  @Test func `toggle plays, pauses, resumes`() throws {
    var rig = try Rig(1)
    try expectEqual(rig.acts(.perform(.toggle)), "start 1, changed player")
    try expectEqual(rig.acts(.perform(.toggle)), "pause, changed player")
    try expectEqual(rig.acts(.perform(.toggle)), "resume, changed player")
    try expectEqual(rig.acts(.perform(.pause)), "pause, changed player")
    try expectEqual(rig.acts(.perform(.pause)), "")
    try expectEqual(rig.acts(.perform(.play)), "resume, changed player")
    try expectEqual(rig.acts(.perform(.stop)), "stop, changed player")
  }

  @Test func `gestures without sense do nothing, with an empty queue too`() throws {
    var rig = try Rig()
    for action: Action in [
      .play, .pause, .toggle, .stop, .next, .previous, .nextFolder, .previousFolder, .seek(seconds: 5),
    ] {
      try expectEqual(rig.acts(.perform(action)), "")
    }
  }

  @Test func `gestures for a song apply to the current one, playing or not`() throws {
    var rig = try Rig(2)
    let acts = try rig.acts(.perform(.favourite), .perform(.rate(3)))
    expectEqual(acts, "nothing plays: favourite, nothing plays: rate 3")
    try rig.send(.playPosition(1))
    try expectEqual(rig.acts(.perform(.favourite)), "favourite a/2.flac")
    try expectEqual(rig.acts(.perform(.rate(0))), "rate a/2.flac 0")
    try rig.send(.stop)
    try expectEqual(rig.acts(.perform(.rate(10))), "rate a/2.flac 10")
    for (text, action) in [("favourite", Action.favourite), ("rate 0", .rate(0)), ("rate 10", .rate(10))] {
      #expect(Action(text) == action && action.description == text)
    }
    for text in ["rate", "rate 11", "rate -1", "rate x", "favourite 1"] { #expect(Action(text) == nil) }
  }

  @Test(arguments: [
    ("5", Int64(5)), ("", 0), ("x5", 0), (" \t-12 apples", -12), ("+3", 3), ("-", 0), ("1.9", 1), ("5e3", 5),
    ("99999999999999999999", .max), ("-99999999999999999999", .min), ("٣", 0),
  ])
  func `a text counts for the number that it begins with`(text: String, number: Int64) {
    expectEqual(LeadingNumber.of(text), number)
  }

  @Test func `next and previous play also while stopped`() throws {
    var rig = try Rig(3)
    try rig.send(.playPosition(1))
    try rig.send(.stop)
    try expectEqual(rig.acts(.perform(.next)), "start 3, changed player")
    try rig.send(.stop)
    try expectEqual(rig.acts(.perform(.previous)), "start 2, next 3, changed player")
  }

  @Test func `seeking goes by seconds and stays within the entry`() throws {
    var rig = try Rig(1)
    try rig.send(.play)
    try rig.sounds()
    rig.pass(.seconds(20))
    try expectEqual(rig.acts(.perform(.seek(seconds: 10))), "seek 30.0, changed player")
    try expectEqual(rig.acts(.perform(.seek(seconds: -86_400))), "seek 0.0, changed player")
    try expectEqual(rig.acts(.perform(.seek(seconds: 86_400))), "seek 100.0, changed player")
  }

  @Test func `folders are runs of entries that lie together`() throws {
    var rig = try Rig()
    let folders = ["x", "x", "y", "y", "z", "z"]
    try rig.send(.add(folders.enumerated().map { Rig.track($0.offset, folder: $0.element) }, at: .end))
    try rig.send(.playPosition(1))
    try rig.send(.perform(.nextFolder))
    expectEqual(rig.jukebox.currentPosition, 2)
    try rig.send(.perform(.nextFolder))
    expectEqual(rig.jukebox.currentPosition, 4)
    try expectEqual(rig.acts(.perform(.nextFolder)), "")
    try rig.send(.playPosition(5))
    try rig.send(.perform(.previousFolder))
    expectEqual(rig.jukebox.currentPosition, 2)
    try rig.send(.perform(.previousFolder))
    expectEqual(rig.jukebox.currentPosition, 0)
    try expectEqual(rig.acts(.perform(.previousFolder)), "")
    try rig.send(.setRepeat(true))
    try rig.send(.perform(.previousFolder))
    expectEqual(rig.jukebox.currentPosition, 4)
    try rig.send(.perform(.nextFolder))
    expectEqual(rig.jukebox.currentPosition, 0)
  }

  @Test func `the same folder name on another volume is another folder`() throws {
    var rig = try Rig(2)
    try rig.send(.add([Rig.track(3, volume: Rig.otherStick)], at: .end))
    try rig.send(.volumeArrived(Rig.otherStick))
    try rig.send(.play)
    try rig.send(.perform(.nextFolder))
    expectEqual(rig.currentID, 3)
  }

  @Test func `shuffle, repeat, preset and shutdown`() throws {
    var rig = try Rig(3)
    try rig.send(.perform(.shuffle))
    #expect(rig.jukebox.modes.random)
    try rig.send(.perform(.shuffle))
    #expect(!rig.jukebox.modes.random)
    try rig.send(.perform(.repeat))
    #expect(rig.jukebox.modes.repeat)
    try expectEqual(rig.acts(.perform(.preset(3))), "preset 3")
    try expectEqual(rig.acts(.perform(.mix(2))), "nothing plays: mix 2")
    try rig.send(.play)
    let playing = rig.jukebox.current.map { String(decoding: $0.track.path, as: UTF8.self) } ?? ""
    try expectEqual(rig.acts(.perform(.mix(2))), "mix 2 \(playing)")
    try rig.send(.setPaused(true))
    try expectEqual(rig.acts(.perform(.mix(1))), "mix 1 \(playing)")
    try expectEqual(rig.acts(.perform(.shutdown)), "shutdown")
  }

  @Test func `a preset replaces the queue and plays`() throws {
    var rig = try Rig(3)
    try rig.send(.play)
    let words = try rig.acts(.replaceQueue([Rig.track(7), Rig.track(8)].map { QueueItem($0) }))
    expectEqual(words, "stop, start 4, next 5, changed player+playlist")
    expectEqual(rig.ids, [4, 5])
    try expectEqual(rig.acts(.replaceQueue([])), "")
  }

  @Test func `actions have a text form, both ways`() {
    let all: [(String, Action)] = [
      ("play", .play), ("pause", .pause), ("toggle", .toggle), ("stop", .stop), ("next", .next),
      ("previous", .previous), ("next-folder", .nextFolder), ("previous-folder", .previousFolder),
      ("seek +10", .seek(seconds: 10)), ("seek -5", .seek(seconds: -5)), ("volume +5", .volume(percent: 5)),
      ("volume -2", .volume(percent: -2)), ("volume =0", .setVolume(0)), ("volume =20", .setVolume(20)),
      ("eq-bass +3", .equalise(.bass, by: 3)), ("speed +0.25", .changeSpeed(hundredths: 25)),
      ("speed 1.5", .speed(hundredths: 150)), ("sleep 30", .setSleep(.minutes(30))),
      ("sleep track", .setSleep(.track)),
      ("sleep album", .setSleep(.album)), ("play Audiobooks/Robin Hood", .playNamed("Audiobooks/Robin Hood")),
      ("pad Cow", .pad("Cow")), ("announce Sounds/door  bell.wav", .announce("Sounds/door  bell.wav")),
      ("mute", .mute), ("shuffle", .shuffle), ("repeat", .repeat),
      ("preset 3", .preset(3)), ("mix 1", .mix(1)), ("mix 3", .mix(3)), ("shutdown", .shutdown),
      ("lock", .lock), ("allow 30", .allow(minutes: 30)), ("budget +15", .giveBudget(minutes: 15)),
    ]
    for (text, action) in all {
      expectEqual(Action(text), action)
      expectEqual(action.description, text)
    }
    expectEqual(Action("seek  +10"), .seek(seconds: 10))
    for text in [
      "", "seek", "seek x", "seek 0", "seek 99999999999999999999", "volume 101", "preset 0", "preset -1",
      "mix", "mix 0", "mix 4", "next 1", "NEXT", "preset 3 4", "preset +3", "sleep 0", "rate 11", "speed 9",
    ] { #expect(Action(text) == nil, "\(text)") }
  }

  @Test(arguments: [
    (
      "volume 40",
      "volume can't be 40: volume +N or volume -N to change it by 1 to 100 (percent), or volume =N to set it to 0 to 100"
    ),
    (
      "volume",
      "volume lacks its value: volume +N or volume -N to change it by 1 to 100 (percent), or volume =N to set it to 0 to 100"
    ),
    (
      "volume =101",
      "volume can't be =101: volume +N or volume -N to change it by 1 to 100 (percent), or volume =N to set it to 0 to 100"
    ),
    ("seek 30", "seek can't be 30: seek +N or seek -N, N from 1 to 86400 (seconds)"),
    ("eq-bass 3", "eq-bass can't be 3: eq-bass +N or eq-bass -N, N from 1 to 24 (dB)"),
    ("eq-treble +99", "eq-treble can't be +99: eq-treble +N or eq-treble -N, N from 1 to 24 (dB)"),
    ("sleep 9999", "sleep can't be 9999: sleep N, N from 1 to 1440 (minutes), sleep track or sleep album"),
    ("preset 1000", "preset can't be 1000: preset N, N from 1 to 999"),
    ("rate 11", "rate can't be 11: rate N, N from 0 to 10"),
    ("mix 4", "mix can't be 4: mix N, N from 1 to 3"),
    (
      "speed 9",
      "speed can't be 9: speed +X or speed -X to change it by 0.01 to 2.0, or speed X to set it to 0.25 to 2.0"
    ),
    ("next 1", "next takes no value: 1: next"), ("fly", "there is no action fly: \(Action.grammar)"),
  ])
  func `a wrong action is refused by its wrong part, with what is right there`(text: String, expected: String)
  {
    let fault = #expect(throws: Action.Fault.self) { try Action(reading: text) }
    #expect(fault.map { "\($0.problem): \($0.expected)" } == expected)
  }

  @Test func `a button sets the volume, the sleep timer, plays what is named and announces`() throws {
    var rig = try Rig(2)
    try expectEqual(rig.acts(.perform(.setVolume(20))), "volume 20, changed mixer")
    try expectEqual(rig.acts(.perform(.playNamed("Audiobooks/Robin Hood"))), "play Audiobooks/Robin Hood")
    try expectEqual(rig.acts(.perform(.announce("Sounds/bell.wav"))), "announce Sounds/bell.wav")
    try rig.send(.play)
    try rig.send(.perform(.setSleep(.track)))
    #expect(rig.status.sleep != nil)
    try rig.send(.perform(.setSleep(.track)))
    #expect(rig.status.sleep == nil)
  }
}
