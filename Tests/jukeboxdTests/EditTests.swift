import Audio
import Control
import Library
import Model
import Player
import Support
import Testing

@testable import jukeboxd

@Suite("Effects of one event")
struct EditTests {
  private let box: Box

  init() throws { box = try Box(on: Shelf(), autoplay: .off) }

  private func tracks(_ names: String...) -> [TrackReference] {
    names.map { TrackReference(volume: VolumeID(high: 1, low: 2), path: Array($0.utf8)) }
  }

  @Test func `an edit is answered once, when it would survive a power cut`() throws {
    try box.core.start()
    var answers: [Refusal?] = []
    var kept: [EntryID] = []
    let box = box
    try box.core.controller.handle(.add(tracks("a", "b", "c"), at: .end)) { refusal in
      answers.append(refusal)
      kept = (try? box.afterPowerCut())?.saved.entries.map(\.id) ?? []
    }
    #expect(answers.isEmpty)
    try box.turn { !answers.isEmpty }
    #expect(kept == box.ids && kept.count == 3)

    // Of these two, one waits for two changes, the other for none.
    try box.core.controller.handle(.replaceQueue(tracks("d").map { QueueItem($0) })) { answers.append($0) }
    try box.core.controller.handle(.setVolume(20)) { answers.append($0) }
    #expect(answers == [nil, nil], "an event that edits nothing is answered at once")
    try box.turn { answers.count == 3 }
    try expectEqual(box.afterPowerCut().saved.entries.map(\.id), box.ids)

    try box.core.controller.handle(.clear) { answers.append($0) }
    box.stop()
    #expect(answers == [nil, nil, nil, nil], "each is answered once, what is under way at the end too")
  }

  @Test func `an edit that the store refuses is answered with a refusal, and the next one mends it`() throws {
    try box.core.start()
    // The disk does not have these places, so that nothing fits any more that comes behind.
    box.core.store.save([.remove(3..<5)], version: 2, nextID: 3) { _ in }
    var answers: [Refusal?] = []
    try box.core.controller.handle(.add(tracks("a"), at: .end)) { answers.append($0) }
    try box.turn { !answers.isEmpty }
    guard case .system = answers[0] else {
      Issue.record("answered with \(String(describing: answers[0]))")
      return
    }
    expectEqual(box.paths, ["a"])
    try box.core.controller.handle(.add(tracks("b"), at: .end)) { answers.append($0) }
    try box.turn { answers.count == 2 }
    #expect(answers[1] == nil)
    try expectEqual(box.afterPowerCut().saved.entries.map(\.id), box.ids)
    box.stop()
  }

  @Test func `an edit that the player refuses is refused to the one who made it, and changes nothing`() throws
  {
    try box.core.start()
    let before = box.announced.count
    #expect(throws: Refusal.badSongIndex) {
      try box.core.controller.handle(.delete(7..<8)) { _ in Issue.record("answered twice") }
    }
    expectEqual(box.announced.count, before)
    box.stop()
  }

  @Test func `an event inside an effect waits for the effect's end`() throws {
    try box.core.start()
    let controller = box.core.controller
    controller.report(.setVolume(20))
    var inside: [Int] = []
    box.core.announce = { subsystems in
      guard subsystems.contains(.mixer), inside.isEmpty else { return }
      controller.report(.setVolume(7))
      inside.append(controller.player.volume)
      controller.report(.changeVolume(by: 1))
      inside.append(controller.player.volume)
    }
    try controller.handle(.setVolume(50))
    expectEqual(inside, [50, 50])
    #expect(controller.player.volume == 8, "then in the order in which they came")

    inside = []
    controller.report(.setVolume(60))
    expectEqual(inside, [60, 60])
    expectEqual(controller.player.volume, 8)
    box.stop()
  }

  @Test func `the engine gets an event's effect before that of its echo`() throws {
    try box.core.start()
    let controller = box.core.controller
    var volumes: [Int] = []
    box.core.announce = { [core = box.core] subsystems in
      guard subsystems.contains(.mixer) else { return }
      volumes.append(core.engine.volume)
      if volumes.count == 1 { controller.report(.setVolume(30)) }
    }
    controller.report(.setVolume(20))
    expectEqual(volumes, [20, 30])
    box.stop()
  }

  /// A case that is new makes this not compile: it needs a line below, and a handler.
  private static func isSampled(_ effect: Effect) -> Bool {
    switch effect {
    case .start, .setNext, .pause, .resume, .stop, .runOut, .seek, .setLoop, .setVolume, .setMuted, .setFade,
      .save, .changed, .heard, .fillQueue, .mix, .toggleFavourite, .rate, .stepCue,
      .atLimit, .signal, .perform, .nothingPlays, .skipped, .gaveUp:
      true
    }
  }

  @Test func `each effect of the player has a handler`() throws {
    try box.core.start()
    let volume = VolumeID(high: 1, low: 2)
    let track = TrackReference(volume: volume, path: Array("a.mp3".utf8))
    let entry = QueueEntry(id: EntryID(rawValue: 1), track: track)
    let stamped = StampedEntry(serial: PlaySerial(rawValue: 1), entry: entry)
    let heard = HeardReport(playing: 1, track: track, heard: .seconds(1))
    let folder = FolderReference(of: track)
    let samples: [Effect] = [
      .start(stamped, at: .zero, paused: true), .setNext(nil), .pause, .resume, .stop, .runOut,
      .seek(stamped.serial, to: .zero), .setLoop(stamped.serial, nil), .setVolume(1), .setMuted(true),
      .setFade(1), .save(.order), .save(.settings), .save(.position),
      .save(.queue(.clear)),
      .save(.folder(folder, FolderPoint(track: track.path, elapsed: .zero, isAtEnd: false, sequence: 1))),
      .changed(.player),
      .heard(heard), .fillQueue(volume), .perform(.preset(1)), .perform(.playNamed("a")), .mix(1, track),
      .toggleFavourite(track), .rate(track, 1), .stepCue(entry, from: .zero, forward: true), .atLimit,
      .signal(.limit),
      .perform(.pad("a")), .perform(.padRelease("a")), .perform(.announce("a")), .perform(.padStop),
      .perform(.record), .perform(.recordKeep), .perform(.shutdown),
      .perform(.hotspot),
      .nothingPlays(.next), .skipped(entry, reason: "a"), .gaveUp(reason: "a"),
    ]
    for effect in samples {
      #expect(Self.isSampled(effect) && box.core.dispatch.handle(effect), "\(effect)")
    }
    box.stop()
  }
}
