import Linux
import Model
import Support
import Testing

@testable import Library
@testable import LibrarySupport

/// Playlists that are podcasts.
@Suite struct PodcastTests {
  private let bench: Bench
  private let stick: Stick

  init() throws {
    bench = try Bench()
    stick = try Stick()
    stick.write("a.mp3", FakeFiles.content(title: "a", track: 1))
    _ = try bench.mount(stick.path, label: "Stick")
  }

  private func url(_ number: Int, _ query: String = "") -> String { "http://a/\(number).mp3\(query)" }

  private func episode(_ number: Int, _ query: String = "") throws -> ListedPodcast.Episode {
    var episode = ListedPodcast.Episode(
      try #require(TrackReference(url: url(number, query))), identity: "id-\(number)")
    episode.title = "Episode \(number)"
    episode.published = 1_700_000_000 + Int64(number) * 86_400
    episode.length = .seconds(600)
    return episode
  }

  /// The newest first.
  private func feed(_ numbers: some Collection<Int>, query: String = "") throws -> ListedPodcast {
    ListedPodcast(
      url: "http://a/feed.xml", title: "A/B", episodes: try numbers.map { try episode($0, query) })
  }

  private func update(_ feed: ListedPodcast, name: String? = nil) throws -> (playlist: String, added: Int) {
    try bench.answer { bench.library.podcasts.update(feed, name: name, completion: $0) }.get()
  }

  private func entries() throws -> [PlaylistEntry] { try bench.entries(ofPlaylist: "A-B") }

  @Test func `a feed becomes a playlist, and what is new comes first`() throws {
    #expect(try update(feed([2, 1])) == ("A-B", 2))
    try expectEqual(entries().map(\.track.url), [url(2), url(1)])
    let first = try entries()[0]
    expectEqual(first.told.map(\.text), ["Episode 2", "A/B", "A/B", "2023-11-16"])
    #expect(first.episode?.length == .seconds(600) && first.episode?.plays == 0)
    try expectEqual(update(feed([2, 1])).added, 0)
    try expectEqual(update(feed([3, 2])).added, 1)
    try expectEqual(entries().map(\.track.url), [url(3), url(2), url(1)])
  }

  @Test func `an episode that was removed does not come back, and one under another URL is the same`() throws
  {
    _ = try update(feed([2, 1]))
    #expect(try bench.change(playlist: "A-B", .delete(0..<1)) == nil)
    try expectEqual(update(feed([2, 1], query: "?t=2")).added, 0)
    try expectEqual(entries().map(\.track.url), [url(1, "?t=2")])
  }

  @Test func `a long title is cut, and a damaged feed has a problem`() throws {
    var long = try feed([1])
    long.episodes[0].title = String(repeating: "日", count: 1000)
    long.isDamaged = true
    _ = try update(long)
    try expectEqual(entries()[0].told.first?.text.utf8.count, 498)
    let podcasts = try bench.answer { bench.library.podcasts.all(completion: $0) }
    expectEqual(podcasts.first?.problem, "the feed is damaged: 1 episodes were readable")
  }

  @Test func `a playlist of the title that is there gets no episodes`() throws {
    #expect(try bench.change(playlist: "A-B", .save([], .create)) == nil)
    try expectEqual(update(feed([1])).playlist, "A-B (2)")
    let result = try bench.answer {
      bench.library.podcasts.update(
        ListedPodcast(url: "http://b", title: "B", episodes: []), name: "A-B", completion: $0)
    }
    #expect(throws: Refusal.playlistExists) { _ = try result.get() }
  }

  @Test func `a heard episode counts once, and its position is known after a restart`() throws {
    _ = try update(feed([2, 1]))
    let track = try #require(TrackReference(url: url(2)))
    let folder = FolderReference(of: track)
    let rule = try bench.answer { bench.library.resumes.resume(of: folder, completion: $0) }.get()
    #expect(rule.resumes && rule.point == nil)
    let other = FolderReference(of: try #require(TrackReference(url: "http://a/live.mp3")))
    let none = try bench.answer { bench.library.resumes.resume(of: other, completion: $0) }
    #expect(throws: Refusal.noSuchDirectory) { _ = try none.get() }
    let point = FolderPoint(track: track.path, elapsed: .seconds(65), sequence: 7, speed: 1.5)
    _ = try bench.answer { bench.library.resumes.store(point, of: folder, completion: $0) }
    for _ in 0..<2 {
      _ = try bench.answer {
        bench.library.listening.count(
          HeardReport(playing: 5, track: track, heard: .seconds(300), isPlayed: true), completion: $0)
      }
    }
    let state = try entries()[0].episode
    #expect(state?.plays == 1 && state?.position == .seconds(65) && state?.isHeard == false)
    let volume = try #require(bench.library.volumes.first)
    try bench.unmount(stick.path)
    _ = try bench.mount(stick.path, label: "Stick")
    let left = try bench.answer { bench.library.resumes.all(on: volume.id, completion: $0) }.get()
    #expect(left.map(\.folder) == [folder] && left.first?.point == point)
    let podcasts = try bench.answer { bench.library.podcasts.all(completion: $0) }
    #expect(podcasts.map(\.unheard) == [1] && podcasts.map(\.episodes) == [2])
  }

  @Test func `a deleted playlist is no longer a podcast`() throws {
    _ = try update(feed([1]))
    #expect(try bench.change(playlist: "A-B", .remove) == nil)
    #expect(try bench.answer { bench.library.podcasts.all(completion: $0) }.isEmpty)
    try expectEqual(update(feed([1])).added, 1)
  }

  @Test func `playlists with URLs are counted, and nothing is lost by that`() throws {
    _ = try update(feed([2, 1]))
    let station = try #require(TrackReference(url: "http://a/live.mp3"))
    #expect(try bench.change(playlist: "Stations", .save([station], .create)) == nil)
    for _ in 0..<2 {
      let counted = try bench.answer { bench.library.playlists.countedPlaylists(completion: $0) }
      let lengths = Dictionary(uniqueKeysWithValues: counted.map { ($0.name, $0.length) })
      #expect(lengths["A-B"]??.entries == 2 && lengths["A-B"]??.duration == .seconds(1200))
      expectEqual(lengths["Stations"]??.entries, 1)
    }
    try expectEqual(bench.playlists.count, 2)
  }

  @Test func `a fetched episode is a file`() throws {
    _ = try update(feed([2, 1]))
    let volume = try #require(bench.library.volumes.first)
    let file = TrackReference(volume: volume.id, path: Array("a.mp3".utf8))
    _ = try bench.answer { (done: @escaping (Bool) -> Void) in
      bench.library.podcasts.fetched(url(1), to: file) { done(true) }
    }
    #expect(try entries().map(\.track) == [try #require(TrackReference(url: url(2))), file])
    try hear(file)
    _ = try bench.wait { try? entries()[1].episode?.plays == 1 ? true : nil }
    let podcasts = try bench.answer { bench.library.podcasts.all(completion: $0) }
    #expect(podcasts.map(\.episodes) == [2] && podcasts.map(\.unheard) == [1])
    try expectEqual(update(feed([2, 1])).added, 0)
  }

  @Test func `people mark episodes as heard and as new, also one that is a file`() throws {
    _ = try update(feed([2, 1]))
    let volume = try #require(bench.library.volumes.first)
    try fetch(1, to: TrackReference(volume: volume.id, path: Array("a.mp3".utf8)))
    try leave(2, at: 65)
    func mark(_ isHeard: Bool) throws -> [Int] {
      let urls = [url(1), url(2), "http://elsewhere"]
      _ = try bench.answer { (done: @escaping (Bool) -> Void) in
        bench.library.podcasts.mark(urls, isHeard: isHeard) { done($0 == nil) }
      }
      return try bench.answer { bench.library.podcasts.all(completion: $0) }.map(\.unheard)
    }
    try expectEqual(mark(true), [0])
    try expectEqual(states(), ["\(url(2)) 1", "a.mp3 1"])
    try expectEqual(mark(false), [2])
    try expectEqual(states(), ["\(url(2)) 0", "a.mp3 0"])
  }

  @Test func `a mark that cannot be stored is refused, also where another volume can be written`() throws {
    _ = try update(feed([1]))
    let volume = try #require(bench.library.volumes.first).id
    let other = try Stick()
    other.write("b.mp3", FakeFiles.content(title: "b", track: 1))
    _ = try bench.mount(other.path, label: "Other")
    func refusal(_ urls: [String]) throws -> Refusal? {
      try bench.answer { bench.library.podcasts.mark(urls, isHeard: true, completion: $0) }
    }
    try refuseWrites(of: volume)
    #expect(try refusal([url(1)]) != nil)
    // A volume that takes no writes and has none of them is nobody's trouble.
    #expect(try refusal([url(9)]) == nil)
  }

  private func refuseWrites(of volume: VolumeID) throws {
    _ = try bench.answer { (done: @escaping (Bool) -> Void) in
      bench.library.ask(
        on: volume, { (store) throws(StoreError) in store.connection.refuseWrites() }
      ) { _ in done(true) }
    }
  }

  private func hear(_ track: TrackReference, _ playing: UInt64 = 5) throws {
    _ = try bench.answer {
      bench.library.listening.count(
        HeardReport(playing: playing, track: track, heard: .seconds(300), isPlayed: true), completion: $0)
    }
  }

  private func leave(_ number: Int, _ query: String = "", at seconds: Int, sequence: Int64 = 7) throws {
    let track = try #require(TrackReference(url: url(number, query)))
    let point = FolderPoint(track: track.path, elapsed: .seconds(seconds), sequence: sequence)
    _ = try bench.answer {
      bench.library.resumes.store(point, of: FolderReference(of: track), completion: $0)
    }
  }

  private func fetch(_ number: Int, to file: TrackReference) throws {
    _ = try bench.answer { (done: @escaping (Bool) -> Void) in
      bench.library.podcasts.fetched(url(number), to: file) { done(true) }
    }
  }

  /// `PATH plays PLAYS, SECONDS` of each entry.
  private func states() throws -> [String] {
    try entries().map { entry in
      let place = entry.episode?.position.map { ", \($0.components.seconds) s" } ?? ""
      return "\(String(decoding: entry.track.path, as: UTF8.self)) \(entry.episode?.plays ?? -1)\(place)"
    }
  }

  @Test func `each episode keeps its place and plays when it is fetched, and when its feed changes`() throws {
    stick.write("b.mp3", FakeFiles.content(title: "b", track: 2))
    try bench.scan()
    let volume = try #require(bench.library.volumes.first)
    let files = ["a.mp3", "b.mp3"].map { TrackReference(volume: volume.id, path: Array($0.utf8)) }
    _ = try update(feed([2, 1]))
    try leave(1, at: 301)
    try leave(2, at: 40, sequence: 8)
    try hear(try #require(TrackReference(url: url(1))), 4)
    try fetch(1, to: files[0])
    try fetch(2, to: files[1])
    try expectEqual(states(), ["b.mp3 0, 40 s", "a.mp3 1, 301 s"])
    let told = bench.events.compactMap { if case .fetched(let episode) = $0 { episode } else { nil } }
    #expect(told.map(\.file) == files && told.map { $0.point?.elapsed } == [.seconds(301), .seconds(40)])
    // Its playing goes on as a file.
    try leave(1, at: 360, sequence: 9)
    try hear(files[0], 4)
    try hear(files[1], 6)
    _ = try bench.wait { try? entries()[0].episode?.plays == 1 ? true : nil }
    try expectEqual(states(), ["b.mp3 1, 40 s", "a.mp3 1, 360 s"])
    try expectEqual(update(feed([2, 1], query: "?t=2")).added, 0)
    var other = try feed([2, 1], query: "?t=2")
    for place in other.episodes.indices { other.episodes[place].identity += "-b" }
    try expectEqual(update(other).added, 0)
    try expectEqual(states(), ["b.mp3 1, 40 s", "a.mp3 1, 360 s"])
    try bench.unmount(stick.path)
    _ = try bench.mount(stick.path, label: "Stick")
    try expectEqual(states(), ["b.mp3 1, 40 s", "a.mp3 1, 360 s"])
    let begun = try bench.answer { bench.library.resumes.all(on: volume.id, completion: $0) }.get()
    #expect(begun.map(\.file) == files && begun.map(\.folder.url) == [url(1, "?t=2"), url(2, "?t=2")])
  }

  @Test func `an episode whose file is deleted is streamed again, and one that was moved is not`() throws {
    let volume = try #require(bench.library.volumes.first)
    _ = try update(feed([1]))
    try leave(1, at: 301)
    try fetch(1, to: TrackReference(volume: volume.id, path: Array("a.mp3".utf8)))
    stick.move("a.mp3", to: "Podcasts/c.mp3")
    try bench.scan()
    try expectEqual(states(), ["Podcasts/c.mp3 0, 301 s"])
    try hear(TrackReference(volume: volume.id, path: Array("Podcasts/c.mp3".utf8)))
    _ = try bench.wait { try? entries()[0].episode?.plays == 1 ? true : nil }
    stick.remove("Podcasts/c.mp3")
    try bench.scan()
    try expectEqual(states(), ["\(url(1)) 1, 301 s"])
    // It can be fetched anew.
    stick.write("d.mp3", FakeFiles.content(title: "d", track: 4))
    try bench.scan()
    try fetch(1, to: TrackReference(volume: volume.id, path: Array("d.mp3".utf8)))
    try expectEqual(states(), ["d.mp3 1, 301 s"])
  }

  @Test func `an episode on another volume follows its file, and is streamed again without it`() throws {
    let other = try Stick(["b.mp3": FakeFiles.content(title: "b", track: 1)])
    let second = try bench.mount(other.path, label: "Other")
    _ = try update(feed([1]))
    try leave(1, at: 301)
    try fetch(1, to: TrackReference(volume: second.id, path: Array("b.mp3".utf8)))
    try expectEqual(states(), ["b.mp3 0, 301 s"])
    other.move("b.mp3", to: "x/c.mp3")
    try bench.scan()
    _ = try bench.wait { try? states() == ["x/c.mp3 0, 301 s"] ? true : nil }
    other.remove("x/c.mp3")
    try bench.scan()
    try expectEqual(states(), ["\(url(1)) 0, 301 s"])
  }

  @Test func `an episode under another URL resumes where it was left, in the queue too`() throws {
    _ = try update(feed([2, 1]))
    let old = try #require(TrackReference(url: url(2)))
    let new = try #require(TrackReference(url: url(2, "?t=2")))
    let point = FolderPoint(track: old.path, elapsed: .seconds(65), sequence: 7, speed: 1)
    _ = try bench.answer {
      bench.library.resumes.store(point, of: FolderReference(of: old), completion: $0)
    }
    var moved = try feed([2, 1])
    moved.episodes[0].track = new
    try expectEqual(update(moved).added, 0)
    #expect(bench.events.contains { if case .moved([old: new]) = $0 { true } else { false } })
    let found = try bench.answer {
      bench.library.resumes.resume(of: FolderReference(of: new), completion: $0)
    }.get()
    #expect(found.point?.elapsed == .seconds(65) && found.point?.track == new.path)
    #expect(try entries().map(\.track) == [new, try #require(TrackReference(url: url(1)))])
  }

  @Test func `an episode with another identity is the same if its URL is, and the old one is gone`() throws {
    _ = try update(feed([2, 1]))
    let track = try #require(TrackReference(url: url(2)))
    _ = try bench.answer {
      bench.library.listening.count(
        HeardReport(playing: 5, track: track, heard: .seconds(300), isPlayed: true), completion: $0)
    }
    var other = try feed([2, 1])
    other.episodes[0].identity = "another"
    try expectEqual(update(other).added, 0)
    try expectEqual(entries().map(\.track.url), [url(2), url(1)])
    try expectEqual(entries()[0].episode?.plays, 1)
    // From now on that identity is its own, wherever it is.
    other.episodes[0].track = try #require(TrackReference(url: url(2, "?t=3")))
    try expectEqual(update(other).added, 0)
    #expect(try entries()[0].episode?.plays == 1 && entries()[0].track.url == url(2, "?t=3"))
    // Two identities that are listed at once are two episodes.
    var both = try feed([2, 1])
    both.episodes[0].track = try #require(TrackReference(url: url(1)))
    try expectEqual(update(both).added, 1)
  }

  @Test func `an identity that was shared is given up for the URLs`() throws {
    var first = try feed([1])
    first.episodes[0].identity = "same"
    _ = try update(first)
    var more = try feed([3, 2, 1])
    for place in more.episodes.indices { more.episodes[place].identity = url(3 - place) }
    try expectEqual(update(more).added, 2)
    try expectEqual(entries().map(\.track.url), [url(3), url(2), url(1)])
  }

  @Test func `an episode that was fetched to another volume is new until it is heard`() throws {
    let other = try Stick()
    other.write("Podcasts/b.mp3", FakeFiles.content(title: "b", track: 1))
    let second = try bench.mount(other.path, label: "Other")
    _ = try update(feed([3, 2, 1]))
    let home = try #require(bench.library.volumes.first { $0.id != second.id })
    let heard = try #require(TrackReference(url: url(3)))
    _ = try bench.answer {
      bench.library.listening.count(
        HeardReport(playing: 4, track: heard, heard: .seconds(300), isPlayed: true), completion: $0)
    }
    let files = [
      TrackReference(volume: home.id, path: Array("a.mp3".utf8)),
      TrackReference(volume: second.id, path: Array("Podcasts/b.mp3".utf8)),
    ]
    for (number, file) in [(3, files[0]), (2, files[1])] {
      _ = try bench.answer { (done: @escaping (Bool) -> Void) in
        bench.library.podcasts.fetched(url(number), to: file) { done(true) }
      }
    }
    // What was heard before stays heard.
    #expect(try entries().map { $0.episode?.plays } == [1, 0, 0])
    #expect(try bench.answer { bench.library.podcasts.all(completion: $0) }.map(\.unheard) == [2])
    for _ in 0..<2 {
      _ = try bench.answer {
        bench.library.listening.count(
          HeardReport(playing: 5, track: files[1], heard: .seconds(300), isPlayed: true), completion: $0)
      }
    }
    _ = try bench.wait { try? entries()[1].episode?.plays == 1 ? true : nil }
    #expect(try bench.answer { bench.library.podcasts.all(completion: $0) }.map(\.unheard) == [1])
    try expectEqual(update(feed([3, 2, 1])).added, 0)
  }

  @Test func `a feed that is subscribed keeps the name of its playlist`() throws {
    _ = try update(feed([1]))
    let again = try feed([2, 1])
    let result = try bench.answer {
      bench.library.podcasts.update(again, name: "Other", completion: $0)
    }
    let expected = "The feed is subscribed already, as the playlist A-B"
    #expect(throws: Refusal.failed(.alreadyExists, expected, about: "A-B")) { _ = try result.get() }
    try expectEqual(update(feed([2, 1]), name: "A-B").added, 1)
  }
}
