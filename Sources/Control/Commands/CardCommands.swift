import Model

/// Further commands about cards, tags and printed codes.
enum CardCommands {
  static let list: [Command] = [
    Command("cards", .read, 0...0, cards),
    Command("card", .player, 1...Command.any) { call throws(CommandError) in
      let verb = call.arguments[0].lowercased()
      guard let form = forms.first(where: { $0.verb == verb }) else {
        throw .argument("card \(verb), expected: \(forms.map(\.verb).joined(separator: ", "))")
      }
      try call.require(form.permission)
      guard form.arguments.contains(call.arguments.count - 1) else {
        throw .argument("wrong number of arguments, expected: card \(form.usage)")
      }
      return try form.run(call)
    },
  ]

  private struct Form: Sendable {
    let verb: String
    let permission: Permissions
    let arguments: ClosedRange<Int>
    let usage: String
    let run: @Sendable (Call) throws(CommandError) -> Answer
  }

  private static let forms: [Form] = [
    Form(verb: "placed", permission: .player, arguments: 1...2, usage: "placed NUMBER [READER]") {
      call throws(CommandError) in
      call.backend.cards.place(try permittedNumber(call), on: try reader(call, 2))
      return .done
    },
    Form(verb: "away", permission: .player, arguments: 0...1, usage: "away [READER]") {
      call throws(CommandError) in
      call.backend.cards.takeAway(from: try reader(call, 1))
      return .done
    },
    Form(verb: "play", permission: .player, arguments: 1...1, usage: "play NUMBER") {
      call throws(CommandError) in
      let number = try permittedNumber(call)
      return call.whenDone { call.backend.cards.play(number, completion: $0) }
    },
    Form(
      verb: "bind", permission: .control, arguments: 3...17,
      usage: "bind NUMBER KIND TARGET [name TEXT] [again WORD] [away WORD] [order WORD] [volume PERCENT] "
        + "[repeat-ms MS] [when-locked yes|no]",
      run: bind),
    Form(verb: "unbind", permission: .control, arguments: 1...1, usage: "unbind NUMBER") {
      call throws(CommandError) in
      let number = try number(call)
      if call.backend.cards.hasAction(number) { try call.require(.admin) }
      return call.whenDone { call.backend.cards.unbind(number, completion: $0) }
    },
    Form(verb: "learn", permission: .control, arguments: 0...1, usage: "learn [SECONDS]", run: learn),
    Form(verb: "reader", permission: .player, arguments: 2...2, usage: "reader NAME STATE") {
      call throws(CommandError) in
      if !call.client.isReader { try call.require(.admin) }
      call.backend.cards.note(try choice("state", call.arguments[2]), of: try reader(call, 1))
      return .done
    },
  ]

  // MARK: Arguments

  private static func number(_ call: Call) throws(CommandError) -> CardNumber {
    guard let number = CardNumber(call.arguments[1]) else {
      throw .argument("A card's number has 1 to \(CardNumber.mostBytes) printable characters of ASCII")
    }
    return number
  }

  /// A client does by a card only what it may bind to one: numbers are no secret. Only a reader of the box has the card itself.
  private static func permittedNumber(_ call: Call) throws(CommandError) -> CardNumber {
    let number = try number(call)
    if !call.client.isReader, call.backend.cards.hasAction(number) { try call.require(.admin) }
    return number
  }

  /// A client that names no reader is one of its own.
  private static func reader(_ call: Call, _ index: Int) throws(CommandError) -> String {
    let name = call.arguments.optional(index) ?? "client"
    guard Pad.isName(name) else { throw .argument("A reader's name has at most \(Pad.mostNameBytes) bytes") }
    return name
  }

  // MARK: Binding

  private static func bind(_ call: Call) throws(CommandError) -> Answer {
    let number = try number(call)
    let request = try request(call.arguments[2].lowercased(), call.arguments[3])
    if case .action = request { try call.require(.admin) }
    if call.backend.cards.hasAction(number) { try call.require(.admin) }
    var options = CardOptions()
    if case .action(let action) = request { options.isWhenLocked = action.isForLimits }
    try read(call, into: &options)
    if options.repeatMilliseconds != nil || options.isWhenLocked {
      guard case .action = request else {
        throw .argument("repeat-ms and when-locked are of cards that do an action")
      }
    }
    return call.whenDone(of: call.arguments[3]) {
      call.backend.cards.bind(number, to: request, options, completion: $0)
    }
  }

