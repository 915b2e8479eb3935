import Model

/// Songs of guests: whose they are, the rules, and the votes.
enum PartyCommands {
  static let list: [Command] = [
    Command("guest", .add, 1...1) { call throws(CommandError) in
      let name = call.arguments[0]
      guard PartyRules.isName(name) else {
        throw .argument("A visible name of at most \(PartyRules.nameBytes) bytes expected")
      }
      call.client.guest = name
      return .done
    },
    Command("party", .read, 0...0) { call throws(CommandError) in
      let rules = call.backend.playback.partyRules
      call.client.output.pair("songseach", rules.songsEach)
      call.client.output.pair("againafter", rules.againAfterMinutes)
      call.client.output.pair("skipneeded", rules.skipVotes)
      return .done
    },
    Command("vote", .add, 1...1) { call throws(CommandError) in
      try call.perform(.vote(entry(call), guest: guest(call)))
    },
    Command("withdraw", .add, 1...1) { call throws(CommandError) in
      try call.edit(.withdraw(entry(call), guest: guest(call)))
    },
  ]

  private static func guest(_ call: Call) throws(CommandError) -> String {
    guard let guest = call.client.guest else {
      throw CommandError(.permission, "Only guests do this: give a name with the command guest first")
    }
    return guest
  }

  private static func entry(_ call: Call) throws(CommandError) -> EntryID {
    guard let raw = UInt32(exactly: try call.arguments.unsigned(0)),
      call.backend.playback.position(of: EntryID(rawValue: raw)) != nil
    else { throw .noSuchSong }
    return EntryID(rawValue: raw)
  }
}

extension Event {
  /// The same of a guest, who changes own songs alone, and whose songs have no other place than the guest's turn.
  func asked(by guest: String, of playback: any Playback) throws(CommandError) -> Event {
    switch self {
    case .add(let tracks, _): return .request(tracks.map { QueueItem($0) }, guest: guest)
    case .addItems(let items, _): return .request(items, guest: guest)
    case .setRegion(let id, _), .setTags(let id, _):
      guard let position = playback.position(of: id),
        playback.queue.entries[position].told.guest == guest
      else { throw Refusal.notOwnSong.commandError }
      return self
    default: return self
    }
  }
}
