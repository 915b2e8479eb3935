import Model

/// The soundboard: further commands. A pad is named by its name (exact, its beginning, or words of it), its number in the
/// list, or its id.
enum PadCommands {
  static let list: [Command] = [
    Command("announce", .player, 1...5, announce),
    Command("pad", .player, 1...2, press),
    Command("padadd", .control, 1...2, add),
    Command("padfolder", .control, 1...7, editFolder),
    Command("padfolderrm", .control, 1...1) { call throws(CommandError) in
      let name = call.backend.pads.folderName(call.arguments[0]) ?? call.arguments[0]
      return call.whenDone(of: name) { call.backend.pads.remove(folder: name, completion: $0) }
    },
    Command("padfolders", .read, 0...0) { call throws(CommandError) in
      for report in call.backend.pads.folders {
        call.client.output.pair("folder", report.folder.name)
        if let colour = report.folder.colour { call.client.output.pair("colour", Colour.text(colour)) }
        call.client.output.pair("pads", report.pads)
      }
      return .done
    },
    Command("padget", .read, 1...1) { call throws(CommandError) in
      write(try find(call), call, inWhole: true)
      return .done
    },
    Command("padmove", .control, 2...2) { call throws(CommandError) in
      let pad = try find(call)
      let place = try call.arguments.number(1, in: 1...Pad.most, "Place")
      return call.whenDone(of: call.arguments[0]) {
        call.backend.pads.move(pad.pad.id, to: place, completion: $0)
      }
    },
    Command("padpause", .player, 0...0) { call throws(CommandError) in
      call.backend.pads.togglePause()
      return .done
    },
    Command("padremove", .control, 1...1) { call throws(CommandError) in
      let pad = try find(call)
      return call.whenDone(of: call.arguments[0]) { call.backend.pads.remove(pad.pad.id, completion: $0) }
    },
    Command("pads", .read, 0...5, read),
    Command("padset", .control, 3...Command.any, set),
    Command("padstop", .player, 0...1) { call throws(CommandError) in
      let isAll = call.arguments.optional(0).map { $0 == "all" } ?? true
      call.backend.pads.stop(isAll ? nil : try find(call).pad.id)
      return .done
    },
    Command("padtrim", .control, 3...3) { call throws(CommandError) in
      let pad = try find(call)
      let (start, end) = (try call.arguments.placeInSong(1), try call.arguments.placeInSong(2))
      guard end > start else {
        throw CommandError(key: .endsBeforeStart, "The end of a part must be after its start")
      }
      return call.wait(
        for: { (completion: @escaping Completion<String>) in
          call.backend.pads.trim(pad.pad.id, from: start, to: end, completion: completion)
          return .done
        },
        then: { (uri: String) throws(CommandError) in
          call.client.output.pair("file", uri)
          return .done
        })
    },
    Command("padusage", .read, 0...0, usage),
    Command("padwaveform", .read, 1...2) { call throws(CommandError) in
      let pad = try find(call)
      let parts =
        try call.arguments.optional(1) == nil ? 100 : call.arguments.number(1, in: 1...1000, "Parts")
      return call.wait(
        for: { (completion: @escaping Completion<[Double]>) in
          call.backend.pads.waveform(pad.pad.id, parts: parts, completion: completion)
          return .done
        },
        then: { (peaks: [Double]) throws(CommandError) in
          for peak in peaks { call.client.output.pair("peak", Decimal.short((peak * 1000).rounded() / 1000)) }
          return .done
        })
    },
  ]

  // MARK: Reading

  /// `[FOLDER] [sort place|name|newest|favourite] [find TEXT]`
  private static func read(_ call: Call) throws(CommandError) -> Answer {
    var words = (0..<call.arguments.count).map { call.arguments[$0] }[...]
    var pads = call.backend.pads.pads
    if words.count % 2 == 1, let text = words.popFirst() {
      let folder = call.backend.pads.folderName(text) ?? text
      pads = pads.filter { $0.pad.folder == folder }
      if pads.isEmpty, !folder.isEmpty,
        !call.backend.pads.folders.contains(where: { $0.folder.name == folder })
      {
        throw CommandError.named(.noSuchPadFolder, folder)
      }
    }
    while let word = words.popFirst(), let order = words.popFirst() {
      if word == "find" {
        let found = Set(call.backend.pads.matches(order).map(\.pad.id))
        pads.removeAll { !found.contains($0.pad.id) }
        continue
      }
      guard word == "sort" else { throw .argument("pads takes FOLDER, sort ORDER and find TEXT") }
      switch order {
      case "place": break
      case "name":
        pads.sort {
          NaturalOrder.key(for: Array($0.pad.name.lowercased().utf8)).lexicographicallyPrecedes(
            NaturalOrder.key(for: Array($1.pad.name.lowercased().utf8)))
        }
      case "newest": pads.sort { $0.pad.row > $1.pad.row }
      case "favourite":
        pads = pads.filter(\.pad.settings.isFavourite) + pads.filter { !$0.pad.settings.isFavourite }
      default: throw .argument("Unknown order of pads: \(order); place, name, newest or favourite expected")
      }
    }
    return call.writeAll(pads[...]) { write($0, call) }
  }

