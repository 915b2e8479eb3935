import Configuration
import Control
import Library
import Model
import Player
import Support
import Testing

@testable import jukeboxd

@Suite("Listening and the protocol")
struct ListenedTests {
  private let shelf: Shelf

  init() throws {
    shelf = try Shelf()
    try shelf.make(
      "Stick", ["book/1.mp3": "album/1-05 Night Bus.mp3", "book/2.mp3": "album/1-02 Ratchet Rag.mp3"])
    try shelf.make("Other", ["3.mp3": "album/2-04 Attic Radio.mp3"])
  }

  private func answer<Value>(
    _ box: Box, _ ask: (@escaping (Result<Value, Refusal>) -> Void) -> Query
  ) throws -> Result<Value, Refusal> {
    var answer: Result<Value, Refusal>?
    _ = ask { answer = $0 }
    try box.turn { answer != nil }
    return try #require(answer)
  }

  private func report(of uri: String, _ box: Box) throws -> ListeningStatistics {
    try answer(box) { box.core.library.listening.statistics(of: uri, completion: $0) }.get()
  }

  private func play(_ paths: [String], of stick: String = "Stick", on box: Box) throws {
    try box.core.controller.handle(.add(try box.tracks(paths, of: stick), at: .end))
    try box.core.controller.handle(.play)
    try box.turn { box.sounds() }
  }

  @Test func `a song heard to its half counts once, also over a restart`() throws {
    let box = try Box(on: shelf, autoplay: .resume)
    try box.core.start()
    try box.read("Stick")
    try box.core.controller.handle(.clear)
    try play(["book/2.mp3"], on: box)
    try expectEqual(report(of: "Stick/book/2.mp3", box).plays, 0)
    try box.turn { box.sounds(beyond: .seconds(3.2)) }
    try box.core.controller.handle(.setPaused(true))
    try box.turn { try report(of: "Stick/book/2.mp3", box).plays == 1 }
    func reasons(_ list: ListeningList) throws -> [ListedReason] {
      try answer(box) { box.core.library.listening.list(list, in: 0..<10, completion: $0) }.get().reasons
    }
    #expect(
      try reasons(.mostPlayed) == [.plays(1)] && reasons(.neverPlayed).isEmpty && reasons(.forgotten).isEmpty)
    try expectEqual(reasons(.recentlyPlayed).count, 1)
    #expect(box.announced.contains { $0.contains(.notedSticker) })
    box.stop()

