import Configuration
import Control
import Model
import Player
import Support
import Testing

@testable import Library
@testable import jukeboxd

@Suite("Mix slots and presets")
struct ShortcutTests {
  private let shelf: Shelf

  init() throws {
    shelf = try Shelf()
    try shelf.make(
      "Stick",
      [
        "a/1.flac": "album/2-01 Solder.flac", "b/2.mp3": "album/1-02 Ratchet Rag.mp3",
        "b/3.ogg": "album/1-03 Lamp Oil.ogg",
      ])
  }

  private func started(state: TemporaryFolder? = nil) throws -> Box {
    let box = try Box(on: shelf, state: state, autoplay: .off)
    try box.core.start()
    return box
  }

  private func playlists(_ box: Box) throws -> [String: [String]] {
    var names: [PlaylistReport]?
    box.core.library.playlists.all { names = $0 }
    try box.turn { names != nil }
    var lists: [String: [String]] = [:]
    for info in names ?? [] {
      var page: Result<PlaylistEntries, Refusal>?
      box.core.library.playlists.entries(of: info.name) { page = $0 }
      try box.turn { page != nil }
      lists[info.name] = try page?.get().tracks.map { String(decoding: $0.path, as: UTF8.self) }
    }
    return lists
  }

  private func change(_ box: Box, _ name: String, _ change: PlaylistChange) throws {
    var answer: [Refusal?] = []
    box.core.library.playlists.change(name, change) { answer.append($0) }
    try box.turn { !answer.isEmpty }
    expectEqual(answer, [nil])
  }

  @Test func `a button adds the current song to a slot's playlist, and removes it again`() throws {
    let box = try started()
    try box.read("Stick")
    try box.core.controller.handle(
      .replaceQueue(box.tracks(["a/1.flac", "b/2.mp3"], of: "Stick").map { QueueItem($0) }))
    try box.turn { box.sounds() }
    let before = box.announced.count
    box.core.controller.report(.perform(.mix(2)))
    try box.turn { try playlists(box) == ["Mix 2": ["a/1.flac"]] }
    #expect(box.announced[before...].contains { $0.contains(.storedPlaylist) })
    // It is the slot that counts, not the name.
    try change(box, "Mix 2", .rename("Best"))
    try box.core.controller.handle(.next)
    try box.turn { box.current == "b/2.mp3" }
    let join = PlaybackAdapter(box.core, output: .null)
    var reports: [Result<MixOutcome, Refusal>] = []
    join.mix(slot: 2) { reports.append($0) }
    try box.turn { reports.count == 1 }
    let track = try #require(try box.tracks(["b/2.mp3"], of: "Stick").first)
    let uri = try #require(box.core.library.uri(of: track))
    try expectEqual(reports[0].get(), MixOutcome(playlist: "Best", uri: uri, step: .added))
    try expectEqual(playlists(box), ["Best": ["a/1.flac", "b/2.mp3"]])
    join.mix(slot: 2) { reports.append($0) }
    try box.turn { reports.count == 2 }
    try expectEqual(reports[1].get().step, .removed)
    try expectEqual(playlists(box), ["Best": ["a/1.flac"]])
    // Another playlist takes the slot over.
    try change(box, "Other", .write([], .create, [.slot(2)]))
    join.mix(slot: 2) { reports.append($0) }
    try box.turn { reports.count == 3 }
    try expectEqual(playlists(box), ["Best": ["a/1.flac"], "Other": ["b/2.mp3"]])
    try box.core.controller.handle(.stop)
    join.mix(slot: 2) { reports.append($0) }
    expectEqual(reports.last, .failure(.notPlaying))
    box.stop()
  }

  @Test func `the first press on a slot that no playlist has takes nothing out of the one that gets it`()
    throws
  {
    let box = try started()
    try box.read("Stick")
    let track = try #require(try box.tracks(["a/1.flac"], of: "Stick").first)
    try change(box, "Mix 1", .add([track], at: nil))
    try change(box, "Mix 1", .describeEntry(0, [.notes("mine")]))
    try box.core.controller.handle(.replaceQueue([QueueItem(track)]))
    try box.core.controller.handle(.play)
    try box.turn { box.sounds() }
    let join = PlaybackAdapter(box.core, output: .null)
    func mix() throws -> MixOutcome {
      var report: Result<MixOutcome, Refusal>?
      join.mix(slot: 1) { report = $0 }
      try box.turn { report != nil }
      return try #require(try report?.get())
    }
    let uri = try #require(box.core.library.uri(of: track))
    let before = box.announced.count
    try expectEqual(mix(), MixOutcome(playlist: "Mix 1", uri: uri, step: .kept, taken: .existing))
    try expectEqual(playlists(box), ["Mix 1": ["a/1.flac"]])
    try box.turn { box.announced[before...].contains { $0.contains(.storedPlaylist) } }
    // From then on it is as with any playlist of a slot, until somebody takes the slot back.
    try expectEqual(mix(), MixOutcome(playlist: "Mix 1", uri: uri, step: .removed))
    try change(box, "Mix 1", .describe([.slot(nil)]))
    try expectEqual(mix(), MixOutcome(playlist: "Mix 1", uri: uri, step: .added, taken: .existing))
    try change(box, "Mix 1", .describe([.slot(nil)]))
    try expectEqual(mix().step, .kept)
    try expectEqual(playlists(box), ["Mix 1": ["a/1.flac"]])
    box.stop()
  }

