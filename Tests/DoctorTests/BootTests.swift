import Support
import Testing

@testable import Doctor

@Suite struct BootTests {
  private func machine() throws -> FakeMachine {
    let machine = try FakeMachine()
    // Both questions are answered by one text.
    machine.programs["systemctl"] = (
      0,
      """
      FirmwareTimestampMonotonic=0
      InitRDTimestampMonotonic=0
      UserspaceTimestampMonotonic=2500000
      ExecMainStartTimestampMonotonic=5000000
      NRestarts=1

      """
    )
    return machine
  }

  @Test func `the parts of a start follow each other, with the mark of the card's initrd`() throws {
    let machine = try machine()
    try machine.write("/run/jukebox-initrd", "1.25\n")
    var facts = machine.boot
    facts.firstSample = 5.75
    expectEqual(BootFacts.Phase.allCases.map { facts.seconds($0) }, [nil, 1.25, 1.25, 2.5, 0.75])
    expectEqual(facts.restarts, 1)
  }

  @Test func `an initrd without a mark belongs to the kernel's time`() throws {
    let machine = try machine()
    for mark in ["", "x\n", "-1\n", "nan\n"] {
      try machine.write("/run/jukebox-initrd", mark)
      expectEqual(machine.boot.seconds(.kernel), 2.5)
      expectEqual(machine.boot.seconds(.initrd), nil)
    }
  }

  @Test func `a machine without systemd has no times`() throws {
    let machine = try machine()
    machine.programs["systemctl"] = nil
    #expect(BootFacts.Phase.allCases.allSatisfy { machine.boot.seconds($0) == nil })
    // A jukebox that began before a phase ended was started by hand.
    var facts = BootFacts()
    (facts.userland, facts.jukebox) = (3, 2)
    expectEqual(facts.seconds(.userland), nil)
  }
}
