import ArgumentParser
import Client
import Doctor
import Glibc
import Linux
import Model

struct DoctorCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor", abstract: "Find out what is wrong, and how to mend it.",
    discussion: """
      Checks sound, sticks, inputs, the machine and the network. Each fault has its
      effect and one remedy (→). It changes nothing, and works also while the jukebox
      does not run. With sudo it sees more.

      EXAMPLES
        jukebox doctor             check everything
        jukebox doctor sound       play a tone left, right and on both sides
        jukebox doctor buttons     show presses live, and how to bind new buttons
        jukebox doctor boot        show the seconds from power to sound
        jukebox doctor --json | jq .faults

      Marks: ✓ in order, ✗ a fault, · a note, ? not checked.
      The exit status is 0 without faults; 1 with some, or if nothing was checked.
      """,
    subcommands: [
      DoctorCheckCommand.self, DoctorSoundCommand.command, DoctorButtonsCommand.command,
      DoctorBootCommand.self,
    ],
    defaultSubcommand: DoctorCheckCommand.self)
}

struct DoctorCheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check", abstract: "Check everything (default).")

  @OptionGroup var connection: ConnectionOptions
  @Flag(help: "Print one line of JSON.") var json = false

  func run() throws {
    let target = try connection.target()
    let examined: DaemonFindings
    do throws(Failure) {
      examined = try DaemonFindings(asking: Connection(to: target, explain: RefusalText.explain))
    } catch {
      guard target.isOnThisMachine, error.kind == .unreachable else {
        Notice.tell(["jukebox: \(error)"])
        throw ExitCode(error.kind.rawValue)
      }
      examined = DaemonFindings(silence: error, at: target.address)
    }
    let findings = [Finding].joined(
      daemon: examined.findings,
      machine: target.isOnThisMachine ? examined.machine() : [Self.elsewhere(target)])
    try Page.show(
      DoctorText.report(findings, version: examined.version), json: json,
      lines: DoctorText.lines(findings, columns: Terminal.isInteractive ? Terminal.columns : 100))
    if findings.contains(where: \.isFault) || findings.allSatisfy(\.isUnseen) { throw ExitCode.failure }
  }

  private static func elsewhere(_ target: Target) -> Finding {
    Finding(.machine, "machine", .unseen("the machine itself; run `jukebox doctor` on \(target.address)"))
  }
}

struct DoctorBootCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "boot", abstract: "Show the seconds from power to sound, by part.",
    discussion: """
      Run it on the jukebox itself, after a start with music. Firmware: before the
      kernel. Userland: up to the start of the jukebox. First sample: from there to the
      first sound on the card.

      EXAMPLE: jukebox doctor boot
      """)

  @OptionGroup var connection: ConnectionOptions
  @Flag(help: "Print one line of JSON.") var json = false

  func run() throws {
    let target = try connection.target()
    guard target.isOnThisMachine else {
      throw ValidationError("The times are those of one machine: run this command on \(target.address).")
    }
    var facts = MachineProbe().boot()
    var silence: String?
    do throws(Failure) {
      let engine = try Connection(to: target, explain: RefusalText.explain).ask("engine")
      facts.firstSample = engine["first_start_ns"].flatMap { Double($0) }.flatMap { $0 > 0 ? $0 / 1e9 : nil }
    } catch {
      silence = "\(error)"
    }
    try Page.show(BootText.report(facts), json: json, lines: BootText.lines(facts, silence: silence))
  }
}

struct DoctorSoundCommand: ConnectedCommand {
  static let help = CommandHelp("sound", "Play a quiet tone left, right and on both sides.")
  static let discussion = """
    The running jukebox plays the tones, over the music and at its volume.

    EXAMPLE: jukebox doctor sound
    """

  func run(_ connection: Connection) throws {
    let status = try connection.status()
    Page.print(lines: DoctorText.warnings(beforeTones: status))
    for tone in TestTone.allCases {
      Page.print("\(tone.rawValue) …")
      OutputEnd.flush()
      let milliseconds = try connection.ask("doctor", "tone", tone.rawValue).integer("milliseconds") ?? 0
      usleep(UInt32(clamping: max(0, min(milliseconds, 10_000)) + Self.pauseMilliseconds) * 1000)
    }
    Page.print(
      "Nothing heard? Run `jukebox doctor`. Left and right exchanged? Run `jukebox channels swapped`.")
  }

  private static let pauseMilliseconds = 500
}

struct DoctorButtonsCommand: ConnectedCommand {
  static let help = CommandHelp("buttons", "Show presses live, and how to bind new buttons; Ctrl-C ends it.")
  static let discussion = """
    Shows what each button, knob and key does. For a key or a GPIO line without a
    section it shows the section to add. Wire a button between a line and ground.

    Of a Raspberry Pi's lines it watches those that belong to no interface: 4, 5, 6,
    12, 13, 16, 17 and 22 to 27. Name others with --line only if no I2C, SPI, UART
    or I2S device uses them: watching a line makes it an input.

    EXAMPLES
      jukebox doctor buttons
      jukebox doctor buttons --line 20 --line gpiochip4:3
    """

  @Option(help: ArgumentHelp("Watch this line instead, as LINE or CHIP:LINE.", valueName: "line"))
  var line: [String] = []

  func validate() throws {
    for line in line {
      // A kernel's name of a line has no more to it.
      let parts = line.split(separator: ":", omittingEmptySubsequences: false)
      let isPlain = line.unicodeScalars.allSatisfy {
        $0.isASCII && $0.value > 32 && $0.value != 127
      }
      try require(
        isPlain && (1...2).contains(parts.count) && parts.allSatisfy({ !$0.isEmpty }),
        "--line is “\(line)”; expected LINE or CHIP:LINE, such as 20 or gpiochip4:3")
    }
  }

  /// How often the jukebox is asked, in microseconds.
  private static let pause: UInt32 = 50_000

  func run(_ connection: Connection) throws {
    let words = ["doctor", "buttons"] + line
    var inputs = Input.all(try connection.ask("inputs"))
    Page.print(lines: InputText.lines(inputs))
    let first = try connection.asked(words)
    Page.print(lines: UnboundText.start(lines: first.integer("lines") ?? 0))
    var shown: Set<UnboundInput> = []
    while true {
      OutputEnd.flush()
      usleep(Self.pause)
      let now = Input.all(try connection.ask("inputs"))
      Page.print(lines: InputText.news(now, since: inputs))
      inputs = now
      // Each once: a contact bounces, and a person presses again.
      for input in UnboundInput.all(try connection.asked(words)) where shown.insert(input).inserted {
        Page.print(lines: UnboundText.lines(input))
      }
    }
  }
}