    let second = try Box(on: shelf, state: box.state)
    try second.core.start()
    try second.read("Stick")
    try second.turn { second.player.transport == .pause }
    try second.core.controller.handle(.setPaused(false))
    try second.turn { second.player.transport == .stop }
    try second.turn { try report(of: "Stick/book/2.mp3", second).playings == 1 }
    let found = try report(of: "Stick/book/2.mp3", second)
    #expect(found.plays == 1 && found.skips == 0 && found.rank == 1 && found.sum > 0.9)
    #expect(found.ratio ?? 0 > 0.9 && found.listened < .seconds(6.5))
    second.stop()
  }

  @Test func `a song left by hand is a skip, and counts of a pulled stick wait for it`() throws {
    let box = try Box(on: shelf, autoplay: .off)
    try box.core.start()
    try box.read("Stick")
    try box.read("Other")
    try play(["book/1.mp3", "book/2.mp3"], on: box)
    try box.turn { box.sounds(beyond: .milliseconds(300)) }
    try box.core.controller.handle(.next)
    try box.turn { try report(of: "Stick/book/1.mp3", box).skips == 1 }
    try box.turn { box.sounds(beyond: .milliseconds(300)) }
    // What was heard of a stick that is pulled is told when it is back.
    box.pull("Stick")
    try box.turn { box.volume("Stick") == nil && box.player.transport == .stop }
    try box.core.controller.handle(.clear)
    let before = box.core.library.volumes.count
    box.plug("Stick")
    try box.turn { box.core.library.volumes.count == before + 1 }
    try box.turn { try report(of: "Stick/book/2.mp3", box).playings == 1 }
    try expectEqual(report(of: "Stick/book/2.mp3", box).skips, 0)
    box.stop()
  }

  @Test func `lists reach the protocol, over all volumes`() throws {
    let box = try Box(on: shelf, autoplay: .off)
    try box.core.start()
    try box.read("Stick")
    try box.read("Other")
    let tracks = try box.tracks(["book/1.mp3", "book/2.mp3"], of: "Stick")
    let other = try box.tracks(["3.mp3"], of: "Other")[0]
    try count(tracks[1], plays: 2, from: 10, box)
    try count(other, plays: 3, from: 20, box)
    func files(_ list: ListeningList, in window: Range<Int> = 0..<50) throws -> [String] {
      let found = try answer(box) { box.core.library.listening.list(list, in: window, completion: $0) }.get()
      #expect(found.total >= found.places.count)
      var tracks: [Track?]?
      box.core.library.catalogue.tracks(in: found.places) {
        tracks = (try? $0.get()) ?? []
      }
      try box.turn { tracks != nil }
      return (tracks ?? []).map { String(decoding: $0?.reference.path ?? [], as: UTF8.self) }
    }
    try expectEqual(files(.mostPlayed), ["3.mp3", "book/2.mp3"])
    try expectEqual(files(.mostPlayed, in: 0..<1), ["3.mp3"])
    #expect(try files(.mostPlayed, in: 1..<9) == ["book/2.mp3"] && files(.mostPlayed, in: 2..<9) == [])
    try expectEqual(files(.ranking), ["3.mp3", "book/2.mp3"])
    try expectEqual(files(.neverPlayed), ["book/1.mp3"])
    try expectEqual(Set(files(.recentlyPlayed)), ["3.mp3", "book/2.mp3"])
    try expectEqual(files(.forgotten), [])
    // A volume alone does the same.
    box.pull("Other")
    try box.turn { box.volume("Other") == nil }
    #expect(try files(.mostPlayed) == ["book/2.mp3"] && files(.mostPlayed, in: 1..<9) == [])
    try expectEqual(files(.neverPlayed, in: 0..<9), ["book/1.mp3"])
    box.stop()
  }

  private func count(_ track: TrackReference, plays: UInt64, from first: UInt64, _ box: Box) throws {
    for playing in first..<first + plays {
      var isCounted: Bool?
      box.core.library.listening.count(
        HeardReport(
          playing: playing, track: track, heard: .seconds(4), length: .seconds(4), isPlayed: true,
          isOver: true)
      ) { isCounted = try? $0.get() }
      try box.turn { isCounted != nil }
      #expect(isCounted == true)
    }
  }

  @Test func `the lovely songs are a read-only playlist`() throws {
    let box = try Box(on: shelf, autoplay: .off)
    try box.core.start()
    try box.read("Stick")
    let playlists = box.playlists
    func reports() throws -> [PlaylistReport] {
      var found: [PlaylistReport]?
      _ = playlists.playlists { found = $0 }
      try box.turn { found != nil }
      return found ?? []
    }
    func names() throws -> [String] { try reports().map(\.name) }
    func details(_ name: String) throws -> Result<PlaylistTexts, Refusal> {
      try answer(box) { playlists.texts(of: name, completion: $0) }
    }
    func cover(_ name: String) throws -> Result<[UInt8], Refusal> {
      try answer(box) { playlists.cover(of: name, completion: $0) }
    }
    func change(_ name: String, _ change: PlaylistChange) throws -> Refusal? {
      var answers: [Refusal?] = []
      playlists.change(name, change) { answers.append($0) }
      try box.turn { !answers.isEmpty }
      return answers[0]
    }
    func entries(of name: String, limit: Int) throws -> [TrackReference] {
      var found: [TrackReference] = []
      var cursor: Cursor?
      repeat {
        let page = try answer(box) {
          playlists.entries(of: name, after: cursor, skipping: 0, limit: limit, texts: false, completion: $0)
        }.get()
        found += page.entries.map(\.track)
        cursor = page.next
      } while cursor != nil
      return found
    }
    let tracks = try box.tracks(["book/1.mp3", "book/2.mp3"], of: "Stick")
    try expectEqual(names(), [])
    let before = box.announced.count
    try count(tracks[0], plays: 3, from: 1, box)
    try count(tracks[1], plays: 4, from: 10, box)
    try expectEqual(names(), ["Lovely songs"])
    try expectEqual(entries(of: "Lovely songs", limit: 1), [tracks[1], tracks[0]])
    // What reads playlists reads it, too.
    try expectEqual(details("Lovely songs"), .success(PlaylistTexts(entries: 2)))
    try expectEqual(cover("Lovely songs"), .success([]))
    #expect(try details("none") == .failure(.noSuchPlaylist) && cover("none") == .failure(.noSuchPlaylist))
    let report = try #require(try reports().first)
    #expect(report.identity.description == "4c6f76656c7920736f6e677300000000" && report.volumeName == nil)
    try box.turn { box.announced[before...].contains { $0.contains(.notedPlaylist) } }
    let edits: [PlaylistChange] = [
      .clear, .remove, .rename("x"), .add(tracks, at: nil), .describe([.tempo(120)]),
      .describe([.cover([1])]),
    ]
    for wanted in edits {
      try expectEqual(change("Lovely songs", wanted), .ownPlaylist("Lovely songs"))
    }
    #expect(try change("mine", .save(tracks, .create)) == nil)
    try expectEqual(change("mine", .rename("Lovely songs")), .ownPlaylistName("Lovely songs"))
    try expectEqual(names(), ["mine", "Lovely songs"])
    box.stop()
  }

  @Test func `lovely songs can be put on a button`() throws {
    let box = try Box(on: shelf, autoplay: .off)
    try box.core.start()
    try box.read("Stick")
    let shortcuts = PlaybackAdapter(box.core, output: .null)
    func presets() throws -> [PresetReport] {
      var reports: [PresetReport]?
      shortcuts.presets { reports = $0 }
      try box.turn { reports != nil }
      return reports ?? []
    }
    var answers: [Refusal?] = []
    shortcuts.bind(preset: 5, to: "Lovely songs") { answers.append($0) }
    try box.turn { answers.count == 1 }
    expectEqual(answers, [nil])
    try expectEqual(presets(), [PresetReport(number: 5, name: "Lovely songs", isPresent: false)])
    let tracks = try box.tracks(["book/1.mp3", "book/2.mp3"], of: "Stick")
    try count(tracks[1], plays: 4, from: 1, box)
    try count(tracks[0], plays: 3, from: 10, box)
    try expectEqual(presets(), [PresetReport(number: 5, name: "Lovely songs", isPresent: true)])
    shortcuts.play(.preset(5)) { answers.append($0) }
    try box.turn { answers.count == 2 }
    #expect(answers[1] == nil)
    expectEqual(box.player.queue.entries.map(\.track), [tracks[1], tracks[0]])
    try expectEqual(box.afterPowerCut().presets[5]?.playlist, .lovelySongs)
    box.stop()
  }

  // MARK: Folders

  @Test func `a folder marked by people resumes, on this jukebox and on another`() throws {
    let box = try Box(on: shelf, autoplay: .off)
    try box.core.start()
    try box.read("Stick")
    func resume(_ box: Box) throws -> ResumeReport {
      try answer(box) { box.core.library.resumes.resume(of: "Stick/book", completion: $0) }.get()
    }
    #expect(try !resume(box).resumes && resume(box).reason == .tracks)
    let marked = try answer(box) {
      box.core.library.resumes.mark("Stick/book", resumes: true, completion: $0)
    }.get()
    #expect(marked.resumes && marked.reason == .marked && marked.song == nil)
    try play(["book/1.mp3", "book/2.mp3"], on: box)
    try box.core.controller.handle(.playPosition(1))
    try box.turn { box.sounds(beyond: .seconds(1)) }
    try box.core.controller.handle(.stop)
    try box.turn { try resume(box).song == "Stick/book/2.mp3" && !box.core.policies.listener.isWriting }
    let left = try resume(box).elapsed
    #expect(left >= .seconds(1) && left < .seconds(3))
    let all = try answer(box) { box.core.library.resumes.all(completion: $0) }.get()
    expectEqual(all.map(\.uri), ["Stick/book"])
    try box.core.controller.handle(.clear)
    try play(["book/1.mp3", "book/2.mp3"], on: box)
    #expect(box.current == "book/2.mp3" && box.elapsed >= left)
    box.stop()

    let other = try Box(on: shelf, autoplay: .off)
    try other.core.start()
    try other.read("Stick")
    try other.core.controller.handle(.clear)
    try play(["book/1.mp3", "book/2.mp3"], on: other)
    #expect(other.current == "book/2.mp3" && other.elapsed >= left)
    #expect(
      try answer(other) { other.core.library.resumes.mark("Stick/book", resumes: false, completion: $0) }
        .get().resumes
        == false)
    try other.turn { !other.core.policies.listener.isWriting }
    try other.core.controller.handle(.stop)
    try other.core.controller.handle(.clear)
    try play(["book/1.mp3", "book/2.mp3"], on: other)
    expectEqual(other.current, "book/1.mp3")
    other.stop()
  }

  @Test func `a folder that is not there is refused`() throws {
    let box = try Box(on: shelf, autoplay: .off)
    try box.core.start()
    try box.read("Stick")
    #expect(
      try answer(box) { box.core.library.resumes.mark("Stick/none", resumes: true, completion: $0) }
        == .failure(.noSuchDirectory))
    #expect(
      try answer(box) { box.core.library.resumes.resume(of: "nowhere", completion: $0) }
        == .failure(.noSuchDirectory))
    #expect(
      try answer(box) { box.core.library.listening.statistics(of: "Stick/none.mp3", completion: $0) }
        == .failure(.noSuchSong))
    box.stop()
  }
}
