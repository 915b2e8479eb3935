import Client
import Doctor
import Model

extension Target {
  /// Whether the jukebox certainly runs where this program does: a port of this machine may lead to another one.
  var isOnThisMachine: Bool {
    if case .unix = address { true } else { false }
  }
}

/// A daemon's findings about itself, or the reason why it does not answer.
struct DaemonFindings {
  private(set) var findings: [Finding] = []
  private(set) var version: String?
  private var silence: String?
  private var isForbidden = false

  init(asking connection: Connection) throws(Failure) {
    do throws(Failure) {
      let answer = try connection.ask("doctor")
      version = answer["version"]
      findings = Finding.all(answer)
    } catch {
      guard error.kind == .refused else { throw error }
      findings = [Finding(.sound, "daemon", .unseen("sound, sticks and inputs: \(error)"))]
    }
  }

  init(silence failure: Failure, at address: Address) {
    if case .unix(let path) = address { isForbidden = failure == .forbidden(path) }
    findings = [
      Finding(
        .sound, "daemon",
        .unseen(
          "sound, sticks and inputs, since "
            + (isForbidden
              ? "this user has no permission to use the jukebox's socket" : "the jukebox does not answer")))
    ]
    silence = failure.description.split(separator: "\n").first.map { line in
      String(line.hasSuffix(".") ? line.dropLast() : line)
    }
  }

  /// Findings of this program about the machine.
  func machine() -> [Finding] {
    var facts = MachineProbe().facts(isAnswering: silence == nil || isForbidden)
    facts.silence = silence
    facts.isForbidden = isForbidden
    facts.version = ProgramVersion.current
    facts.daemonVersion = version
    return MachineChecks.all.findings(in: facts)
  }
}