  private static func request(_ kind: String, _ target: String) throws(CommandError) -> CardRequest {
    switch kind {
    case "playlist", "podcast": return .playlist(target)
    case "folder": return .folder(target)
    case "song": return .song(target)
    case "stream": return .stream(target)
    case "pad", "action":
      let text = kind == "pad" ? "pad \(target)" : target
      do throws(Action.Fault) {
        return .action(try Action(reading: text))
      } catch {
        throw .argument("\(error.problem), expected: \(error.expected)")
      }
    default:
      throw .argument("\(kind), expected: playlist, podcast, folder, song, stream, pad or action")
    }
  }

  private static func read(_ call: Call, into options: inout CardOptions) throws(CommandError) {
    var index = 4
    while index < call.arguments.count {
      let word = call.arguments[index].lowercased()
      guard let value = call.arguments.optional(index + 1) else {
        throw .argument("\(word) lacks its value")
      }
      switch word {
      case "name" where Pad.isName(value): options.name = value
      case "again": options.again = try choice(word, value)
      case "away": options.away = try choice(word, value)
      case "order": options.order = try choice(word, value)
      case "volume": options.volume = try call.arguments.number(index + 1, in: 0...100, "A volume")
      case "repeat-ms":
        options.repeatMilliseconds = try call.arguments.number(
          index + 1, in: CardOptions.repeatMillisecondLimits, "A period")
      case "when-locked" where ["yes", "no"].contains(value): options.isWhenLocked = value == "yes"
      default:
        throw .argument(
          "\(word) \(value), expected: name TEXT, or again, away, order, volume, repeat-ms or when-locked and its value"
        )
      }
      index += 2
    }
  }

  private static func choice<Value: CaseIterable & RawRepresentable<String>>(
    _ word: String, _ value: String
  ) throws(CommandError) -> Value {
    guard let choice = Value(rawValue: value) else {
      let all = Value.allCases.map(\.rawValue).joined(separator: ", ")
      throw .argument("\(word) \(value), expected: one of \(all)")
    }
    return choice
  }

  // MARK: Learning and listing

  private static let patienceSeconds = 60
  private static let mostPatienceSeconds = 600

  /// `[SECONDS]`
  private static func learn(_ call: Call) throws(CommandError) -> Answer {
    let seconds =
      call.arguments.count > 1
      ? try call.arguments.number(1, in: 1...mostPatienceSeconds, "A time") : patienceSeconds
    call.endsWithClient = true
    return call.wait(
      for: { call.backend.cards.learn(for: .seconds(seconds), completion: $0) },
      then: { (card: LearnedCard) throws(CommandError) in
        call.client.output.pair("card", card.number.description)
        call.client.output.pair("reader", card.reader)
        return .done
      })
  }

  private static func cards(_ call: Call) -> Answer {
    let unknown = call.backend.cards.unknownCards
    let cards = call.backend.cards.cards
    for card in unknown {
      call.client.output.pair("unknown", card.number.description)
      call.client.output.pair("reader", card.reader)
      call.client.output.pair("ago", Int(card.age.components.seconds))
    }
    return call.writeAll(cards[...]) { card in
      let options = card.options
      call.client.output.pair("card", card.number.description)
      call.client.output.pair(card.kind.rawValue, card.target)
      if let volume = card.volume { call.client.output.pair("storage", volume) }
      if let name = options.name { call.client.output.pair("name", name) }
      if let again = options.again { call.client.output.pair("again", again.rawValue) }
      if let away = options.away { call.client.output.pair("away", away.rawValue) }
      if options.order != .album { call.client.output.pair("order", options.order.rawValue) }
      if let volume = options.volume { call.client.output.pair("volume", volume) }
      if let period = options.repeatMilliseconds { call.client.output.pair("repeat-ms", period) }
      if options.isWhenLocked {
        call.client.output.pair("when-locked", "yes")
      } else if card.kind == .action, Action(card.target)?.isForLimits == true {
        call.client.output.pair("when-locked", "no")
      }
      if card.isHidden { call.client.output.pair("hidden", true) }
      if card.isAbsent { call.client.output.pair("absent", true) }
      if card.isCurrent { call.client.output.pair("current", true) }
    }
  }
}

extension Action {
  /// Whether a card for it is for the very time when others do nothing.
  fileprivate var isForLimits: Bool {
    switch self {
    case .allow, .lock: true
    case .giveBudget(let minutes): minutes > 0
    default: false
    }
  }
}
