import Model

/// Further commands: what comes from elsewhere and goes there.
enum ExchangeCommands {
  static let list: [Command] = [
    Command("import", .control, 1...3, importFile),
    Command("importpart", .control, 1...1, importPart),
    Command("importsent", .control, 0...6, importSent),
    Command("sync", .control, 0...1) { call throws(CommandError) in
      report(call) { call.backend.exchange.synchronise(call.arguments.optional(0), completion: $0) }
    },
    Command("backup", .control, 0...1) { call throws(CommandError) in
      report(call) { call.backend.exchange.backUp(call.arguments.optional(0), completion: $0) }
    },
    Command("restore", .admin, 1...1) { call throws(CommandError) in
      report(call) { call.backend.exchange.restore(call.arguments[0], completion: $0) }
    },
  ]

  private static func report(
    _ call: Call, _ start: @escaping (@escaping Completion<[ExchangeReport]>) -> Void
  ) -> Answer {
    call.wait(
      for: { (completion: @escaping Completion<[ExchangeReport]>) in
        start(completion)
        return .done
      },
      otherwise: { call.error($0, of: call.arguments.optional(0) ?? "") },
      then: { (reports: [ExchangeReport]) throws(CommandError) in
        let pairs = reports.flatMap { report in
          var pairs = [ExchangeReport.Pair("volume", report.volume)] + report.pairs
          if let refusal = report.refusal {
            pairs += [.init("error", refusal.message), .init("error_key", refusal.key.rawValue)]
          }
          return pairs
        }
        return call.writeAll(pairs[...]) { call.client.output.pair($0.key, $0.value) }
      })
  }

  // MARK: Playlists from files

  /// `URI [name NAME]`
  private static func importFile(_ call: Call) throws(CommandError) -> Answer {
    guard let path = MusicPath.normalized(call.arguments[0]) else { throw .noSuchDirectory }
    let options = try Options(call.arguments, from: 1, known: ["name"])
    return run(ImportRequest(.file(uri: path), name: options["name"]), call)
  }

  /// `BASE64`: adds to this client's transfer; nothing starts again.
  private static func importPart(_ call: Call) throws(CommandError) -> Answer {
    guard let bytes = Base64.bytes(of: call.arguments[0]) else { throw .argument("Base64 expected") }
    if bytes.isEmpty {
      call.client.upload.drop(call.hub)
      return .done
    }
    guard call.client.upload.add(bytes, call.hub) else {
      call.client.upload.drop(call.hub)
      throw .argument("The file is too large")
    }
    return .done
  }

  /// `[name NAME] [format FORMAT] [path PATH]`
  private static func importSent(_ call: Call) throws(CommandError) -> Answer {
    let options = try Options(call.arguments, from: 0, known: ["name", "format", "path"])
    if let format = options["format"], !["m3u", "pls", "xspf", "cue"].contains(format) {
      throw .argument("Unrecognized format, expected one of 'm3u', 'pls', 'xspf', 'cue'")
    }
    let bytes = call.client.upload.take(call.hub)
    if bytes.isEmpty { throw .argument("No data was sent: use importpart first") }
    let source = ImportRequest.Source.bytes(bytes, format: options["format"], path: options["path"])
    return run(ImportRequest(source, name: options["name"]), call)
  }

  private static func run(_ request: ImportRequest, _ call: Call) -> Answer {
    var told = 0
    return call.wait(
      for: { completion in
        call.backend.imports.make(
          request,
          progress: { done, count in
            // Quick work is not reported.
            guard done - told >= 1000 else { return }
            told = done
            call.client.output.pair("progress", done)
            call.client.output.pair("of", count)
            call.client.resume()
          }, completion: completion)
      },
      otherwise: {
        if case .file(let uri) = request.source { call.error($0, of: uri) } else { $0.commandError }
      },
      then: { (outcome: ImportReport) throws(CommandError) in
        call.client.output.pair("playlist", outcome.name)
        call.client.output.pair("entries", outcome.entries)
        call.client.output.pair("matched", outcome.entries - outcome.unmatchedCount)
        write(outcome.leftOut, call)
        return call.writeAll(outcome.unmatched[...]) { call.client.output.pair("unmatched", $0) }
      })
  }

  private static func write(_ leftOut: LeftOut, _ call: Call) {
    call.client.output.pair("incomplete", !leftOut.isEmpty)
    if leftOut.surplus > 0 { call.client.output.pair("surplus", leftOut.surplus) }
    if leftOut.nameless > 0 { call.client.output.pair("nameless", leftOut.nameless) }
    if leftOut.isDamaged { call.client.output.pair("damaged", true) }
    if leftOut.isTooLong { call.client.output.pair("toolong", true) }
  }

  /// Words in pairs, in any order.
  private struct Options {
    private var values: [String: String] = [:]

    init(_ arguments: Arguments, from start: Int, known: Set<String>) throws(CommandError) {
      var index = start
      while index < arguments.count {
        let key = arguments[index]
        guard known.contains(key) else { throw .argument("Unknown option: \(key)") }
        guard let value = arguments.optional(index + 1) else { throw .argument("\(key) needs a value") }
        values[key] = value
        index += 2
      }
    }

    subscript(key: String) -> String? { values[key] }
  }
}
