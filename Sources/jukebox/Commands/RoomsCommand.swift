import ArgumentParser
import Client
import Doctor
import Glibc
import Linux

struct RoomsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rooms", abstract: "Play in other rooms by Snapcast: show what is missing, or set it up.",
    discussion: """
      Run it on the jukebox itself. Snapcast plays the music of this jukebox in
      several rooms, in time with each other: snapserver runs on this machine,
      snapclient in each room.

      EXAMPLES
        jukebox rooms                 show what is there and what is missing
        sudo jukebox rooms --set-up   set it up, after it has shown what it changes

      The set-up needs Debian's snapserver (sudo apt install snapserver). It adds the
      output [output rooms] to the configuration, has snapserver read its pipe, and
      starts snapserver. The exit status is 1 if something is missing.
      """)

  @OptionGroup var connection: ConnectionOptions
  @Flag(help: "Set up the missing parts; needs root.") var setUp = false
  @Flag(help: "Print a JSON object.") var json = false

  /// The state of the parts that Snapcast needs, for other programs.
  private static func report(_ facts: RoomsFacts) -> JSONObject {
    [
      "file": facts.file, "output": facts.output?.name, "installed": facts.isInstalled,
      "source": facts.hasSource, "pipe": facts.isPipeThere, "running": facts.isRunning == true,
      "complete": facts.isComplete, "addresses": facts.addresses,
    ]
  }

  func validate() throws {
    if json, setUp { throw ValidationError("Give --json or --set-up, not both.") }
  }

  func run() throws {
    let probe = MachineProbe()
    let file = connection.configurationFile
    var facts = probe.rooms(configuration: file)
    if json, facts.trouble == nil {
      Page.print(try JSON.line(Self.report(facts)))
      if !facts.isComplete { throw ExitCode.failure }
      return
    }
    Page.print(lines: RoomsText.lines(facts))
    if setUp, facts.trouble == nil, !facts.isComplete {
      try Self.check(facts)
      for step in RoomsText.plan(facts) { Page.print("  · \(step)") }
      OutputEnd.flush()
      try Self.carryOut(facts)
      facts = probe.rooms(configuration: file)
      Page.print(lines: RoomsText.lines(facts))
    }
    guard facts.trouble == nil else { throw ExitCode.failure }
    Page.print(lines: RoomsText.summary(facts))
    if !facts.isComplete { throw ExitCode.failure }
  }

  private static func check(_ facts: RoomsFacts) throws {
    guard facts.isInstalled else {
      throw Failure.refused("Install snapserver first: sudo apt install snapserver")
    }
    guard geteuid() == 0 else {
      throw Failure.refused(
        "This needs root: sudo jukebox rooms --set-up. It would "
          + RoomsText.plan(facts).joined(separator: "; ") + ".")
    }
  }

  private static func carryOut(_ facts: RoomsFacts) throws {
    do throws(SystemError) {
      if facts.output == nil { try HostFile.append("\n[output rooms]\ntype = snapcast\n", to: facts.file) }
    } catch {
      throw LocalFile.unwritable(facts.file, error.code)
    }
    if !facts.hasSource {
      let old = facts.serverFile ?? ""
      if facts.serverFile != nil {
        try LocalFile.write(Array((old + "\n").utf8), to: SnapserverFile.path + ".before-rooms")
      }
      let text = SnapserverFile.replacingSources(in: old + "\n", by: facts.source)
      try LocalFile.write(Array(text.utf8), to: SnapserverFile.path)
    }
    if !facts.isPipeThere { try run("systemd-tmpfiles", "--create", "jukebox.conf") }
    if facts.isRunning != true {
      try run("systemctl", "enable", "--now", "snapserver")
    } else if !facts.hasSource {
      try run("systemctl", "restart", "snapserver")
    }
    if facts.output == nil { try run("systemctl", "restart", "jukeboxd") }
  }

  private static func run(_ words: String...) throws {
    let ended = try? Subprocess.output(of: ["/usr/bin/env"] + words, within: .seconds(30))
    guard let ended, ended.status == 0 else {
      let reason = ended?.text.split(separator: "\n").last.map { ": \($0)" } ?? ""
      throw Failure.refused("`\(words.joined(separator: " "))` failed\(reason)")
    }
  }
}
