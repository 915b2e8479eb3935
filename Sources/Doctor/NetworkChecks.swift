import Model

/// Whether phones can reach the jukebox.
public enum NetworkChecks {
  public static let all: [Check<NetworkFacts>] = [Check(.network, "port", port)]

  private static let example = "tcp = 0.0.0.0:6600   in the section [control]"

  @Sendable static func port(_ facts: NetworkFacts) -> [Finding.Outcome] {
    guard let address = facts.address else {
      return [.note("Phones cannot connect: the port is off. To open it: \(example)")]
    }
    if let trouble = facts.trouble {
      return [
        .fault(
          "The port \(address) is not open: \(trouble)", effect: "Phones cannot connect.",
          remedy: "sudo ss -ltnp   shows the program that has the port")
      ]
    }
    if facts.isLoopback {
      return [.note("Phones cannot connect: \(address) is for this machine only. To change it: \(example)")]
    }
    let permissions = facts.permissions.isEmpty ? "nothing" : facts.permissions
    return [
      .well(
        "Phones can connect to \(address) (trust = \(facts.trust); without a password they may: \(permissions)). "
          + "A firewall is not checked.")
    ]
  }
}
