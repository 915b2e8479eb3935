import Audio
import Control
import Linux
import Model
import Support
import Testing

@testable import Media
@testable import jukeboxd

/// What the loop knows of streams, without a network: the test has no jukebox-fetch beside it.
@Suite("Streams") struct StreamTests {
  private let loop: EventLoop
  private let streams: Streams

  init() throws {
    loop = try EventLoop()
    streams = try Streams(loop: loop)
  }

  private func entry(_ url: String, _ number: UInt32, beside current: UInt32 = 0) throws -> LiveStream {
    let entry = try streams.entry(
      url, as: PlaySerial(rawValue: number), beside: PlaySerial(rawValue: current))
    return try #require(entry.stream)
  }

  private let serial = PlaySerial(rawValue: 1)

  @Test func `a title holds from its place on, and what a station was stays known`() throws {
    let stream = try entry("http://r/1", 1)
    stream.update { facts in
      facts.name = "Radio"
      facts.bitrate = 128
      facts.format = StreamFormat(rate: 44_100, channels: 2, exactBits: .none)
      var two = StreamWords(title: "Two")
      two.artists = ["A", "B"]
      facts.songs = [(.seconds(1), StreamWords(title: "One")), (.seconds(5), two)]
    }
    expectEqual(streams.follow(serial, to: .zero), .seconds(1))
    #expect(streams.known(of: "http://r/1").name == "Radio" && streams.known(of: "http://r/1").words.isEmpty)
    expectEqual(streams.follow(serial, to: .seconds(2)), .seconds(3))
    let song = streams.song("http://r/1")
    expectEqual(song.tags, [Song.TagValue(.title, "One"), Song.TagValue(.name, "Radio")])
    #expect(song.duration == nil && song.format?.rate == 44_100)
    #expect(streams.follow(serial, to: .seconds(5)) == nil)
    #expect(
      streams.known(of: "http://r/1").words.title == "Two" && streams.known(of: "http://r/1").bitrate == 128)
    let artists = [Song.TagValue(.artist, "A"), Song.TagValue(.artist, "B")]
    expectEqual(streams.song("http://r/1").tags.prefix(2), artists[...])
    // An empty title is none, and the name stays while another connection says nothing.
    stream.update { ($0.songs, $0.name) = ([(.zero, StreamWords())], nil) }
    _ = streams.follow(serial, to: .seconds(9))
    expectEqual(streams.song("http://r/1").tags, [Song.TagValue(.name, "Radio")])
    #expect(
      streams.song("http://r/2").tags.isEmpty && streams.follow(PlaySerial(rawValue: 9), to: .zero) == nil)
  }

  @Test func `the current stream and the next one stay open, and no others`() throws {
    let first = try entry("http://r/1", 1)
    #expect(try entry("http://r/1", 1) === first, "the same playing is the same stream")
    let second = try entry("http://r/2", 2, beside: 1)
    #expect(streams.status(of: serial) != nil && second !== first)
    _ = try entry("http://r/3", 3, beside: 2)
    #expect(streams.status(of: serial) == nil && streams.status(of: PlaySerial(rawValue: 2)) != nil)
  }

  @Test func `the status has the trouble, and when it is tried again`() throws {
    let stream = try entry("http://r/1", 1)
    #expect(streams.status(of: serial)?.state == .connecting && streams.status(of: serial)?.retry == nil)
    stream.update { ($0.state, $0.trouble, $0.retryAt) = (.waiting, "gone", .now() + .seconds(60)) }
    let status = try #require(streams.status(of: serial))
    #expect(status.state == .waiting && status.trouble == "gone")
    #expect(status.retry.map { $0 > .seconds(30) && $0 <= .seconds(60) } == true)
    stream.update { $0.retryAt = .now() + .seconds(-1) }
    expectEqual(streams.status(of: serial)?.retry, .zero)
  }

  @Test func `a released stream is started again`() throws {
    let stream = try entry("http://r/1", 1)
    streams.pause(serial)
    #expect(!streams.resume(serial), "the connection is still there")
    stream.release()
    #expect(streams.resume(serial))
    #expect(!streams.resume(PlaySerial(rawValue: 9)))
  }
}
