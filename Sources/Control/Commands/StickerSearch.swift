import Model

/// Goes through the stickers of one name, a window at a time, as the client takes the answer.
struct StickerSearch {
  let type: StickerType
  let base: String
  let name: String
  let test: StickerTest?
  let order: StickerOrder?
  /// Which of those found, by their place in the order.
  let window: Range<Int>

  /// `TYPE URI NAME [OPERATOR VALUE] [sort [-]KEY] [window A:B]`
  init(_ type: StickerType, _ arguments: Arguments) throws(CommandError) {
    var words = arguments.words.dropFirst(2)
    window = try arguments.takeWindow(from: &words, behind: 2) ?? 0..<Int.max
    order = try words.takeOption("sort", behind: 2).map { (place) throws(CommandError) in
      try StickerOrder(arguments[place])
    }
    let rest = Array(words)
    switch rest.count {
    case 2: test = nil
    case 4:
      guard let comparison = StickerTest.Operator(rawValue: rest[2]) else {
        throw .argument("bad operator \"\(rest[2])\"")
      }
      test = StickerTest(comparison: comparison, value: rest[3])
    default: throw .argument("bad request")
    }
    (self.type, base, name) = (type, rest[0], rest[1])
  }

  func start(_ call: Call) -> Answer {
    var base = base
    if type == .song {
      // Nothing is below what can be no folder.
      guard let path = MusicPath.normalized(base) else { return .done }
      base = path
    }
    return page(call, below: base, Progress(order))
  }

  /// State of the search so far.
  private final class Progress {
    var after: Cursor?
    var place = 0
    /// Subjects found, for all types except songs: several volumes may have one, the first counts.
    var seen: Set<String> = []
    /// Items to sort, at most as many as the window's end; the last one is on top.
    var kept: Heap<StickerPage.Found>
    /// The same once all are known, the last one first.
    var sorted: [StickerPage.Found] = []
    var room = StickerSearch.mostBytes

    init(_ order: StickerOrder?) {
      kept = Heap { order?.isBefore($1, $0) ?? false }
    }
  }

  /// Limit of bytes held until all items are known and can be sorted.
  private static let mostBytes = 16 << 20
  /// Bytes of one item beside its texts.
  private static let itemBytes = 160
  /// Stickers that are put in order by one step of an answer.
  private static let part = 50

  private static var tooMuch: CommandError {
    .argument(
      "Too many matches to sort: add a value to compare with, or use a window with a smaller end"
    )
  }

  private func page(_ call: Call, below base: String, _ progress: Progress) -> Answer {
    if order == nil, progress.place >= window.upperBound { return .done }
    return call.wait(
      for: {
        call.backend.stickers.find(
          name, type: type.name, below: type == .song ? base : "", after: progress.after,
          test: test, completion: $0)
      },
      then: { (page) throws(CommandError) in
        let items = page.found.filter { takes($0, base, progress) }
        guard progress.room > 0 else { throw Self.tooMuch }
        progress.after = page.next
        let goesOn = { () throws(CommandError) -> Answer in
          page.next == nil ? finish(call, progress) : self.page(call, below: base, progress)
        }
        if order != nil { return call.whenRoom(goesOn) }
        let first = progress.place
        progress.place += items.count
        return call.writeAll(
          Array(items.enumerated())[...], then: goesOn,
          { if window.contains(first + $0.offset) { write($0.element, call) } })
      })
  }

  /// Whether an item is one of those that are looked for; takes note of what it costs to keep it.
  private func takes(_ item: StickerPage.Found, _ base: String, _ progress: Progress) -> Bool {
    if type != .song {
      guard StickerTest(comparison: .startsWith, value: base).holds(item.subject) else { return false }
      guard progress.seen.insert(item.subject).inserted else { return false }
      progress.room -= item.subject.utf8.count + Self.itemBytes
    }
    guard order != nil else { return true }
    progress.kept.insert(item)
    progress.room -= Self.size(item)
    if progress.kept.count > window.upperBound, let last = progress.kept.popFirst() {
      progress.room += Self.size(last)
    }
    return true
  }

  private static func size(_ item: StickerPage.Found) -> Int {
    item.subject.utf8.count + item.value.utf8.count + itemBytes
  }

  private func finish(_ call: Call, _ progress: Progress) -> Answer {
    for _ in 0..<Self.part {
      guard let last = progress.kept.popFirst() else {
        let sorted = progress.sorted.reversed()
        return call.writeAll(Array(sorted.dropFirst(window.lowerBound))[...]) { write($0, call) }
      }
      progress.sorted.append(last)
    }
    return call.whenRoom { finish(call, progress) }
  }

  private func write(_ item: StickerPage.Found, _ call: Call) {
    call.client.output.pair(type.field, item.subject)
    call.client.output.pair("sticker", "\(name)=\(item.value)")
  }
}
