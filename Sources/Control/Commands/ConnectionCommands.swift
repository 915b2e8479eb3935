import Linux
import Model

/// Commands for the connection itself.
enum ConnectionCommands {
  static let list: [Command] = [
    Command("binarylimit", [], 1...1) { call throws(CommandError) in
      let bytes = try call.arguments.unsigned(0)
      if bytes < 64 { throw .argument("Value too small") }
      call.client.binaryLimit = min(bytes, call.hub.limits.outputBytes)
      return .done
    },
    Command("close", [], 0...Command.any) { call throws(CommandError) in
      call.client.close()
      return .done
    },
    Command("idle", .read, 0...Command.any, idle),
    Command("password", [], 1...2, password),
    Command("ping", [], 0...0) { _ throws(CommandError) in .done },
    Command("protocol", [], 0...Command.any, protocolFeatures),
    Command("restrict", [], 1...Command.any) { call throws(CommandError) in
      let words = call.arguments.words.joined(separator: ",")
      guard let permissions = Permissions(words) else {
        throw .argument("\(Permissions.expected) expected: \(words)")
      }
      call.client.restrict(to: permissions)
      return .done
    },
    Command("tagtypes", [], 0...Command.any, tagTypes),
  ]

  private static func idle(_ call: Call) throws(CommandError) -> Answer {
    var subsystems: Subsystems = []
    for name in call.arguments.words {
      guard let subsystem = Subsystems(named: name) else {
        throw .argument("Unrecognized idle event: \(name)")
      }
      subsystems.insert(subsystem)
    }
    if call.client.isInList { throw CommandError(.unknown, "Not possible in a command list") }
    call.hub.tellChanges()
    call.client.idle(subsystems.isEmpty ? .ofMPD : subsystems)
    return .done
  }

  /// `WORD [MACHINE]`: a password replaces the client's permissions. A wrong one suspends its client for a while, and every
  /// further one from the same address with it. A local client that gives it for somebody at another machine is answered at
  /// once: it serves others, too, and within that while no password of that machine is looked at.
  private static func password(_ call: Call) throws(CommandError) -> Answer {
    let (hub, client) = (call.hub, call.client)
    let visitor = call.arguments.optional(1)
    guard visitor == nil || client.isLocal else {
      throw CommandError(.permission, "Command only permitted to local clients")
    }
    let refusal = CommandError(.password, "incorrect password")
    if hub.access.passwords.isEmpty { throw refusal }
    let machine = visitor.map { "a visitor at \($0)" } ?? client.address?.machine ?? "this machine"
    let wait = hub.guesses.wait(of: machine, at: .now())
    if wait > .zero {
      if visitor != nil {
        let seconds = (wait.nanoseconds + 999_999_999) / 1_000_000_000
        throw CommandError(
          key: .limitReached, "Wait \(seconds) s before the next password", about: "\(seconds)")
      }
      if let later = hub.later {
        return try call.pause(wait, refusal: refusal, by: later) { () throws(CommandError) in
          try Self.password(call)
        }
      }
    }
    if let permissions = hub.access.permissions(of: call.arguments[0]) {
      hub.guesses.forget(machine)
      client.grant(permissions)
      return .done
    }
    let pause = hub.guesses.noteWrong(from: machine, at: .now())
    Log.repeatable(.warning, "control: a wrong password from \(machine)")
    guard visitor == nil, let later = hub.later else { throw refusal }
    return try call.pause(pause, refusal: refusal, by: later) { () throws(CommandError) in throw refusal }
  }

  // MARK: Tags

  private static func tagTypes(_ call: Call) throws(CommandError) -> Answer {
    let known = call.backend.system.machine.tags
    guard let verb = call.arguments.optional(0) else {
      write(call.client.tags.intersection(known), call)
      return .done
    }
    switch verb {
    case "all":
      try expectNoMore(call)
      call.client.tags = .all
    case "clear":
      try expectNoMore(call)
      call.client.tags = TagSet()
    case "available":
      try expectNoMore(call)
      write(known, call)
    case "disable":
      for tag in try namedTags(call) { call.client.tags.remove(tag) }
    case "enable":
      for tag in try namedTags(call) { call.client.tags.insert(tag) }
    case "reset":
      call.client.tags = TagSet(try namedTags(call))
    default: throw .argument("Unknown sub command")
    }
    return .done
  }

  private static func write(_ tags: TagSet, _ call: Call) {
    for tag in Tag.allCases where tags.contains(tag) { call.client.output.pair("tagtype", tag.word) }
  }

  private static func namedTags(_ call: Call) throws(CommandError) -> [Tag] {
    guard call.arguments.count > 1 else { throw .argument("Not enough arguments") }
    var tags: [Tag] = []
    for name in call.arguments.words.dropFirst() {
      guard let tag = Tag(named: name) else { throw .argument("Unknown tag type") }
      tags.append(tag)
    }
    return tags
  }

  // MARK: Features

  private static func protocolFeatures(_ call: Call) throws(CommandError) -> Answer {
    guard let verb = call.arguments.optional(0) else {
      write(call.client.features, call)
      return .done
    }
    switch verb {
    case "all":
      try expectNoMore(call)
      call.client.features = ProtocolFeature.ofMPD
    case "clear":
      try expectNoMore(call)
      call.client.features = []
    case "available":
      try expectNoMore(call)
      write(Set(ProtocolFeature.allCases), call)
    case "disable": call.client.features.subtract(try namedFeatures(call))
    case "enable": call.client.features.formUnion(try namedFeatures(call))
    default: throw .argument("Unknown sub command")
    }
    return .done
  }

  private static func write(_ features: Set<ProtocolFeature>, _ call: Call) {
    for feature in ProtocolFeature.allCases where features.contains(feature) {
      call.client.output.pair("feature", feature.rawValue)
    }
  }

  private static func namedFeatures(_ call: Call) throws(CommandError) -> [ProtocolFeature] {
    guard call.arguments.count > 1 else { throw .argument("Not enough arguments") }
    var features: [ProtocolFeature] = []
    for name in call.arguments.words.dropFirst() {
      guard let feature = ProtocolFeature(rawValue: name) else { throw .argument("Unknown protocol feature") }
      features.append(feature)
    }
    return features
  }

  private static func expectNoMore(_ call: Call) throws(CommandError) {
    if call.arguments.count > 1 { throw .argument("Too many arguments") }
  }
}
