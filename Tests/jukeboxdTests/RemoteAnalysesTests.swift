import Configuration
import Control
import Glibc
import Linux
import Model
import Support
import Testing

@testable import Library
@testable import jukeboxd

/// Analyses by a server, with a program in the place of jukebox-fetch.
@Suite struct RemoteAnalysesTests {
  private let shelf: Shelf
  private let tools: TemporaryFolder

  init() throws {
    shelf = try Shelf()
    tools = try TemporaryFolder()
    try shelf.make(
      "Stick", ["1.mp3": "album/1-02 Ratchet Rag.mp3", "2.ogg": "album/1-03 Lamp Oil.ogg"])
  }

  /// A box whose uploads do what a line of the shell says; each notes its words.
  private func box(_ line: String, isConfigured: Bool = true) throws -> Box {
    var analysis = MusicAnalysis()
    analysis.tempo = TempoEstimate(bpm: 61, confidence: 1, beats: [], downbeats: [])
    try tools.write("record", AnalysisCoding.bytes(of: analysis))
    try tools.write("tool", "#!/bin/sh\ncd '\(tools.path)'\necho \"$@\" >>words\n\(line)\n")
    try systemCall("chmod") { unsafe chmod("\(tools.path)/tool", 0o755) }
    let box = try Box(on: shelf, autoplay: .off)
    let remote = box.core.services.remoteAnalyses
    remote.program = "\(tools.path)/tool"
    remote.pauses = [.milliseconds(1), .milliseconds(2), .milliseconds(3)]
    if isConfigured {
      var settings = AnalysisSettings()
      settings.remote = "http://example/analyze"
      remote.server = RemoteAnalyses.Server(settings)
    }
    try box.core.start()
    return box
  }

  private func analyze(_ uri: String, _ box: Box) throws -> Result<AnalysisReport, Refusal> {
    let analyses = box.analyses
    var result: Result<AnalysisReport, Refusal>?
    _ = analyses.analyzeRemotely(.uri(uri)) { result = $0 }
    try box.turn { result != nil }
    return try #require(result)
  }

  private var words: [String] {
    let bytes = (try? HostFile.open("\(tools.path)/words").readAll(atMost: 10_000)) ?? []
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  @Test func `a song is sent once, and what the server found is shown`() throws {
    let box = try box("cat >sent; cat <&3 >url; cat record")
    _ = try box.read("Stick")
    let report = try analyze("Stick/1.mp3", box).get()
    // No list of processes has its password.
    let url = try HostFile.open("\(tools.path)/url").readAll(atMost: 10_000)
    expectEqual(url, Array("http://example/analyze".utf8))
    #expect(report.source == .remote && report.tempo == 61 && report.hasRemote)
    expectEqual(words, ["--analyze sound.mp3 --timeout 300 --url-from 3"])
    let sent = try HostFile.open("\(tools.path)/sent").readAll(atMost: 1 << 20)
    #expect(sent == (try Repository.bytes(of: "Fixtures/album/1-02 Ratchet Rag.mp3")))
    #expect(box.analyses.progress.remote == nil)
    box.stop()
  }

  @Test func `a file's name cannot add to the form`() throws {
    let box = try box("cat record")
    _ = try box.read("Stick")
    let bytes = try Repository.bytes(of: "Fixtures/album/2-01 Solder.flac")
    _ = try tools.write("sound", bytes)
    var isDone = false
    _ = box.core.services.remoteAnalyses.add(
      OpenFile(try HostFile.open("\(tools.path)/sound")), of: nil, suffix: "\r\nX: y\"; a=b.é1234567890"
    ) { _ in isDone = true }
    try box.turn { isDone }
    expectEqual(words, ["--analyze sound.Xyab1234 --timeout 300 --url-from 3"])
    box.stop()
  }

  @Test func `songs are sent only to a configured server`() throws {
    let box = try box("cat record", isConfigured: false)
    _ = try box.read("Stick")
    guard case .failure(.failed(.notConfigured, _, _)) = try analyze("Stick/1.mp3", box) else {
      Issue.record("it must be refused")
      return
    }
    #expect(words.isEmpty)
    box.stop()
  }

  @Test(arguments: RemoteFault.allCases)
  func `transient faults are tried four times, all others once`(_ fault: RemoteFault) throws {
    let box = try box("echo the reason; exit \(fault.rawValue)")
    _ = try box.read("Stick")
    guard
      case .failure(.failed(fault.key, let sentence, "the server")) = try analyze(
        "Stick/1.mp3", box)
    else {
      Issue.record("\(fault) must be refused by its key")
      return
    }
    #expect(sentence.hasPrefix("No analysis by the server: the reason"))
    expectEqual(words.count, (fault.isTransient ? 4 : 1))
    #expect(box.announced.contains { $0.contains(.analysis) })
    box.stop()
  }

  @Test func `a try that succeeds ends the tries`() throws {
    let box = try box("[ $(wc -l <words) = 3 ] || exit \(RemoteFault.network.rawValue); cat record")
    _ = try box.read("Stick")
    try expectEqual(analyze("Stick/2.ogg", box).get().tempo, 61)
    expectEqual(words.count, 3)
    box.stop()
  }

  @Test(arguments: ["exit 0", "echo nonsense; exit 0", "exit 3", "kill -9 $$"])
  func `a program that breaks is a failure of the system`(_ line: String) throws {
    let box = try box(line)
    _ = try box.read("Stick")
    guard case .failure(.system) = try analyze("Stick/1.mp3", box) else {
      Issue.record("\(line): no other refusal")
      return
    }
    expectEqual(words.count, 1)
    box.stop()
  }

  @Test func `an abandoned request ends, and the next one begins`() throws {
    let box = try box("[ $(wc -l <words) = 1 ] || exec cat record; printf '\\052'; exec sleep 1000")
    _ = try box.read("Stick")
    let analyses = box.analyses
    var first: Result<AnalysisReport, Refusal>?
    var second: Result<AnalysisReport, Refusal>?
    let query = analyses.analyzeRemotely(.uri("Stick/1.mp3")) { first = $0 }
    _ = analyses.analyzeRemotely(.uri("Stick/2.ogg")) { second = $0 }
    // The second request waits once its song is found, which may be after the first one's percent.
    try box.turn {
      analyses.progress.remote
        == RemoteProgress(subject: "Stick/1.mp3", state: .sending, percent: 42, tries: 1, waiting: 1)
    }
    query.cancel()
    try box.turn { second != nil }
    try expectEqual(second?.get().tempo, 61)
    #expect(first != nil)
    box.stop()
  }

  @Test func `cancel ends all, and a volume that leaves ends its own`() throws {
    let box = try box("exec sleep 1000")
    let volume = try box.read("Stick")
    let analyses = box.analyses
    for end in [{ analyses.cancel() }, { box.core.services.remoteAnalyses.left(volume.id) }] {
      var results: [Result<AnalysisReport, Refusal>] = []
      _ = analyses.analyzeRemotely(.uri("Stick/1.mp3")) { results.append($0) }
      _ = analyses.analyzeRemotely(.uri("Stick/2.ogg")) { results.append($0) }
      try box.turn { analyses.progress.remote?.waiting == 1 }
      end()
      try box.turn { results.count == 2 }
      #expect(analyses.progress.remote == nil)
    }
    box.stop()
  }
}