  @Test func `a bound or removed preset is announced`() throws {
    let box = try started()
    try box.read("Stick")
    try change(box, "Best", .write([], .create, []))
    let join = PlaybackAdapter(box.core, output: .null)
    func bind(_ playlist: String?) throws -> (refusal: Refusal?, isTold: Bool) {
      let before = box.announced.count
      var answers: [Refusal?] = []
      join.bind(preset: 3, to: playlist) { answers.append($0) }
      try box.turn { !answers.isEmpty }
      return (answers[0], box.announced[before...].contains { $0.contains(.storedPlaylist) })
    }
    #expect(try bind("Best") == (nil, true))
    #expect(try bind("none") == (.noSuchPlaylist, false))
    #expect(try bind(nil) == (nil, true))
    box.stop()
  }

  private func play(_ preset: Int, _ box: Box) throws -> Refusal? {
    let join = PlaybackAdapter(box.core, output: .null)
    var answers: [Refusal?] = []
    join.play(.preset(preset)) { answers.append($0) }
    try box.turn { !answers.isEmpty }
    expectEqual(answers.count, 1)
    return answers[0]
  }

  /// Presets 1 and 2 are of a stick each, and the first one's answers no question until `gate` is given something.
  private func presetsApart(gate: Answer<Int>) throws -> Box {
    try shelf.make("Zwei", ["z/9.flac": "album/2-01 Solder.flac"])
    let box = try started()
    let join = PlaybackAdapter(box.core, output: .null)
    for (number, (stick, path)) in [("Stick", "a/1.flac"), ("Zwei", "z/9.flac")].enumerated() {
      try box.read(stick)
      let tracks = try box.tracks([path], of: stick)
      try change(box, "of \(stick)", .write(tracks.map { PlaylistEntry($0) }, .create, []))
      var answers: [Refusal?] = []
      join.bind(preset: number + 1, to: "of \(stick)") { answers.append($0) }
      try box.turn { answers == [nil] }
    }
    let volume = try #require(box.volume("Stick").flatMap { box.core.library.open($0.id) })
    box.core.library.ask(volume, { (_) throws(StoreError) in gate.wait() }) { _ in }
    return box
  }

  /// Presses a preset, and turns the loop until its first page is asked for.
  private func begin(_ preset: Int, _ box: Box, _ completion: @escaping (Refusal?) -> Void) throws {
    box.core.playing.presets.play(.preset(preset), completion: completion)
    var isKnown = false
    box.core.library.playlists.all { _ in isKnown = true }
    try box.turn { isKnown }
  }

  @Test func `the later of two presets plays, though the other takes longer to read`() throws {
    let gate = Answer<Int>()
    let box = try presetsApart(gate: gate)
    var answers: [Refusal?] = []
    try begin(1, box) { answers.append($0) }
    #expect(try play(2, box) == nil)
    #expect(box.paths == ["z/9.flac"] && answers.isEmpty)
    gate.give(1)
    try box.turn { !answers.isEmpty }
    expectEqual(answers, [.overtaken])
    expectEqual(box.paths, ["z/9.flac"])
    // Once more, with nothing behind it.
    #expect(try play(1, box) == nil)
    expectEqual(box.paths, ["a/1.flac"])
    // One that has not begun yet is not read at all.
    box.core.playing.presets.play(.preset(2)) { answers.append($0) }
    #expect(try play(1, box) == nil)
    #expect(answers == [.overtaken, .overtaken] && box.paths == ["a/1.flac"])
    box.stop()
  }

