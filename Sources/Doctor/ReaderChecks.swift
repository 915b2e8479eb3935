import Model

/// Whether readers of cards are there, and what is odd about cards.
enum ReaderChecks {
  static let all: [Check<InputFacts>] = [
    Check(.inputs, "readers", readers), Check(.inputs, "typing", typing), Check(.inputs, "cards", cards),
  ]

  @Sendable static func readers(_ facts: InputFacts) -> [Finding.Outcome] {
    facts.readers.map { reader in
      if reader.isThere { return .well("Reader \(reader.name): \(reader.device)") }
      return .fault(
        "The reader \(reader.name) is not there: no input device is called \(reader.device).",
        effect: "Its cards do nothing.",
        remedy: "grep Name /proc/bus/input/devices   shows the names; plug it in, or correct `device` in the "
          + "section [reader \(reader.name)]")
    }
  }

  @Sendable static func typing(_ facts: InputFacts) -> [Finding.Outcome] {
    let taken = Set(facts.readers.map(\.name) + facts.radioReaders.map(\.name))
    let names = (1...).lazy.map { $0 == 1 ? "cards" : "cards\($0)" }.filter { !taken.contains($0) }
    return zip(facts.typing, names).map { device, name in
      .fault(
        "\(device) types numbers as a reader of cards does, and has no section.",
        effect: "Its cards do nothing.",
        remedy: "printf '\\n[reader \(name)]\\ndevice = %s\\n' \(Words.quoted(device)) | sudo tee -a "
          + "\(facts.configuration)   then: sudo systemctl reload jukeboxd")
    }
  }

  @Sendable static func cards(_ facts: InputFacts) -> [Finding.Outcome] {
    facts.doubleCards.map { card in
      .note("The card \(card.number) is bound twice: \(card.plays) plays, and \(card.hidden) does not.")
    }
      + facts.lostCards.map { card in
        .fault(
          "The music of the card \(card.number) is no more on \(card.stick).",
          effect: "The card plays nothing.",
          remedy: "jukebox card remove \(Words.quoted(card.number))   or bind it to other music")
      }
  }
}
