import Linux
import Model
import Support
import Testing

@testable import Library
@testable import LibrarySupport

/// Cards are stored with the music that they play.
@Suite("Cards on sticks") struct CardTests {
  private let bench: Bench
  private let stick: Stick

  init() throws {
    bench = try Bench()
    stick = try Stick([
      "Momo/1.mp3": FakeFiles.content(title: "One"), "Momo/2.mp3": FakeFiles.content(title: "Two"),
      "song.mp3": FakeFiles.content(title: "Song"),
    ])
  }

  private func number(_ text: String) throws -> CardNumber { try #require(CardNumber(text)) }

  private func cards(_ volume: VolumeInfo) throws -> [String] {
    try bench.answer { (done: @escaping ([String]) -> Void) in
      bench.library.cards.all(on: [volume.id]) { found in
        done(
          (found.first?.cards ?? []).map { card in
            switch card.target {
            case .playlist(_, let name): "\(card.number) playlist \(name)"
            case .folder(let folder): "\(card.number) folder \(String(decoding: folder.path, as: UTF8.self))"
            case .song(let track): "\(card.number) song \(String(decoding: track.path, as: UTF8.self))"
            default: "\(card.number) \(card.target)"
            }
          })
      }
    }
  }

  private func bind(_ text: String, _ target: CardBinding.Target, _ volume: VolumeInfo) throws -> Refusal? {
    let card = CardBinding(try number(text), target)
    return try bench.answer { (done: @escaping (Refusal?) -> Void) in
      bench.library.cards.bind(card, on: volume.id, completion: done)
    }
  }

  private func folder(_ path: String, _ volume: VolumeInfo) -> CardBinding.Target {
    .folder(FolderReference(volume: volume.id, path: Array(path.utf8)))
  }

  private func song(_ path: String, _ volume: VolumeInfo) -> CardBinding.Target {
    .song(TrackReference(volume: volume.id, path: Array(path.utf8)))
  }

  @Test func `cards of folders, songs and playlists follow them, over a restart`() throws {
    var volume = try bench.mount(stick.path)
    let made = try bench.answer { (done: @escaping (Refusal?) -> Void) in
      bench.library.playlists.change("Party", .write([], .create, []), completion: done)
    }
    #expect(made == nil)
    let target = try bench.answer {
      (done: @escaping (Result<(VolumeID, CardBinding.Target), Refusal>) -> Void) in
      bench.library.cards.playlist("Party", completion: done)
    }.get()
    #expect(target.0 == volume.id)
    try expectEqual(bind("1", target.1, volume), nil)
    try expectEqual(bind("2", folder("Momo", volume), volume), nil)
    try expectEqual(bind("3", song("song.mp3", volume), volume), nil)
    try expectEqual(cards(volume), ["1 playlist Party", "2 folder Momo", "3 song song.mp3"])
    let renamed = try bench.answer { (done: @escaping (Refusal?) -> Void) in
      bench.library.playlists.change("Party", .rename("Feier"), completion: done)
    }
    #expect(renamed == nil)
    try bench.unmount(stick.path)
    stick.move("Momo", to: "Stories/Momo")
    stick.move("song.mp3", to: "Stories/other.mp3")
    volume = try bench.mount(stick.path)
    try expectEqual(cards(volume), ["1 playlist Feier", "2 folder Stories/Momo", "3 song Stories/other.mp3"])
    // A card plays another thing from then on, and nothing at last.
    try expectEqual(bind("1", song("Stories/other.mp3", volume), volume), nil)
    let refusal = try bench.answer { (done: @escaping (Refusal?) -> Void) in
      bench.library.cards.unbind(CardNumber("2")!, on: [volume.id], completion: done)
    }
    #expect(refusal == nil)
    try expectEqual(cards(volume), ["1 song Stories/other.mp3", "3 song Stories/other.mp3"])
  }

  @Test func `cards whose music is gone from the stick are named`() throws {
    stick.write("Momo/CD 1/3.mp3", FakeFiles.content(title: "Three"))
    var volume = try bench.mount(stick.path)
    func lost() throws -> [String] {
      try bench.answer { (done: @escaping ([CardNumber]) -> Void) in
        bench.library.cards.withoutMusic(on: volume.id, completion: done)
      }.map(\.description)
    }
    for (text, target) in [
      ("1", folder("Momo", volume)), ("2", song("song.mp3", volume)), ("3", song("Momo/1.mp3", volume)),
      ("4", folder("Momo/CD 1", volume)),
    ] { try expectEqual(bind(text, target, volume), nil) }
    try expectEqual(lost(), [])
    try bench.unmount(stick.path)
    for path in ["song.mp3", "Momo/1.mp3", "Momo/2.mp3"] { stick.remove(path) }
    volume = try bench.mount(stick.path)
    // A song below the folder is enough.
    try expectEqual(lost(), ["2", "3"])
    try bench.unmount(stick.path)
    stick.remove("Momo/CD 1/3.mp3")
    volume = try bench.mount(stick.path)
    try expectEqual(lost(), ["1", "2", "3", "4"])
  }

  @Test func `two folders that exchange their names exchange their cards`() throws {
    // Of another size than the one in the other folder: their times may be the same.
    stick.write("Jim/1.mp3", FakeFiles.content(title: "Lukas"))
    stick.write("Jim/2.mp3", FakeFiles.content(title: "Knopf"))
    var volume = try bench.mount(stick.path)
    try expectEqual(bind("1", folder("Momo", volume), volume), nil)
    try expectEqual(bind("2", folder("Jim", volume), volume), nil)
    try bench.unmount(stick.path)
    stick.move("Momo", to: "x")
    stick.move("Jim", to: "Momo")
    stick.move("x", to: "Jim")
    volume = try bench.mount(stick.path)
    try expectEqual(cards(volume), ["1 folder Jim", "2 folder Momo"])
  }

  @Test func `missing music is refused, and a stick takes no action`() throws {
    let volume = try bench.mount(stick.path)
    try expectEqual(bind("1", folder("None", volume), volume), .noSuchDirectory)
    try expectEqual(bind("1", song("none.mp3", volume), volume), .noSuchSong)
    try expectEqual(bind("1", .playlist(.random(), name: "x"), volume), .noSuchPlaylist)
    for target: CardBinding.Target in [.action(.shutdown), .stream("http://a/b")] {
      guard case .unsupported? = try bind("1", target, volume) else {
        Issue.record("\(target) is on a stick")
        continue
      }
    }
    try expectEqual(cards(volume), [])
  }

  @Test func `a hostile stick with 100,000 cards has a thousand, and each is no more than music`() throws {
    var volume = try bench.mount(stick.path)
    try bench.unmount(stick.path)
    try stick.sql(
      """
      WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 100000)
      INSERT INTO cards (number, folder, again, play_order) SELECT 'c' || i, CAST('shutdown' AS BLOB), 'shutdown', 'dance'
      FROM n
      """)
    volume = try bench.mount(stick.path)
    let found = try bench.answer { (done: @escaping ([CardBinding]) -> Void) in
      bench.library.cards.all(on: [volume.id]) { done($0.first?.cards ?? []) }
    }
    expectEqual(found.count, CardBinding.most)
    #expect(
      found.allSatisfy {
        if case .folder = $0.target { $0.options == CardOptions() } else { false }
      })
    let refusal = try bind("1", folder("Momo", volume), volume)
    #expect(refusal != nil)
  }

