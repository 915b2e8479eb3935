import ArgumentParser
import ClientSupport
import Doctor
import Model
import Support
import Testing

@testable import Client
@testable import jukebox

@Suite("jukebox doctor")
struct DoctorTests {
  private let findings = [
    Finding(.sound, "card", .well("Plays on USB DAC.")),
    Finding(
      .sound, "mixer",
      .fault(
        "The control PCM is muted.", effect: "You hear nothing.", remedy: "amixer -c 0 sset 'PCM' unmute")),
    Finding(.machine, "clock", .note("The clock is not synchronised.")),
    Finding(.machine, "memory", .unseen("no /proc")),
  ]

  @Test func `faults stand first in their group, each with its remedy in one line`() {
    expectEqual(
      DoctorText.lines(findings, columns: 30),
      [
        "Sound", "  ✗ The control PCM is muted.", "    You hear nothing.",
        "    → amixer -c 0 sset 'PCM' unmute", "  ✓ Plays on USB DAC.", "", "Machine",
        "  · The clock is not", "    synchronised.", "  ? Not checked: no /proc", "",
        "1 fault: see ✗; 1 check not possible (?).",
      ])
    expectEqual(DoctorText.lines([findings[0]], columns: 80).last, "Nothing is wrong.")
    let hint = Finding(.machine, "change", .note("After a change of x: y"))
    expectEqual(
      DoctorText.lines([findings[0], hint], columns: 80).suffix(2), ["Nothing is wrong.", hint.text])
  }

  @Test func `an answer of a jukebox is read, and unknown states are left out`() {
    let answer = Answer(
      "version: 1.0.0", "check: card", "group: sound", "state: well", "text: Plays on USB DAC.",
      "check: mixer", "group: sound", "state: fault", "text: The control PCM is muted.",
      "effect: You hear nothing.", "remedy: amixer -c 0 sset 'PCM' unmute", "check: x", "group: moon",
      "state: well", "text: a", "check: y", "group: sound", "state: odd", "text: b")
    expectEqual(Finding.all(answer), Array(findings.prefix(2)))
  }

