import Control
import Glibc
import Linux
import Model
import Support
import Testing

@testable import jukeboxd

/// Files of other programs, with a program in the place of jukebox-fetch.
@Suite struct FetcherTests {
  private let loop: EventLoop
  private let fetcher: Fetcher
  private let tools: TemporaryFolder

  init() throws {
    loop = try EventLoop()
    fetcher = Fetcher(loop: loop)
    tools = try TemporaryFolder()
  }

  /// What a line of the shell does is fetched.
  private func fetches(by line: String) throws {
    try tools.write("tool", "#!/bin/sh\ncd '\(tools.path)'\necho \"$@\" >>words\n\(line)\n")
    try systemCall("chmod") { unsafe chmod("\(tools.path)/tool", 0o755) }
    fetcher.program = "\(tools.path)/tool"
  }

  private func turn(until condition: () -> Bool) throws {
    let deadline = Instant.now() + .seconds(20)
    while !condition() {
      try #require(Instant.now() < deadline, "waited for 20 s in vain")
      try loop.turn(waitingAtMost: .milliseconds(50))
    }
  }

  private func text(_ name: String) -> String {
    let bytes = (try? HostFile.open("\(tools.path)/\(name)").readAll(atMost: 100_000)) ?? []
    return String(decoding: bytes, as: UTF8.self)
  }

  private let secret = "http://user:secret@host/list.m3u"

  @Test func `the URL is no argument, and its password is in no refusal`() throws {
    try fetches(by: "cat <&3 >url; echo 'refused not found' >&2; exit 1")
    var refusals: [Refusal] = []
    fetcher.stations(at: secret) { if case .failure(let refusal) = $0 { refusals.append(refusal) } }
    try turn { !refusals.isEmpty }
    expectEqual(text("url"), secret)
    expectEqual(text("words"), "--list --url-from 3\n")
    expectEqual(refusals.map(\.message), ["Not found: http://host/list.m3u"])
  }

  @Test(arguments: [
    ("exec cat /dev/zero", "The answer is too long"), ("kill -ILL $$", "The answer takes too much memory"),
    ("kill -KILL $$", "The answer takes too much memory"),
    ("exec tail /dev/zero", "Nothing came"),
  ])
  func `a program that floods or takes all memory is ended`(line: String, reason: String) throws {
    try fetches(by: "until grep -q 'Max data size *[1-9]' /proc/self/limits; do :; done; \(line)")
    var refusals: [Refusal] = []
    fetcher.stations(at: secret) { if case .failure(let refusal) = $0 { refusals.append(refusal) } }
    try turn { !refusals.isEmpty }
    expectEqual(refusals.map(\.message), ["\(reason): http://host/list.m3u"])
  }

  /// Each waits until the folder says that it may go on.
  private static let gated = "until [ -e go ]; do sleep 0.01; done; echo http://host/song"

  @Test func `few programs run at a time, and too many are refused`() throws {
    try fetches(by: Self.gated)
    var (lists, refused) = (0, [Refusal]())
    for _ in 0..<40 {
      fetcher.stations(at: secret) { result in
        if case .failure(let refusal) = result { refused.append(refusal) } else { lists += 1 }
      }
    }
    // Three run, 32 wait.
    expectEqual(refused.map(\.key), Array(repeating: .limitReached, count: 5))
    try turn { text("words").split(separator: "\n").count == 3 }
    try tools.write("go", "")
    try turn { lists == 35 }
  }

  @Test func `an announcement comes before lists`() throws {
    // One ends for each file that is there.
    try fetches(by: "until rm go 2>/dev/null; do sleep 0.01; done; echo http://host/song")
    var ended = 0
    for _ in 0..<5 { fetcher.stations(at: secret) { _ in ended += 1 } }
    fetcher.fetch(secret) { _ in ended += 1 }
    try turn { text("words").split(separator: "\n").count == 3 }
    try tools.write("go", "")
    try turn { text("words").split(separator: "\n").count == 4 }
    #expect(text("words").split(separator: "\n").last?.hasPrefix("--whole") == true)
    while ended < 6 {
      let before = ended
      try tools.write("go", "")
      try turn { ended > before }
    }
  }

  @Test func `one feed is read at a time`() throws {
    try fetches(by: "until [ -e go ]; do sleep 0.01; done; echo Title")
    var titles: [String] = []
    for _ in 0..<3 { fetcher.podcast(at: secret) { titles.append((try? $0.get())?.title ?? "none") } }
    var lists = 0
    fetcher.stations(at: secret) { _ in lists += 1 }
    try turn { text("words").split(separator: "\n").count == 2 }
    expectEqual(Set(text("words").split(separator: "\n")), ["--feed --url-from 3", "--list --url-from 3"])
    try tools.write("go", "")
    try turn { titles.count == 3 && lists == 1 }
    expectEqual(titles, ["Title", "Title", "Title"])
  }
}