  @Test func `a row that no jukebox writes hides no other card, nor the volume`() throws {
    var volume = try bench.mount(stick.path)
    try expectEqual(bind("5", folder("Momo", volume), volume), nil)
    try bench.unmount(stick.path)
    try stick.sql(
      """
      INSERT INTO cards (number, folder) VALUES ('1' || char(9), CAST('Momo' AS BLOB)), ('2', CAST('../x' AS BLOB));
      INSERT INTO cards (number, folder, name) VALUES ('3', CAST('Momo' AS BLOB), 'a' || char(10)), ('9', CAST('Momo' AS BLOB), 'b')
      """)
    volume = try bench.mount(stick.path)
    try expectEqual(cards(volume), ["5 folder Momo", "9 folder Momo"])
  }

  @Test func `a stick's card has no playlist whose identity stands for music of the box`() throws {
    for identity in [PlaylistID.lovelySongs, .path, .station] {
      var volume = try bench.mount(stick.path)
      try bench.unmount(stick.path)
      try stick.sql(
        """
        DELETE FROM playlists;
        INSERT INTO playlists (id, identity, name) VALUES (7, x'\(identity)', 'Radio Example');
        INSERT OR REPLACE INTO cards (number, playlist) VALUES ('1', 7);
        INSERT OR REPLACE INTO cards (number, folder) VALUES ('2', CAST('Momo' AS BLOB))
        """)
      volume = try bench.mount(stick.path)
      #expect(try !cards(volume).contains { $0.hasPrefix("1 ") }, "\(identity)")
      #expect(
        try bench.answer { (done: @escaping ([PlaylistReport]) -> Void) in
          bench.library.playlists.all(completion: done)
        }.isEmpty, "\(identity)")
      try bench.unmount(stick.path)
    }
  }

  @Test func `a volume that can't be read is left out, rather than without cards`() throws {
    let volume = try bench.mount(stick.path)
    let dropped = try bench.answer { (done: @escaping (Bool) -> Void) in
      bench.library.sweep([bench.library.open(volume.id)].compactMap(\.self)) { (store) throws(StoreError) in
        try store.connection.execute("DROP TABLE cards")
      } completion: { results in
        done(results.allSatisfy { $0.result.failure == nil })
      }
    }
    #expect(dropped)
    let found = try bench.answer { (done: @escaping ([(volume: VolumeID, cards: [CardBinding])]) -> Void) in
      bench.library.cards.all(on: [volume.id], completion: done)
    }
    #expect(found.isEmpty)
  }

  @Test func `cards for actions and streams are values of the box`() throws {
    var options = CardOptions()
    (options.name, options.again, options.away, options.volume) = ("Gute Nacht", .nothing, .keep, 20)
    (options.repeatMilliseconds, options.isWhenLocked) = (300, true)
    var shuffled = CardOptions()
    shuffled.order = .shuffle
    let cards = [
      CardBinding(try number("1"), .action(.setSleep(.minutes(30))), options),
      CardBinding(try number("two 2"), .stream("https://radio.example/a")),
      CardBinding(
        try number("3"), .playlist(.lovelySongs, name: PlaylistID.lovelySongsName), shuffled),
    ]
    var values: [String: BoxValue] = [
      "volume": .integer(3), "card 9": .text("action\tdance\t\t\t\t"),
      "card 8": .text("x"), "card ": .text("action\tnext\t\t\t\t"),
    ]
    for card in cards { values[BoxCards.name(of: card.number)] = BoxCards.value(of: card) }
    let read = BoxCards.all(in: values)
    expectEqual(read, Dictionary(uniqueKeysWithValues: cards.map { ($0.number, $0) }))
    let song = TrackReference(volume: VolumeID(high: 0, low: 1), path: [1])
    #expect(BoxCards.value(of: CardBinding(try number("3"), .song(song))) == nil)
    // As earlier versions stored it, without an order.
    expectEqual(
      BoxCards.all(in: ["card 4": .text("stream\tRadio\t\t\t\t30")]).values.map(\.options.volume), [30])
  }
}
