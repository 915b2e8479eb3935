import Client
import JSON

/// The JSON of a command's answer, by one rule for all commands.
enum CommandAnswer {
  /// Commands that need no other permission than `read` and answer about one thing. All others of that permission list
  /// things.
  static let ofOneThing: Set<String> = [
    "analysis", "artwork", "budget", "clock", "count", "currentchord", "currentsong", "engine", "getvol",
    "listening", "padget",
    "padusage", "partition", "party", "personal", "ping", "playlistcover", "playlistget", "playlistlength",
    "readcomments",
    "record", "replay_gain_status", "searchcount", "stats", "status",
  ]

  /// Commands of other permissions whose answers list things.
  static let furtherListings: Set<String> = ["playlistfetch", "remove", "settings", "trash"]

  /// Commands that change what a connection is, or whose answers are no text.
  static let refused: Set<String> = [
    "albumart", "binarylimit", "close", "command_list_begin", "command_list_end", "command_list_ok_begin",
    "guest", "idle",
    "noidle", "password", "protocol", "readmessages", "readpicture", "restrict", "subscribe", "tagtypes",
    "thumbnail", "unsubscribe", "uploadbytes",
  ]

  /// Commands that need others after them on the same connection.
  static let refusedAlone: Set<String> = ["importpart"]

  /// - Parameter isListing: whether the command needs no other permission than `read`.
  /// - Returns: the JSON, and the number of all things if the answer has it.
  static func json(_ answer: Answer, of command: String, isListing: Bool) -> (json: [UInt8], total: String?) {
    var pairs = answer.pairs[...]
    guard isListing && !ofOneThing.contains(command) || furtherListings.contains(command) else {
      return (JSONWriter.text { $0.object(of: pairs) }, nil)
    }
    var total: String?
    if let first = pairs.first, first.key == "total" {
      total = first.value
      pairs = pairs.dropFirst()
    }
    let json = JSONWriter.text { writer in
      writer.array { writer in for item in items(pairs, of: command) { writer.object(of: item) } }
    }
    return (json, total)
  }

  /// The answer cut into things: each begins with the key of the first one, or with one that the command has for another
  /// kind of thing.
  static func items(_ pairs: ArraySlice<Answer.Pair>, of command: String) -> [ArraySlice<Answer.Pair>] {
    guard let first = pairs.first else { return [] }
    let beginnings = beginnings(of: command, first: first.key)
    var items: [ArraySlice<Answer.Pair>] = []
    var start = pairs.startIndex
    for index in pairs.indices.dropFirst() where beginnings.contains(pairs[index].key) {
      items.append(pairs[start..<index])
      start = index
    }
    items.append(pairs[start...])
    return items
  }

  private static func beginnings(of command: String, first: String) -> Set<String> {
    switch command {
    case "listall", "listallinfo", "listfiles", "lsinfo": ["file", "directory", "playlist"]
    case "cards": ["card", "unknown"]
    case "volumes": ["volume", "unused"]
    case "theory": first == "key" ? ["key", "chord", "section"] : [first]
    case "scan": ["updating_db", "volume", "scanned"]
    // Songs under headings.
    case "browse", "playlistgroups": first == "group" ? ["group", "file"] : [first]
    default: [first]
    }
  }
}
