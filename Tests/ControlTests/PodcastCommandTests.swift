import Model
import Support
import Testing

@testable import Control

/// Podcasts, by commands.
@Suite struct PodcastCommandTests {
  private let fake = FakeBackend()

  private func episode(_ url: String, plays: Int64 = 0, at position: Duration? = nil) throws -> PlaylistEntry
  {
    var entry = PlaylistEntry(try #require(TrackReference(url: url)), told: [SourceMetadata(.title, "One")])
    entry.episode = EpisodeState(plays: plays, position: position)
    entry.episode?.length = .seconds(600)
    return entry
  }

  private func store(_ name: String, _ entries: [PlaylistEntry]) {
    fake.playlists.lists[name] = entries.map(\.track)
    fake.playlists.described[name] = Dictionary(uniqueKeysWithValues: entries.enumerated().map { ($0, $1) })
  }

  @Test func `a feed is subscribed to`() {
    let conversation = Conversation(fake)
    expectEqual(
      conversation.ask("playlistsubscribe http://a/feed.xml"), ["playlist: News", "added: 3", "OK"])
    expectEqual(conversation.ask("playlistsubscribe http://a/b Own"), ["playlist: Own", "added: 3", "OK"])
    expectEqual(fake.podcasts.subscribed.map(\.name), [nil, "Own"])
    #expect(conversation.ask("playlistsubscribe feed.xml").first?.hasPrefix("ACK [2@0]") == true)
    fake.podcasts.refusal = .failed(.notFetched, "Not found: http://a/b", about: "http://a/b")
    #expect(
      conversation.ask("playlistsubscribe http://a/b").first?.hasSuffix("Not found: http://a/b") == true)
  }

  @Test func `the name and password of a feed are not shown`() {
    let conversation = Conversation(fake)
    let (url, shown) = ("http://user:secret@a/b", "http://a/b")
    fake.podcasts.refusal = .failed(.notFetched, "Not found: \(url)", about: url)
    expectEqual(conversation.ask("protocol enable error_keys"), ["OK"])
    let refused = conversation.ask("playlistsubscribe \(url)").joined()
    #expect(refused.hasSuffix("[not-fetched \"\(shown)\"] Not found: \(shown)"), "\(refused)")
    var report = PodcastReport(playlist: "News", url: url)
    report.problem = "Not found: \(url)"
    fake.podcasts.reports = [report]
    let listed = conversation.ask("podcasts")
    #expect(listed.contains("url: \(shown)") && listed.contains("problem: Not found: \(shown)"), "\(listed)")
  }

  @Test func `podcasts are listed`() {
    var report = PodcastReport(playlist: "News", url: "http://a/feed.xml")
    (report.checked, report.problem, report.episodes, report.unheard) = (1_700_000_000, "no network", 9, 4)
    fake.podcasts.reports = [report]
    expectEqual(
      Conversation(fake).ask("podcasts"),
      [
        "playlist: News", "url: http://a/feed.xml", "checked: 2023-11-14T22:13:20Z", "problem: no network",
        "episodes: 9", "unheard: 4", "OK",
      ])
  }

  @Test func `entries have what was heard of them, and their length`() throws {
    store(
      "News",
      [
        try episode("http://a/1.mp3"), try episode("http://a/2.mp3", plays: 1, at: .seconds(65)),
      ])
    let answer = Conversation(fake).ask("playlistentries News")
    #expect(
      answer.filter { $0.hasPrefix("plays") || $0.hasPrefix("left") || $0.hasPrefix("Time") } == [
        "Time: 600", "plays: 0", "Time: 600", "plays: 1", "left: 65.000",
      ])
  }

  @Test func `episodes are fetched, and what is on its way is listed`() throws {
    let conversation = Conversation(fake)
    store("News", [try episode("http://a/1.mp3"), try episode("http://a/2.mp3")])
    expectEqual(conversation.ask("playlistfetch"), ["OK"])
    expectEqual(conversation.ask("playlistfetch News 1:2 Stick"), ["fetching: 1", "OK"])
    expectEqual(fake.podcasts.volumes, ["Stick"])
    expectEqual(
      conversation.ask("playlistfetch"),
      [
        "url: http://a/2.mp3", "playlist: News", "Title: One", "state: fetching", "received: 5", "size: 10",
        "OK",
      ])
    expectEqual(conversation.ask("playlistheard News 0:1 1"), ["marked: 1", "OK"])
    expectEqual(fake.podcasts.marked.map(\.url), ["http://a/1.mp3"])
    expectEqual(fake.podcasts.marked.map(\.isHeard), [true])
    expectEqual(conversation.ask("playlistfetch stop"), ["OK"])
    expectEqual(conversation.ask("playlistfetch"), ["OK"])
    store("Songs", [PlaylistEntry(TrackReference(volume: .random(), path: [65]))])
    #expect(
      conversation.ask("playlistfetch Songs 0:1")
        == ["ACK [50@0] {playlistfetch} There is no episode of a podcast"])
  }
}