  /// Writes a pad's identity and state, and its settings that differ from the defaults.
  /// - Parameter inWhole: all that can be set, too.
  static func write(_ report: PadReport, _ call: Call, inWhole: Bool = false) {
    let pad = report.pad
    call.client.output.pair("pad", pad.name)
    call.client.output.pair("id", pad.id.description)
    call.client.output.pair("number", report.number)
    call.client.output.pair("file", report.uri)
    let plain = Pad(track: pad.track, row: pad.row, name: pad.name)
    for key in PadKey.allCases where key != .name {
      let text = text(key, of: pad)
      if inWhole || key == .mode || key == .volume || text != Self.text(key, of: plain) {
        call.client.output.pair(key.rawValue, text)
      }
    }
    if let duration = pad.duration { call.client.output.pair("duration", Decimal.seconds(duration)) }
    if pad.presses > 0 { call.client.output.pair("presses", Int(clamping: pad.presses)) }
    if report.voices > 0 { call.client.output.pair("playing", report.voices) }
    if report.isHeld { call.client.output.pair("held", true) }
    if let remaining = report.remaining { call.client.output.pair("remaining", Decimal.seconds(remaining)) }
    if pad.isAbsent { call.client.output.pair("absent", true) }
    if let problem = pad.problem { call.client.output.pair("problem", problem) }
    if let key = report.problemKey { call.client.output.pair("problem_key", key.rawValue) }
  }

  private static func text(_ key: PadKey, of pad: Pad) -> String {
    let settings = pad.settings
    return switch key {
    case .name: pad.name
    case .folder: pad.folder
    case .volume: "\(settings.volumePercent)"
    case .boost: Decimal.short(settings.boost)
    case .speed: Decimal.short(settings.speed)
    case .loops: "\(settings.loops)"
    case .bass: Decimal.short(settings.equaliser.bass)
    case .mid: Decimal.short(settings.equaliser.mid)
    case .treble: Decimal.short(settings.equaliser.treble)
    case .colour: settings.colour.map(Colour.text) ?? ""
    case .favourite: settings.isFavourite ? "1" : "0"
    case .start: Decimal.seconds(settings.start)
    case .end: settings.end.map(Decimal.seconds) ?? ""
    case .delay: Decimal.seconds(settings.delay)
    case .mode: settings.mode.rawValue
    case .group: settings.group
    case .duck: Decimal.short(settings.duck)
    }
  }

  private static func usage(_ call: Call) throws(CommandError) -> Answer {
    let usage = call.backend.pads.usage
    for (name, value) in [
      ("pads", usage.pads), ("absent", usage.absent), ("playing", usage.playing), ("loaded", usage.loaded),
      ("files", usage.files), ("bytes", Int(clamping: usage.fileBytes)), ("memory", usage.memoryBytes),
      ("memory_limit", usage.mostMemoryBytes),
    ] {
      call.client.output.pair(name, value)
    }
    return .done
  }

  /// The pad that the first argument names.
  static func find(_ call: Call) throws(CommandError) -> PadReport {
    let text = call.arguments[0]
    guard let pad = call.backend.pads.find(text) else {
      throw CommandError.named(.noSuchPad, text)
    }
    return pad
  }

  // MARK: Playing

  /// `NAME|NUMBER|ID [wait]`: with `wait` the answer comes once what began has ended.
  private static func press(_ call: Call) throws(CommandError) -> Answer {
    let pad = try find(call).pad.id
    let word = call.arguments.optional(1)
    guard word == nil || word == "wait" else { throw .argument("Expected \"wait\": \(word ?? "")") }
    try FamilyCommands.requireOpen(call)
    return call.whenDone { completion in
      call.backend.pads.press(
        pad, began: { if word == nil || $0 != nil { completion($0) } },
        ended: { if word != nil { completion(nil) } })
    }
  }

