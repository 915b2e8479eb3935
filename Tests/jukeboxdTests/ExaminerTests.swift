import Configuration
import Control
import Inputs
import Model
import Support
import Testing

@testable import Library
@testable import Linux
@testable import jukeboxd

@Suite("The examination for `doctor`")
struct ExaminerTests {
  private let shelf: Shelf
  private let place: Shelf
  private let folder: TemporaryFolder

  init() throws {
    (shelf, place, folder) = (try Shelf(), try Shelf(), try TemporaryFolder())
    try place.make("Music", ["1.mp3": "album/1-02 Ratchet Rag.mp3"])
  }

  private func box() throws -> Box {
    let box = try Box(on: shelf, folders: [place.path(of: "Music")])
    try box.core.start()
    try box.turn { box.core.library.volumes.count == 1 && !box.isScanning }
    return box
  }

  private func examiner(_ box: Box, ini: String? = nil) throws -> Examiner {
    let file = try ini.map { try folder.write("jukebox.ini", $0) }
    let invocation = try Invocation(arguments: file.map { ["--config", $0] } ?? [])
    let settings = try invocation.settings(environment: [:])
    let inputs = InputDevices(loop: box.loop, bindings: settings.inputs.bindings, folder: folder.path) {
      _, _ in
    }
    inputs.start()
    let inForce = SettingsInForce(settings, file: file, store: SettingsStore(invocation, environment: [:]))
    return Examiner(loop: box.loop, core: box.core, inputs: inputs, settings: inForce, hasWatchdog: false)
  }

  private func findings(_ examiner: Examiner, _ box: Box) throws -> [Finding] {
    var findings: [Finding]?
    examiner.examine { findings = $0.findings }
    try box.turn { findings != nil }
    return try #require(findings)
  }

  @Test func `a folder of music is whole, and a button without a chip is named`() throws {
    let box = try box()
    let examiner = try examiner(box, ini: "[button next]\nchip = nothing\nline = 17\npress = next\n")
    let findings = try findings(examiner, box)
    let present = findings.first { $0.check == "present" }
    #expect(present?.text.contains("1 song") == true && present?.state == "well")
    #expect(findings.first { $0.check == "database" }?.state == "well")
    #expect(findings.first { $0.check == "configuration" }?.state == "well")
    let line = findings.first { $0.check == "lines" }
    #expect(line?.isFault == true && line?.text.contains("there is no such GPIO chip") == true)
    box.stop()
  }

  @Test func `a changed configuration, and then a wrong one, is a fault`() throws {
    let box = try box()
    let examiner = try examiner(box, ini: "[audio]\nrate = 44100\n")
    try folder.write("jukebox.ini", "[audio]\nrate = 48000\n")
    let changed = try findings(examiner, box).first { $0.check == "configuration" }
    #expect(changed?.isFault == true && changed?.text.contains("[audio] rate") == true)
    try folder.write("jukebox.ini", "[audio]\nrat = 48000\n")
    let wrong = try findings(examiner, box).first { $0.check == "configuration" }
    #expect(wrong?.isFault == true && wrong?.text.contains("jukebox.ini:2") == true)
    box.stop()
  }

  @Test func `several who ask at once are answered together, and late parts are left out`() throws {
    let box = try box()
    let examiner = try examiner(box)
    var answers: [Int] = []
    for _ in 0..<3 { examiner.examine { answers.append($0.findings.count) } }
    try box.turn { answers.count == 3 }
    #expect(Set(answers).count == 1 && answers[0] > 5)

    examiner.patience = .zero
    let late = try findings(examiner, box)
    #expect(late.contains { $0.check == "database" && $0.state == "unseen" })
    // The threads end later, and change nothing of the next answer.
    examiner.patience = .seconds(20)
    #expect(try findings(examiner, box).first { $0.check == "database" }?.state == "well")
    box.stop()
  }
}
