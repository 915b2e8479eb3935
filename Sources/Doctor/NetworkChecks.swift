import Linux
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
    if !admitsPhones(facts) {
      return [
        .fault(
          "Phones cannot connect to \(address): trust = \(facts.trust) has no network of this machine.",
          effect: "The jukebox rejects phones and apps.", remedy: "trust = local   in the section [control]")
      ]
    }
    let text = "Phones can connect to \(address) (trust = \(facts.trust)"
    if facts.permissions.isEmpty || facts.permissions == "none" {
      return [.note("\(text)), and need a password: without one they may do nothing.")]
    }
    return [
      .well("\(text); without a password they may: \(facts.permissions)). A firewall is not checked.")
    ]
  }

  /// Whether `trust` includes an address in a network of this machine, other than the machine itself.
  private static func admitsPhones(_ facts: NetworkFacts) -> Bool {
    let trusted = facts.trust.split { $0 == " " || $0 == "," }.map(String.init)
    if trusted.contains("all") || trusted.contains("local") { return true }
    let networks = (facts.networks ?? []).filter { !$0.hasPrefix("127.") && !$0.hasPrefix("::1/") }
    // A machine that is in no network yet has no fault in `trust`.
    if networks.isEmpty { return true }
    return trusted.contains { one in networks.contains { overlap(one, $0) } }
  }

  /// Whether two networks have an address in common: then one has the first address of the other.
  private static func overlap(_ one: String, _ other: String) -> Bool {
    guard let one = IPNetwork(one), let other = IPNetwork(other), let first = first(of: one),
      let second = self.first(of: other)
    else { return false }
    return one.contains(second) || other.contains(first)
  }

  private static func first(of network: IPNetwork) -> IPAddress? {
    network.description.split(separator: "/").first.flatMap { IPAddress(String($0)) }
  }
}
