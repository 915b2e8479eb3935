import Linux
import Model

/// Commands that list values of tags in the library, and count their songs.
enum TagCommands {
  static let list: [Command] = [
    Command("count", .read, 1...Command.any) { call throws(CommandError) in
      try count(call, foldsCase: false)
    },
    Command("list", .read, 1...Command.any, listValues),
    Command("searchcount", .read, 1...Command.any) { call throws(CommandError) in
      try count(call, foldsCase: true)
    },
  ]

  // MARK: Counting

  private struct Sum {
    var songs = 0
    var duration = Duration.zero

    mutating func add(_ tally: SongTally) {
      songs += tally.songs
      duration += tally.duration
    }

    func write(_ call: Call) {
      call.client.output.pair("songs", songs)
      call.client.output.pair("playtime", duration.components.seconds)
    }
  }

  /// `FILTER… [group TAG]`
  private static func count(_ call: Call, foldsCase: Bool) throws(CommandError) -> Answer {
    var words = call.arguments.words[...]
    let group = try takeGroup(&words, call)
    let selection = SongSelection(
      words.isEmpty && group != nil ? .all([]) : try FilterParser.parse(words, foldsCase: foldsCase))
    guard let group else {
      var sum = Sum()
      return TallySearch(call, selection, []) { sum.add($0) }.start { () throws(CommandError) in
        sum.write(call)
        return .done
      }
    }
    let telling = GroupWriter<BrowseGroup.Name, Sum>(
      call: call, window: 0..<Int.max,
      search: { sums, then in
        TallySearch(call, selection, [group]) { tally in
          let values = tally.valuesOrStandIns(of: group)
          for value in Set((values.isEmpty ? [""] : values).map { BrowseGroup.Name((group.word, $0)) }) {
            sums.change(value, from: Sum()) {
              $0.add(tally)
              return 0
            }
          }
        }.start(then: then)
      },
      write: { name, sum in
        for pair in name.pairs { call.client.output.pair(pair.key, pair.value) }
        sum.write(call)
      })
    return telling.start(byBytes())
  }

  /// The order of values by their bytes, the first of a name's counts most.
  private static func byBytes<Value>() -> GroupPage<BrowseGroup.Name, Value>.Order {
    .init(
      key: { name in
        var key: [UInt8] = []
        key.reserveCapacity(name.pairs.reduce(0) { $0 + $1.value.utf8.count + 1 })
        for (place, pair) in name.pairs.enumerated() {
          if place > 0 { key.append(0) }
          key.append(contentsOf: pair.value.utf8)
        }
        return key
      },
      size: { $0.pairs.reduce(150) { $0 + $1.value.utf8.count } })
  }

  /// Takes `group TAG` from the end.
  private static func takeGroup(
    _ words: inout ArraySlice<String>, _ call: Call
  ) throws(CommandError) -> Tag? {
    guard let name = words.takeOption("group").map({ call.arguments[$0] }) else { return nil }
    guard let tag = Tag(named: name) else { throw .argument("Unknown tag type: \(name)") }
    return tag
  }

  // MARK: Values

  /// `TAG [FILTER…] [group TAG]… [window A:B]`; the older form `album ARTIST` too. The last group is the outermost.
  private static func listValues(_ call: Call) throws(CommandError) -> Answer {
    var words = call.arguments.words.dropFirst()
    let name = call.arguments[0]
    let window = try call.arguments.takeWindow(from: &words) ?? 0..<Int.max
    if ["file", "filename"].contains(name.lowercased()) {
      let filter = words.isEmpty ? Filter.all([]) : try FilterParser.parse(words, foldsCase: false)
      let selection = SongSelection(filter)
      return LineSearch(call, selection, nil, window)?.start()
        ?? SongSearch(call, selection, window) { call.client.output.address("file", $0.song.uri) }.start()
    }
    guard let tag = Tag(named: name) else { throw .argument("Unknown tag type: \(name)") }
    // Only alone: with groups, MPD takes a single word for half a filter.
    let artist = words.count == 1 ? words.first.flatMap { $0.hasPrefix("(") ? nil : $0 } : nil
    var tags = [tag]
    while let group = try takeGroup(&words, call) {
      guard !tags.contains(group) else { throw .argument("Conflicting group") }
      tags.insert(group, at: tags.count - 1)
    }
    let filter: Filter
    if let artist {
      guard tag == .album else { throw .argument("should be \"Album\" for 3 arguments") }
      filter = .tag(.artist, StringTest(.equals, artist, foldsCase: false))
    } else {
      filter = words.isEmpty ? .all([]) : try FilterParser.parse(words, foldsCase: false)
    }
    return tags.count == 1
      ? values(of: tag, filter, window, call) : values(of: tags, filter, window, call)
  }

  /// A value of the one tag that is listed.
  private struct Listed: Hashable {
    let text: String

    static func == (a: Listed, b: Listed) -> Bool { a.text.utf8.elementsEqual(b.text.utf8) }

    func hash(into hasher: inout Hasher) { hasher.combine(bytesOf: text) }
  }

  /// Every value once, in the order of their bytes.
  private static func values(of tag: Tag, _ filter: Filter, _ window: Range<Int>, _ call: Call) -> Answer {
    let telling = GroupWriter<Listed, Void>(
      call: call, window: window,
      search: { rows, then in
        TallySearch(call, SongSelection(filter), [tag]) { tally in
          let values = tally.valuesOrStandIns(of: tag)
          for value in values.isEmpty ? [""] : values {
            rows.change(Listed(text: value), from: ()) { _ in 0 }
          }
        }.start(then: then)
      },
      write: { row, _ in call.client.output.pair(tag.word, row.text) })
    return telling.start(.init(key: { Array($0.text.utf8) }, size: { 150 + $0.text.utf8.count }))
  }

  /// Every combination of values once, in the order of their bytes, the outermost group first.
  private static func values(of tags: [Tag], _ filter: Filter, _ window: Range<Int>, _ call: Call) -> Answer {
    var last: [BrowseGroup.Name.Pair] = []
    let telling = GroupWriter<BrowseGroup.Name, Void>(
      call: call, window: window,
      search: { rows, then in
        TallySearch(call, SongSelection(filter), tags) { tally in
          var combinations: [[BrowseGroup.Name.Pair]] = [[]]
          for tag in tags {
            let values = tally.valuesOrStandIns(of: tag)
            combinations = combinations.flatMap { row in
              (values.isEmpty ? [""] : values).map { row + [.init(key: tag.word, value: $0)] }
            }
          }
          for row in combinations { rows.change(BrowseGroup.Name(pairs: row), from: ()) { _ in 0 } }
        }.start(then: then)
      },
      write: { row, _ in
        let same = zip(row.pairs, last).prefix { $0 == $1 }.count
        for pair in row.pairs[min(same, tags.count - 1)...] { call.client.output.pair(pair.key, pair.value) }
        last = row.pairs
      })
    return telling.start(byBytes())
  }
}