  @Test(
    arguments: [
      .stop, .clear, .togglePause, .setPaused(true), .playPosition(0), .perform(.stop), .perform(.pause),
      .perform(.toggle), .perform(.nextFolder),
    ] as [Event])
  func `a preset that is still being read gives way to what is asked for later`(_ later: Event) throws {
    let gate = Answer<Int>()
    let box = try presetsApart(gate: gate)
    try box.core.controller.handle(.replaceQueue(box.tracks(["z/9.flac"], of: "Zwei").map { QueueItem($0) }))
    try box.turn { box.sounds() }
    var answers: [Refusal?] = []
    try begin(1, box) { answers.append($0) }
    try box.core.controller.handle(later)
    let (paths, transport) = (box.paths, box.player.transport)
    gate.give(1)
    try box.turn { !answers.isEmpty }
    expectEqual(answers, [.overtaken])
    #expect(box.paths == paths && box.player.transport == transport)
    box.stop()
  }

  @Test func `edits of the queue and seeks keep no preset from being played`() throws {
    let gate = Answer<Int>()
    let box = try presetsApart(gate: gate)
    let own = try box.tracks(["z/9.flac"], of: "Zwei")
    try box.core.controller.handle(.replaceQueue(own.map { QueueItem($0) }))
    try box.turn { box.sounds() }
    var answers: [Refusal?] = []
    try begin(1, box) { answers.append($0) }
    for event in [
      .add(own, at: .position(0)), .delete(0..<1), .seekCurrentBy(.milliseconds(100)), .changeVolume(by: -5),
      .setRandom(true), .perform(.mute),
    ] as [Event] {
      try box.core.controller.handle(event)
    }
    gate.give(1)
    try box.turn { !answers.isEmpty }
    expectEqual(answers, [nil])
    expectEqual(box.paths, ["a/1.flac"])
    box.stop()
  }

  @Test func `a preset with nothing to play is refused, and the queue stays`() throws {
    let box = try started()
    try box.read("Stick")
    try box.core.controller.handle(.replaceQueue(box.tracks(["a/1.flac"], of: "Stick").map { QueueItem($0) }))
    let why = "The preset is not bound, and no top folder has its number"
    try expectEqual(play(999, box), .emptyPreset(why))
    try change(box, "Empty", .write([], .create, []))
    let join = PlaybackAdapter(box.core, output: .null)
    for (name, why) in [
      ("Empty", "The playlist Empty has no songs"),
      (PlaylistID.lovelySongsName, "The playlist Lovely songs is empty"),
    ] {
      var bound: [Refusal?] = []
      join.bind(preset: 7, to: name) { bound.append($0) }
      try box.turn { !bound.isEmpty }
      expectEqual(bound, [nil])
      try expectEqual(play(7, box), .emptyPreset(why))
    }
    expectEqual(box.paths, ["a/1.flac"])
    box.stop()
  }

  @Test func `presets and buttons play folders and songs by their paths`() throws {
    let box = try started()
    try box.read("Stick")
    let stick = try #require(box.volume("Stick")?.name)
    let join = PlaybackAdapter(box.core, output: .null)
    func bind(_ preset: Int, _ name: String) throws -> Refusal? {
      var bound: [Refusal?] = []
      join.bind(preset: preset, to: name) { bound.append($0) }
      try box.turn { !bound.isEmpty }
      return bound[0]
    }
    // A shell that completes a folder's name ends it with a slash.
    #expect(try bind(1, "\(stick)/b/") == nil && bind(2, "\(stick)/b/3.ogg") == nil)
    try expectEqual(bind(3, "\(stick)/nosuch"), .noSuchPlaylist)
    try expectEqual(bind(3, "/"), .noSuchPlaylist)
    #expect(try play(1, box) == nil && box.paths == ["b/2.mp3", "b/3.ogg"])
    #expect(try play(2, box) == nil && box.paths == ["b/3.ogg"])
    func reports() throws -> [PresetReport]? {
      var reports: [PresetReport]?
      join.presets { reports = $0 }
      try box.turn { reports != nil }
      return reports
    }
    let bound = [
      PresetReport(number: 1, name: "\(stick)/b", kind: .path, isPresent: true),
      PresetReport(number: 2, name: "\(stick)/b/3.ogg", kind: .path, isPresent: true),
    ]
    try expectEqual(reports(), bound)
    try expectEqual(box.afterPowerCut().presets[1], PresetBinding(playlist: .path, name: "\(stick)/b"))
    // A playlist comes before a folder; what is neither changes nothing.
    box.core.controller.report(.perform(.playNamed("\(stick)/a")))
    try box.turn { box.paths == ["a/1.flac"] }
    box.core.controller.report(.perform(.playNamed("nosuch")))
    try change(box, "Evening", .add(try box.tracks(["b/2.mp3"], of: "Stick"), at: nil))
    box.core.controller.report(.perform(.playNamed("Evening")))
    try box.turn { box.paths == ["b/2.mp3"] }
    box.pull("Stick")
    try box.turn { try reports()?.map(\.isPresent) == [false, false] }
    try expectEqual(play(1, box), .emptyPreset("\(stick)/b is not there, or has no songs"))
    box.stop()
  }