  /// `URI [volume N] [duck N]`, where `say:TEXT` is spoken. A song is music: who only plays has none while it may not begin.
  private static func announce(_ call: Call) throws(CommandError) -> Answer {
    let isText = call.arguments[0].hasPrefix("say:")
    if !isText, !call.client.permissions.isSuperset(of: .control) { try FamilyCommands.requireOpen(call) }
    let uri = isText ? call.arguments[0] : try call.localPath(otherwise: .noSuchSong, mayBeStream: true)
    var volume: Int?
    var duck: Double?
    for index in stride(from: 1, to: call.arguments.count, by: 2) {
      let word = call.arguments[index]
      guard index + 1 < call.arguments.count else { throw .argument("\"\(word)\" needs a value") }
      switch word {
      case "volume": volume = try call.arguments.number(index + 1, in: 0...100, "Volume")
      case "duck":
        let decibels = try call.arguments.float(index + 1)
        guard PadSettings.ducks.contains(decibels) else {
          throw .argument("Duck \(call.arguments[index + 1]): 0 to 60 dB expected")
        }
        duck = decibels
      default: throw .argument("announce takes URI, volume N and duck N: \(word)")
      }
    }
    return call.whenDone(of: call.arguments[0]) {
      call.backend.pads.announce(uri, volume: volume, duck: duck, completion: $0)
    }
  }

  // MARK: Changing

  /// `ID KEY VALUE…`
  private static func set(_ call: Call) throws(CommandError) -> Answer {
    let pad = try find(call)
    var values: [(PadKey, String)] = []
    for index in stride(from: 1, to: call.arguments.count, by: 2) {
      guard let key = PadKey(rawValue: call.arguments[index]) else {
        let keys = PadKey.allCases.map(\.rawValue).joined(separator: ", ")
        throw .argument("Unknown key of a pad: \(call.arguments[index]); one of \(keys) expected")
      }
      guard index + 1 < call.arguments.count else { throw .argument("\"\(key.rawValue)\" needs a value") }
      values.append((key, call.arguments[index + 1]))
    }
    return try wait(call) { (completion) throws(Refusal) in
      try call.backend.pads.change(pad.pad.id, values, completion: completion)
    }
  }

  /// `URI [NAME]`
  private static func add(_ call: Call) throws(CommandError) -> Answer {
    let uri = try call.localPath(otherwise: .noSuchSong)
    let name = call.arguments.optional(1)
    if let name, !Pad.isName(name) { throw .argument("A pad's name is \(PadKey.name.expectation)") }
    return try wait(call) { (completion) throws(Refusal) in
      call.backend.pads.add(uri, name: name, completion: completion)
    }
  }

  /// `NAME [colour C] [place N] [rename NAME]`
  private static func editFolder(_ call: Call) throws(CommandError) -> Answer {
    let words = call.arguments
    guard Pad.isName(words[0]) else { throw .argument("A pad folder's name is \(PadKey.name.expectation)") }
    let folder = call.backend.pads.folderName(words[0]) ?? words[0]
    var edits: [PadFolderEdit] = []
    for index in stride(from: 1, to: words.count, by: 2) {
      guard index + 1 < words.count else { throw .argument("\"\(words[index])\" needs a value") }
      switch words[index] {
      case "colour": edits.append(.colour(try words[index + 1].isEmpty ? nil : Colour.read(words[index + 1])))
      case "place": edits.append(.place(try words.number(index + 1, in: 1...PadFolder.most, "Place")))
      case "rename":
        guard Pad.isName(words[index + 1]) else {
          throw .argument("A pad folder's name is \(PadKey.name.expectation)")
        }
        edits.append(.rename(words[index + 1]))
      default: throw .argument("Unknown part of a pad folder: \(words[index])")
      }
    }
    return call.whenDone(of: call.arguments[0]) {
      call.backend.pads.edit(folder: folder, edits, completion: $0)
    }
  }

  /// Answers with the pad as it is then.
  private static func wait(
    _ call: Call,
    _ start: @escaping (@escaping Completion<PadReport>) throws(Refusal) -> Void
  ) throws(CommandError) -> Answer {
    var refusal: Refusal?
    let answer = call.wait(
      for: { (completion: @escaping Completion<PadReport>) in
        do throws(Refusal) { try start(completion) } catch { refusal = error }
        return .done
      },
      otherwise: { $0.commandError(of: call.arguments[0]) },
      then: { (pad) throws(CommandError) in
        write(pad, call)
        return .done
      })
    if let refusal { throw refusal.commandError }
    return answer
  }
}