  @Test func `JSON has the faults' remedies`() throws {
    #expect(
      try JSON.line(DoctorText.report(Array(findings.dropFirst().prefix(2)), version: "1.0.0"))
        == #"{"faults":1,"findings":[{"check":"mixer","effect":"You hear nothing.","group":"sound","#
        + #""remedy":"amixer -c 0 sset 'PCM' unmute","state":"fault","text":"The control PCM is muted."},"#
        + #"{"check":"clock","group":"machine","state":"note","text":"The clock is not synchronised."}],"version":"1.0.0"}"#
    )
  }

  @Test func `another machine's own state is not guessed from here`() throws {
    func isHere(_ host: String) throws -> Bool {
      try Target(socket: nil, host: host, environment: [:]).isOnThisMachine
    }
    #expect(try !isHere("kitchen") && !isHere("127.0.0.1:6600") && !isHere("localhost"))
    #expect(try Target(socket: "/run/s", host: nil, environment: [:]).isOnThisMachine)
    let address = Address.unix("/nowhere")
    var silent = DaemonFindings(silence: .unreachable(address, "the socket does not exist"), at: address)
    expectEqual(silent.findings.map(\.state), ["unseen"])
    let forbidden = DaemonFindings(silence: .forbidden("/nowhere"), at: address).machine()
    #expect(
      DaemonFindings(silence: .forbidden("/nowhere"), at: address).findings[0].text.contains("no permission"))
    #expect(forbidden.filter(\.isFault).map(\.check).contains("group"))
    #expect(!forbidden.contains { $0.check == "service" })
    #expect(
      silent.machine().contains { $0.isFault && $0.text.hasPrefix("No jukebox at /nowhere: the socket") })
    let old = try ScriptedJukebox(answers: [["ACK [5@0] {} unknown command \"doctor\""]])
    silent = try DaemonFindings(asking: old.connection)
    expectEqual(silent.findings.map(\.state), ["unseen"])
  }

  @Test func `the way from power to sound has a row for each part, and says what was not measured`() throws {
    var facts = BootFacts()
    expectEqual(BootText.lines(facts, silence: "No jukebox")[0], "Firmware      not measured")
    expectEqual(BootText.lines(facts, silence: "No jukebox").last, "No jukebox")
    (facts.initrd, facts.userland, facts.jukebox, facts.firstSample) = (1.25, 2.5, 5, 5.75)
    expectEqual(
      BootText.lines(facts, silence: nil),
      [
        "Firmware      not measured", "Kernel        1.3 s", "Initrd        1.3 s", "Userland      2.5 s",
        "First sample  0.8 s", "Total         5.8 s without the firmware",
      ])
    #expect(
      try JSON.line(BootText.report(facts))
        == #"{"first_sample":0.75,"initrd":1.25,"kernel":1.25,"restarts":0,"total":5.75,"userland":2.5}"#)
    (facts.firmware, facts.firstSample, facts.restarts) = (2, nil, 2)
    #expect(
      BootText.lines(facts, silence: nil).suffix(2).first
        == "Nothing has sounded since the jukebox was started.")
    #expect(BootText.lines(facts, silence: nil).last?.contains("started again 2 times") == true)
  }

  @Test func `the times of another machine's start are not guessed`() throws {
    let ended = try Program.run(["--host", "kitchen", "doctor", "boot"], into: "/dev/null")
    #expect(ended.status == 64 && ended.errors.contains("run this command on"))
  }

  @Test func `a new line or key has the section to add`() {
    #expect(
      UnboundText.lines(UnboundInput(kind: "line", name: "22", place: "gpiochip4")).filter {
        $0.hasPrefix("    ")
      }
        == ["    [button NAME]", "    chip = gpiochip4", "    line = 22", "    press = toggle"])
    #expect(
      UnboundText.lines(UnboundInput(kind: "line", name: "22", place: "gpiochip0")).contains("    line = 22"))
    #expect(
      UnboundText.lines(UnboundInput(kind: "key", name: "KEY_1", place: "Remote")).filter {
        $0.hasPrefix("    ")
      }
        == ["    [key KEY_1]", "    press = toggle"])
    expectEqual(
      UnboundInput.all(Answer("lines: 13", "unbound: key", "name: KEY_1", "place: Remote")),
      [UnboundInput(kind: "key", name: "KEY_1", place: "Remote")])
  }

  @Test(arguments: [
    "doctor", "doctor --json", "doctor sound", "doctor boot", "doctor boot --json", "doctor buttons",
    "doctor buttons --line 5",
  ])
  func `a command is understood`(line: String) throws {
    let words = CommandWords.ordered(line.split(separator: " ").map(String.init))
    #expect(CommandWords.unknown(words) == nil)
    _ = try JukeboxCommand.parseAsRoot(words)
  }

  @Test(arguments: ["", "x y:99999", ":5", "5:", "a:b:c"])
  func `an invalid line is a usage error`(line: String) throws {
    #expect(throws: (any Error).self) {
      try JukeboxCommand.parseAsRoot(["doctor", "buttons", "--line", line])
    }
  }

  @Test func `a line that does not exist ends it with the reason`() throws {
    let ended = try Program.run(
      ["doctor", "buttons", "--line", "5"],
      [[], ["ACK [52@0] {doctor} there is no GPIO chip gpiochip0 on this machine"]])
    expectEqual(ended.status, 1)
    #expect(ended.errors.contains("There is no GPIO chip gpiochip0"))
  }

  @Test func `a tone on each side is asked for, with a warning where it is silent`() throws {
    let tone = ["milliseconds: 1"]
    let ended = try Program.run(
      ["doctor", "sound"], [["volume: 0", "muted: 1", "channels: mono"], [], tone, tone, tone])
    expectEqual(ended.status, 0)
    #expect(
      ended.asked.suffix(3) == [
        #"doctor "tone" "left""#, #"doctor "tone" "right""#, #"doctor "tone" "both""#,
      ])
    for text in ["is muted", "volume is 0", "channels mono", "left …\nright …\nboth …"] {
      #expect(ended.output.contains(text), "\(text)")
    }
  }

  @Test func `a report without any possible check does not claim that nothing is wrong`() {
    let refused = Finding(.sound, "daemon", .unseen("sound, sticks and inputs: no permission"))
    expectEqual(DoctorText.lines([refused], columns: 80).last, "Nothing could be checked (?).")
    let well = Finding(.machine, "disk", .well("The system disk has 5 GB free."))
    expectEqual(
      DoctorText.lines([refused, well], columns: 80).last, "Nothing is wrong; 1 check not possible (?).")
  }

  @Test func `doctor sends one command, and ends with 1 if something is wrong`() throws {
    let ended = try Program.run(
      ["doctor"],
      [
        [
          "version: 0.0.0", "check: volume", "group: sound", "state: fault", "text: The volume is 0.",
          "effect: You hear nothing.", "remedy: jukebox volume 40",
        ]
      ])
    #expect(ended.status == 1 && ended.asked == ["doctor"])
    #expect(
      ended.output.hasPrefix("Sound\n  ✗ The volume is 0.\n    You hear nothing.\n    → jukebox volume 40\n"))
    #expect(ended.output.contains("the running jukeboxd is version 0.0.0"))
  }
}
