import Model

/// Further commands that find out what is wrong.
enum DoctorCommands {
  static let list: [Command] = [
    Command("doctor", .admin, 0...Command.any) { call throws(CommandError) in
      switch call.arguments.count > 0 ? call.arguments[0] : "" {
      case "tone": return try play(call)
      case "buttons": return try watch(call)
      case "": break
      default: throw .argument("Expected doctor, doctor tone SIDE or doctor buttons [LINE…]")
      }
      return call.wait { (completion: @escaping (Examination) -> Void) in
        call.backend.system.examine(completion: completion)
        return .done
      } then: { (examination: Examination) throws(CommandError) in
        call.client.output.pair("version", examination.version)
        for finding in examination.findings { write(finding, call) }
        return .done
      }
    }
  ]

  private static func play(_ call: Call) throws(CommandError) -> Answer {
    guard call.arguments.count == 2, let tone = TestTone(rawValue: call.arguments[1]) else {
      throw .argument("Expected left, right or both")
    }
    do throws(Refusal) { try call.backend.system.play(tone) } catch { throw error.commandError }
    call.client.output.pair("milliseconds", TestTone.milliseconds)
    return .done
  }

  private static func watch(_ call: Call) throws(CommandError) -> Answer {
    let lines = (1..<call.arguments.count).map { call.arguments[$0] }
    let unbound: (lines: Int, changes: [UnboundInput])
    do throws(Refusal) {
      unbound = try call.backend.system.unboundInputs(lines: lines)
    } catch {
      throw error.commandError
    }
    call.client.output.pair("lines", unbound.lines)
    for change in unbound.changes {
      call.client.output.pair("unbound", change.kind)
      call.client.output.pair("name", change.name)
      call.client.output.pair("place", change.place)
    }
    return .done
  }

  private static func write(_ finding: Finding, _ call: Call) {
    call.client.output.pair("check", finding.check)
    call.client.output.pair("group", finding.group.rawValue)
    call.client.output.pair("state", finding.state)
    call.client.output.pair("text", finding.text)
    guard case .fault(_, let effect, let remedy) = finding.outcome else { return }
    call.client.output.pair("effect", effect)
    call.client.output.pair("remedy", remedy)
  }
}