  @Test
  func `a preset knows the last name of a playlist that is deleted, and no rename takes a new binding away`()
    throws
  {
    let box = try started()
    try box.read("Stick")
    for name in ["Party", "Other"] { try change(box, name, .write([], .create, [])) }
    let join = PlaybackAdapter(box.core, output: .null)
    var bound: [Refusal?] = []
    for (preset, name) in [(1, "Party"), (2, "Party"), (3, "Other")] {
      join.bind(preset: preset, to: name) { bound.append($0) }
    }
    try box.turn { bound.count == 3 }
    expectEqual(bound, [nil, nil, nil])
    // It is bound to another while the name comes.
    join.bind(preset: 2, to: "Other") { bound.append($0) }
    try change(box, "Party", .rename("Party 2"))
    try change(box, "Party 2", .remove)
    try box.turn { bound.count == 4 }
    func names() throws -> [Int: String] { try box.afterPowerCut().presets.mapValues(\.name) }
    try box.turn { try names() == [1: "Party 2", 2: "Other", 3: "Other"] }
    var reports: [PresetReport]?
    join.presets { reports = $0 }
    try box.turn { reports != nil }
    expectEqual(reports?.first, PresetReport(number: 1, name: "Party 2", isPresent: false))
    expectEqual(reports?.dropFirst().map(\.name), ["Other", "Other"])
    box.stop()
  }

  @Test func `a preset that is bound plays its playlist, whatever that is called and wherever it comes back`()
    throws
  {
    let box = try started()
    try box.read("Stick")
    let part = Region(start: .seconds(1))
    let tracks = try box.tracks(["b/3.ogg", "a/1.flac"], of: "Stick")
    let told = [SourceMetadata(.title, "Part")]
    let first = PlaylistEntry(tracks[0], part, told: told)
    try change(box, "p", .write([first, PlaylistEntry(tracks[1])], .create, []))
    let join = PlaybackAdapter(box.core, output: .null)
    var answers: [Refusal?] = []
    join.bind(preset: 1, to: "nosuch") { answers.append($0) }
    try box.turn { answers.count == 1 }
    expectEqual(answers, [.noSuchPlaylist])
    join.bind(preset: 1, to: "p") { answers.append($0) }
    try box.turn { answers.count == 2 }
    #expect(answers[1] == nil)
    try expectEqual(box.afterPowerCut().presets[1]?.name, "p")
    try change(box, "p", .rename("Evening"))
    try box.turn { try box.afterPowerCut().presets[1]?.name == "Evening" }
    box.stop()

    let again = try started(state: box.state)
    let shortcuts = PlaybackAdapter(again.core, output: .null)
    var reports: [PresetReport]?
    shortcuts.presets { reports = $0 }
    try again.turn { reports != nil }
    expectEqual(reports, [PresetReport(number: 1, name: "Evening", isPresent: false)])
    // Nothing plays while its volume is away.
    again.core.controller.report(.perform(.preset(1)))
    try expectEqual(play(1, again), .emptyPreset("The playlist Evening is not available"))
    try again.read("Stick")
    #expect(again.paths.isEmpty)
    again.core.controller.report(.perform(.preset(1)))
    try again.turn { again.sounds() }
    expectEqual(again.paths, ["b/3.ogg", "a/1.flac"])
    expectEqual(again.player.queue.entries.map(\.region), [part, .whole])
    expectEqual(again.player.queue.entries.map(\.told), [told, []])
    try again.turn { try again.afterPowerCut().saved.entries.map(\.told) == [told, []] }
    expectEqual(PlaybackAdapter(again.core, output: .null).status.lastLoaded, "Evening")
    reports = nil
    shortcuts.presets { reports = $0 }
    try again.turn { reports != nil }
    expectEqual(reports, [PresetReport(number: 1, name: "Evening", isPresent: true)])
    // Without a binding it is the folder again.
    shortcuts.bind(preset: 1, to: nil) { answers.append($0) }
    try again.turn { answers.count == 3 }
    #expect(try play(1, again) == nil)
    expectEqual(again.paths, ["a/1.flac"])
    #expect(try again.afterPowerCut().saved.entries.count == 1, "answered when it would survive")
    expectEqual(again.player.lastLoaded, "")
    #expect(try again.afterPowerCut().presets.isEmpty)
    again.stop()
  }
}
