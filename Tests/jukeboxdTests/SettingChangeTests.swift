import Configuration
import Control
import Linux
import Model
import Support
import Testing

@testable import jukeboxd

@Suite struct SettingChangeTests {
  /// Turns the loop until the condition holds, or nothing has come for long.
  private func turn(_ loop: EventLoop, until isDone: () -> Bool) throws {
    for _ in 0..<100 where !isDone() { try loop.turn(waitingAtMost: .seconds(1)) }
  }

  @Test func `changes are written one after the other, and each is in force before its answer`() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write("box.ini", "[player]\n# At most.\n")
    let invocation = try Invocation(arguments: ["--config", file, "--state", folder.path])
    let loop = try EventLoop()
    let store = SettingsStore(invocation, environment: [:])
    let changes = SettingChanges(store, loop: loop)
    var inForce: [Int] = []
    var answers: [String] = []
    changes.apply = { inForce.append($0.player.maxVolume) }
    for value in ["60", "101", "50"] {
      changes.set("max-volume", in: "player", to: value) { result in
        switch result {
        case .success(let setting): answers.append("\(setting.value) \(inForce.count)")
        case .failure(let refusal): answers.append(refusal.message)
        }
      }
    }
    try turn(loop) { answers.count == 3 }
    expectEqual(answers, ["60 1", "Expected 0 to 100", "50 2"])
    expectEqual(inForce, [60, 50])
    var listed: [SettingReport] = []
    changes.list { listed = (try? $0.get()) ?? [] }
    try turn(loop) { !listed.isEmpty }
    let changed = listed.first { $0.key == "max-volume" }
    #expect(changed?.value == "50" && changed?.isNow == true && changed?.place == "\(file):2")
  }

  @Test func `a client cannot let changes pile up`() throws {
    let loop = try EventLoop()
    let changes = SettingChanges(SettingsStore(try Invocation(arguments: []), environment: [:]), loop: loop)
    var refusals: [ErrorKey] = []
    for _ in 0..<100 {
      changes.set("no", in: "such", to: nil) {
        if case .failure(let refusal) = $0 { refusals.append(refusal.key) }
      }
    }
    #expect(refusals.count > 80 && refusals.allSatisfy { $0 == .limitReached })
  }
}
