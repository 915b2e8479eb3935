import Control
import Inputs
import Library
import Linux
import Model
import Player
import Support
import Testing

@testable import jukeboxd

@Suite("From a card to the output")
struct CardPlayingTests {
  private static let files = [
    "Momo/1.mp3": "album/1-02 Ratchet Rag.mp3", "Momo/2.flac": "album/2-01 Solder.flac",
    "Party/3.ogg": "album/1-03 Lamp Oil.ogg",
  ]

  private let shelf: Shelf

  init() throws {
    shelf = try Shelf()
    try shelf.make("Stick", Self.files)
  }

  private func started(state: TemporaryFolder? = nil) throws -> Box {
    let box = try Box(on: shelf, state: state, autoplay: .off)
    try box.core.start()
    return box
  }

  private func answer<Value>(_ box: Box, _ ask: (@escaping (Value) -> Void) -> Void) throws -> Value {
    var value: Value?
    ask { value = $0 }
    try box.turn { value != nil }
    return try #require(value)
  }

  private func number(_ text: String) throws -> CardNumber { try #require(CardNumber(text)) }

  private func bind(
    _ box: Box, _ text: String, _ music: CardRequest, _ options: CardOptions = CardOptions()
  ) throws -> Refusal? {
    let number = try number(text)
    return try answer(box) { box.core.services.cards.bind(number, to: music, options, completion: $0) }
  }

  private func place(_ box: Box, _ text: String, on reader: String = "door") throws {
    box.core.services.cards.place(try number(text), on: reader)
  }

  private func listed(_ box: Box) -> [String] {
    box.core.services.cards.cards.map {
      "\($0.number) \($0.kind) \($0.target)" + ($0.volume == nil ? " box" : "")
        + ($0.isHidden ? " hidden" : "") + ($0.isAbsent ? " absent" : "")
    }
  }

  @Test func `a card is learned, placed and plays; after a restart, and in another jukebox, too`() throws {
    var box = try started()
    try box.read("Stick")
    var learned: Result<LearnedCard, Refusal>?
    let query = box.core.services.cards.learn(for: .seconds(60)) { learned = $0 }
    try place(box, "0012")
    try expectEqual(learned?.get(), LearnedCard(number("0012"), reader: "door"))
    #expect(!query.isCancelled && box.player.transport == .stop && box.core.services.cards.unknownCards == [])
    try expectEqual(bind(box, "0012", .folder("Stick/Momo")), nil)
    expectEqual(listed(box), ["0012 folder Stick/Momo"])
    try place(box, "0012", on: "desk")
    try box.turn { box.sounds() }
    expectEqual(box.paths, ["Momo/1.mp3", "Momo/2.flac"])
    #expect(box.core.services.cards.cards.first?.isCurrent == true)
    #expect(box.announced.contains { $0.contains(.card) })
    // A card that lies there is read again and again.
    let count = box.announced.count
    for reader in ["desk", "door"] { try place(box, "0012", on: reader) }
    box.core.services.cards.takeAway(from: "nowhere")
    #expect(!box.announced[count...].contains { $0.contains(.card) })
    let state = box.state
    box.stop()
    for kept in [state, nil] {
      box = try started(state: kept)
      try box.read("Stick")
      try box.turn { !listed(box).isEmpty }
      try place(box, "0012")
      try box.turn { box.sounds() }
      expectEqual(box.current, "Momo/1.mp3")
      box.stop()
    }
  }

  @Test func `the card of another jukebox's stick plays within 30 seconds after it was placed`() throws {
    let box = try started()
    try box.read("Stick")
    try expectEqual(bind(box, "7", .folder("Stick/Party")), nil)
    box.pull("Stick")
    try box.turn { box.volume("Stick") == nil && listed(box) == ["7 folder Stick/Party absent"] }
    let cards = box.core.services.cards
    let seven = try number("7")
    for refusal in try [
      answer(box) { cards.play(seven, completion: $0) },
      answer(box) { cards.unbind(seven, completion: $0) },
    ] {
      expectEqual(refusal?.key, .volumeNotPluggedIn)
    }
    // A stick that this box has not seen yet.
    try expectEqual(bind(box, "8", .song("Other/1.mp3"))?.key, .volumeNotPluggedIn)
    try expectEqual(bind(box, "8", .song("Stick/Party/3.ogg")), .noSuchPath)
    try place(box, "7")
    #expect(box.player.transport == .stop)
    box.plug("Stick")
    try box.turn { box.sounds() }
    expectEqual(box.current, "Party/3.ogg")
    expectEqual(listed(box), ["7 folder Stick/Party"])
    box.stop()
  }

  @Test func `a card that is bound again while it lies there does what is set when it is taken away`() throws
  {
    let box = try started()
    try box.read("Stick")
    try expectEqual(bind(box, "7", .folder("Stick/Momo")), nil)
    let cards = box.core.services.cards
    try place(box, "7")
    try box.turn { box.sounds() }
    var options = CardOptions()
    options.away = .keep
    try expectEqual(bind(box, "7", .folder("Stick/Momo"), options), nil)
    cards.takeAway(from: "door")
    expectEqual(box.player.transport, .play)
    try place(box, "7")
    options.away = .pause
    try expectEqual(bind(box, "7", .folder("Stick/Momo"), options), nil)
    cards.takeAway(from: "door")
    expectEqual(box.player.transport, .pause)
    box.stop()
  }

  @Test func `a card that is taken away pauses, and then only the card or a client resumes`() throws {
    let box = try started()
    try box.read("Stick")
    try expectEqual(bind(box, "7", .folder("Stick/Momo")), nil)
    let cards = box.core.services.cards
    try place(box, "7")
    try box.turn { box.sounds() }
    cards.takeAway(from: "door")
    expectEqual(box.player.transport, .pause)
    cards.press(.toggle)
    cards.press(.next)
    #expect(box.player.transport == .pause && box.current == "Momo/1.mp3")
    try place(box, "7")
    expectEqual(box.player.transport, .play)
    cards.press(.next)
    try box.turn { box.current == "Momo/2.flac" }
    // Music that somebody else chose is not the card's.
    try box.core.controller.handle(
      .replaceQueue(box.tracks(["Party/3.ogg"], of: "Stick").map { QueueItem($0) }))
    try box.turn { box.sounds() }
    cards.takeAway(from: "door")
    expectEqual(box.player.transport, .play)
    box.stop()
  }

  @Test func `cards of actions and streams are the box's, and a binding elsewhere ends`() throws {
    var box = try started()
    try box.read("Stick")
    try expectEqual(bind(box, "7", .folder("Stick/Momo")), nil)
    try expectEqual(bind(box, "7", .action(.setVolume(30))), nil)
    try expectEqual(bind(box, "8", .stream("https://radio.example/live")), nil)
    #expect(try bind(box, "9", .stream("No such station")) != nil)
    expectEqual(listed(box), ["7 action volume =30 box", "8 stream https://radio.example/live box"])
    // A power cut after the answer loses nothing.
    try expectEqual(
      BoxCards.all(in: box.afterPowerCut().values).keys.sorted(), [number("7"), number("8")])
    try box.core.controller.handle(.setVolume(70))
    try place(box, "7")
    expectEqual(box.player.volume, 30)
    let state = box.state
    box.stop()
    box = try started(state: state)
    try box.read("Stick")
    expectEqual(listed(box), ["7 action volume =30 box", "8 stream https://radio.example/live box"])
    try expectEqual(bind(box, "7", .song("Stick/Momo/2.flac")), nil)
    let eight = try number("8")
    let refusal: Refusal? = try answer(box) { box.core.services.cards.unbind(eight, completion: $0) }
    #expect(refusal == nil)
    expectEqual(listed(box), ["7 song Stick/Momo/2.flac"])
    let again: Refusal? = try answer(box) { box.core.services.cards.unbind(eight, completion: $0) }
    guard case .failed(.noSuchCard, _, _)? = again else {
      Issue.record("\(String(describing: again))")
      return
    }
    box.stop()
  }

  @Test func `a card sets its volume, below the maximum, and may play one random song`() throws {
    let box = try started()
    try box.read("Stick")
    var options = CardOptions()
    (options.volume, options.order) = (25, .oneRandom)
    try expectEqual(bind(box, "7", .folder("Stick/Momo"), options), nil)
    try place(box, "7")
    try box.turn { box.sounds() }
    #expect(box.paths.count == 1 && box.player.volume == 25)
    var refusal: Refusal??
    box.core.services.cards.play(try number("99")) { refusal = .some($0) }
    guard case .some(.failed(.noSuchCard, _, _)?) = refusal else {
      Issue.record("\(String(describing: refusal))")
      return
    }
    box.stop()
  }

  @Test func `a card plays one song, and the next one at its next start, over a restart`() throws {
    var box = try started()
    try box.read("Stick")
    var options = CardOptions()
    options.order = .one
    try expectEqual(bind(box, "7", .folder("Stick/Momo"), options), nil)
    let seven = try number("7")
    func play() throws -> [String] {
      let refusal: Refusal? = try answer(box) { box.core.services.cards.play(seven, completion: $0) }
      #expect(refusal == nil)
      return box.paths
    }
    try expectEqual(play(), ["Momo/1.mp3"])
    let state = box.state
    box.stop()
    box = try started(state: state)
    try box.read("Stick")
    try box.turn { !listed(box).isEmpty }
    try expectEqual(play(), ["Momo/2.flac"])
    try expectEqual(play(), ["Momo/1.mp3"])
    box.stop()
  }

  @Test func `a card that lies there at the start continues its music where the restored queue has it`()
    throws
  {
    var box = try started()
    try box.read("Stick")
    try expectEqual(bind(box, "7", .folder("Stick/Momo")), nil)
    try expectEqual(bind(box, "8", .folder("Stick/Party")), nil)
    try box.core.controller.handle(
      .replaceQueue(box.tracks(["Momo/1.mp3", "Momo/2.flac"], of: "Stick").map { QueueItem($0) }))
    try box.core.controller.handle(.next)
    try box.turn { box.current == "Momo/2.flac" && box.sounds() }
    let state = box.state
    box.stop()
    var reader = ReaderBinding(name: "desk")
    reader.presence = "17"
    for (card, current) in [("7", "Momo/2.flac"), ("8", "Party/3.ogg")] {
      box = try started(state: state)
      box.core.services.cards.set([reader])
      try box.read("Stick")
      try box.turn { !listed(box).isEmpty }
      try place(box, card, on: "desk")
      try box.turn { box.sounds() }
      expectEqual(box.current, current)
      #expect(box.core.services.cards.cards.contains { $0.isCurrent })
      box.stop()
    }
  }

  @Test func `a number that changes at each reading is neither learned nor bound`() throws {
    let box = try started()
    try box.read("Stick")
    var learned: Result<LearnedCard, Refusal>?
    let query = box.core.services.cards.learn(for: .seconds(60)) { learned = $0 }
    try place(box, "08A1b2C3")
    guard case .failure(.failed(.randomNumber, _, _))? = learned, !query.isCancelled else {
      Issue.record("\(String(describing: learned))")
      return
    }
    guard case .failed(.randomNumber, _, _)? = try bind(box, "08a1b2c3", .folder("Stick/Momo")) else {
      Issue.record("it is bound")
      return
    }
    try place(box, "08A1b2C3")
    expectEqual(box.core.services.cards.unknownCards, [])
    for text in ["0812345", "081234567", "1812345A", "08 12345"] {
      try expectEqual(bind(box, text, .folder("Stick/Momo")), nil)
    }
    // The bar code of 8 digits is of a thing.
    var scanner = ReaderBinding(name: "desk")
    scanner.kind = .scanner
    box.core.services.cards.set([scanner])
    let second = box.core.services.cards.learn(for: .seconds(60)) { learned = $0 }
    try place(box, "08123456", on: "desk")
    try expectEqual(learned?.get(), LearnedCard(number("08123456"), reader: "desk"))
    try expectEqual(bind(box, "08123456", .folder("Stick/Momo")), nil)
    #expect(!second.isCancelled)
    box.stop()
  }

  @Test func `a reader that types loses no card because a client says so`() throws {
    let box = try started()
    try box.read("Stick")
    box.core.services.cards.set([ReaderBinding(name: "desk")])
    try expectEqual(bind(box, "7", .folder("Stick/Momo")), nil)
    try place(box, "7", on: "desk")
    try box.turn { box.sounds() }
    box.core.services.cards.takeAway(from: "desk")
    expectEqual(box.player.transport, .play)
    box.stop()
  }

  @Test func `a module is an input, with its trouble`() throws {
    let box = try started()
    var module = ReaderBinding(name: "hall")
    (module.kind, module.device) = (.rc522, "/dev/spidev0.0")
    let cards = box.core.services.cards
    cards.set([module, ReaderBinding(name: "desk")])
    var report = InputReport(.reader, name: "hall", place: "/dev/spidev0.0")
    report.trouble = "jukebox-cards has not reported it"
    expectEqual(cards.radio.inputs(at: .now()), [report])
    for (state, trouble) in [(ReaderState.wiring, "wiring"), (.works, nil)] {
      cards.note(state, of: "hall")
      report.trouble = trouble
      expectEqual(cards.radio.inputs(at: .now()), [report])
    }
    box.stop()
  }

  @Test func `a card whose start is refused changes nothing`() throws {
    let box = try started()
    try box.read("Stick")
    var options = CardOptions()
    options.volume = 25
    try expectEqual(bind(box, "7", .folder("Stick/Momo"), options), nil)
    let volume = box.player.volume
    box.core.controller.report(
      .setQuiet(PresentQuiet("Bedtime", .silent)))
    let seven = try number("7")
    var answers: [Refusal?] = []
    box.core.services.cards.play(seven) { answers.append($0) }
    try box.turn { !answers.isEmpty }
    #expect(answers.count == 1 && answers[0] != nil, "\(answers)")
    #expect(box.player.volume == volume && !box.core.services.cards.isCurrent)
    box.stop()
  }

  @Test func `a number pad chooses a card, else a preset or a song of the queue`() throws {
    let box = try started()
    try box.read("Stick")
    var (pad, song) = (ReaderBinding(name: "pad"), ReaderBinding(name: "song"))
    (pad.kind, song.kind, song.unbound) = (.pad, .pad, .song)
    box.core.services.cards.set([pad, song])
    try expectEqual(bind(box, "2", .folder("Stick/Momo")), nil)
    let bound: Refusal? = try answer(box) {
      box.core.playing.presets.bind(preset: 5, to: "Stick/Party", completion: $0)
    }
    #expect(bound == nil)
    try place(box, "5", on: "pad")
    try box.turn { box.current == "Party/3.ogg" && box.sounds() }
    try place(box, "2", on: "pad")
    try box.turn { box.current == "Momo/1.mp3" && box.sounds() }
    try place(box, "3", on: "song")
    expectEqual(box.core.services.cards.unknownCards.map(\.number.description), ["3"])
    try box.core.controller.handle(.setPaused(true))
    try expectEqual(bind(box, "9", .action(.stop)), nil)
    try place(box, "1", on: "song")
    try box.turn { box.sounds() }
    expectEqual(box.current, "Momo/1.mp3")
    box.stop()
  }

  @Test func `a limited jukebox plays no card`() throws {
    let box = try started()
    try box.read("Stick")
    try expectEqual(bind(box, "7", .folder("Stick/Momo")), nil)
    let cards = box.core.services.cards
    cards.isLimited = true
    try place(box, "7")
    #expect(box.player.transport == .stop && box.paths.isEmpty && !cards.isCurrent)
    cards.isLimited = false
    cards.takeAway(from: "door")
    try place(box, "7")
    try box.turn { box.sounds() }
    #expect(cards.isCurrent)
    box.stop()
  }

  @Test func `the card of a copied stick plays the playlist of the copy`() throws {
    var box = try started()
    try box.read("Stick")
    let tracks = try box.tracks(["Party/3.ogg"], of: "Stick")
    let saved: Refusal? = try answer(box) {
      box.core.library.playlists.change("Party", .save(tracks, .create), completion: $0)
    }
    #expect(saved == nil)
    try expectEqual(bind(box, "7", .playlist("Party")), nil)
    box.stop()
    try shelf.make("Copy", Self.files)
    try shelf.copyDatabase(of: "Stick", to: "Copy")
    box = try started()
    for stick in ["Stick", "Copy"] { try box.read(stick) }
    try box.turn { listed(box).count == 2 }
    // The one that was plugged in last counts.
    try place(box, "7")
    try box.turn { box.sounds() }
    expectEqual(box.player.current?.track.volume, box.volume("Copy")?.id)
    box.stop()
  }

  @Test func `a card of the lovely songs is the box's, with its order`() throws {
    var box = try started()
    var options = CardOptions()
    (options.order, options.again, options.volume) = (.shuffle, .next, 20)
    try expectEqual(bind(box, "7", .playlist(PlaylistID.lovelySongsName), options), nil)
    let state = box.state
    box.stop()
    box = try started(state: state)
    expectEqual(listed(box), ["7 playlist Lovely songs box"])
    expectEqual(box.core.services.cards.cards.map(\.options), [options])
    #expect(try !box.core.services.cards.hasAction(number("7")))
    let seven = try number("7")
    let refusal: Refusal? = try answer(box) { box.core.services.cards.play(seven, completion: $0) }
    expectEqual(refusal?.message, "The playlist Lovely songs is empty")
    box.stop()
  }

  @Test func `an unknown card changes nothing, and is listed for an hour`() throws {
    let box = try started()
    try box.read("Stick")
    try box.core.controller.handle(
      .replaceQueue(box.tracks(["Party/3.ogg"], of: "Stick").map { QueueItem($0) }))
    try box.turn { box.sounds() }
    try place(box, "404")
    #expect(box.current == "Party/3.ogg" && box.player.transport == .play)
    expectEqual(box.core.services.cards.unknownCards.map(\.number.description), ["404"])
    try expectEqual(bind(box, "404", .folder("Stick/Momo")), nil)
    expectEqual(box.core.services.cards.unknownCards, [])
    // It was placed to be bound.
    #expect(!box.core.services.cards.cards.contains { $0.isCurrent })
    box.stop()
  }
}
