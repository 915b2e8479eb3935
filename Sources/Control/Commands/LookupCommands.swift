import Model

/// Further command: finding songs as one types.
enum LookupCommands {
  static let list: [Command] = [Command("lookup", .read, 1...Command.any, lookup)]

  /// As many as a screen takes, and some.
  private static let usual = 0..<50
  /// More than this are never ranked.
  private static let most = 1000

  /// `WORD… [window START:END]`
  private static func lookup(_ call: Call) throws(CommandError) -> Answer {
    var words = call.arguments.words[...]
    let window = try call.arguments.takeWindow(from: &words, behind: 1)?.clamped(to: 0..<most) ?? usual
    if window.isEmpty { return .done }
    let text = words.joined(separator: " ")
    return call.wait(
      for: { call.backend.catalogue.lookup(text, limit: window.upperBound, completion: $0) },
      then: { (result) throws(CommandError) in
        if let suggestion = result.suggestion { call.client.output.pair("suggestion", suggestion) }
        return call.writeAll(result.songs.dropFirst(window.lowerBound)) { call.writeWhole($0) }
      })
  }
}
