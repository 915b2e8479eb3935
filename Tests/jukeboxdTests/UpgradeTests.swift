import Control
import Glibc
import Linux
import Model
import Support
import Testing

@testable import jukeboxd

/// Updates of the card image, with a program in the place of the image's.
@Suite struct UpgradeTests {
  private let box: Box
  private let tools: TemporaryFolder
  private var upgrade: Upgrade { box.core.services.upgrade }

  init() throws {
    box = try Box(on: try Shelf())
    tools = try TemporaryFolder()
  }

  private func installs(by lines: String) throws {
    try tools.write("update", "#!/bin/sh\necho \"$@\" >>'\(tools.path)/words'\n\(lines)\n")
    try systemCall("chmod") { unsafe chmod("\(tools.path)/update", 0o755) }
    upgrade.program = "\(tools.path)/update"
  }

  private var words: String {
    String(decoding: (try? HostFile.open("\(tools.path)/words").readAll(atMost: 4096)) ?? [], as: UTF8.self)
  }

  @Test func `a machine without the program has no updates, and the refusal names the command to run`() throws
  {
    upgrade.program = "\(tools.path)/none"
    #expect(upgrade.report == nil)
    #expect { try upgrade.install(from: "/a") } throws: {
      ($0 as? Refusal)?.message.contains("sudo apt") == true
    }
    #expect(throws: Refusal.self) { try upgrade.restartMachine() }
  }

  @Test func `the progress is shown while the program works, one at a time`() throws {
    try installs(
      by:
        "echo 'step 20 Checking bundle'; until [ -e '\(tools.path)/go' ]; do sleep 0.01; done; echo 'step 40 Copying'; echo done"
    )
    expectEqual(upgrade.report, UpgradeReport())
    try upgrade.install(from: "http://user:secret@host/a.raucb")
    try box.turn { upgrade.report?.percent == 20 }
    expectEqual(upgrade.report?.state, .working)
    expectEqual(upgrade.report?.text, "Checking bundle")
    expectEqual(upgrade.report?.source, "http://host/a.raucb")
    #expect { try upgrade.install(from: "/b") } throws: {
      ($0 as? Refusal)?.message.contains("already") == true
    }
    try tools.write("go", "")
    try box.turn { upgrade.report?.state == .done }
    expectEqual(words, "install http://user:secret@host/a.raucb\n")
  }

  @Test(arguments: [
    ("echo 'failed signature no signer'; exit 1", "signature", "no signer"),
    ("printf 'step 3 a'; kill -KILL $$", "failed", "the update was broken off"),
  ])
  func `a failure has its reason`(lines: String, reason: String, text: String) throws {
    try installs(by: lines)
    try upgrade.install(from: "/a")
    try box.turn { upgrade.report?.state == .failed }
    expectEqual(upgrade.report?.reason, reason)
    expectEqual(upgrade.report?.text, text)
  }

  @Test func `the system of before is chosen, and an update that waits is given up`() throws {
    try installs(by: "[ $1 = install ] || sleep 0.1; echo done 0.0.9")
    try upgrade.install(from: "/a")
    try box.turn { upgrade.report?.state == .done }
    var version: String?
    upgrade.revert { version = try? $0.get() }
    try box.turn { version != nil }
    expectEqual(version, "0.0.9")
    expectEqual(upgrade.report?.state, UpgradeReport.State.none)
    expectEqual(words, "install /a\nback\n")
    try installs(by: "sleep 0.3")
    var refusal: Refusal?
    upgrade.revert { if case .failure(let failure) = $0 { refusal = failure } }
    try box.turn { refusal != nil }
    expectEqual(refusal?.message, "The card has no other system that works")
    try upgrade.install(from: "/a")
    refusal = nil
    upgrade.revert { if case .failure(let failure) = $0 { refusal = failure } }
    #expect(refusal?.message.contains("already") == true)
  }

  @Test func `updates on sticks are found, at most 16, and a failed one is reported`() throws {
    let files = "for n in $(seq 20); do echo \"file /media/a b/$n.raucb\"; done"
    try installs(by: files + "; echo back; echo waiting; echo other 0.0.9")
    var found: FoundUpgrades?
    upgrade.find { found = try? $0.get() }
    try box.turn { found != nil }
    expectEqual(found?.files.count, 16)
    expectEqual(found?.files.first, "/media/a b/1.raucb")
    expectEqual(found?.hasFailed, true)
    expectEqual(found?.isWaiting, true)
    expectEqual(found?.other, "0.0.9")
    try installs(by: "exit 3")
    var hasEnded = false
    upgrade.find { if case .failure = $0 { hasEnded = true } }
    try box.turn { hasEnded }
  }
}
