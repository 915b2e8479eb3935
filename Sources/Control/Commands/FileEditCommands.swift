import Model

/// Further commands: music files are changed, removed and copied.
enum FileEditCommands {
  static let list: [Command] = [
    Command("copy", .admin, 2...Command.any, copy),
    Command("remove", .admin, 1...Command.any) { call throws(CommandError) in
      let uris = try (0..<call.arguments.count).map { (index) throws(CommandError) in try path(index, call) }
      return items(call) { call.backend.files.remove(uris, completion: $0) }
    },
    Command("tag", .admin, 2...Command.any, tag),
    Command("trash", .admin, 1...Command.any, trash),
  ]

  private static func path(_ index: Int, _ call: Call) throws(CommandError) -> String {
    let uri = call.arguments[index]
    if MusicPath.hasScheme(uri) { throw .noStream }
    guard let path = MusicPath.normalized(uri), !path.isEmpty else { throw error(.noSuchPath, uri, call) }
    return path
  }

  private static func error(_ refusal: Refusal, _ subject: String, _ call: Call) -> CommandError {
    // Only that of a song names its subject, and why its volume is away.
    call.error(refusal == .noSuchPath ? .noSuchSong : refusal, of: subject)
  }

  /// `URI KEY VALUE [KEY VALUE…]`, `path URI`, `undo URI`
  private static func tag(_ call: Call) throws(CommandError) -> Answer {
    let words = call.arguments
    var request: TagRequest
    switch (words.count, words[0]) {
    case (2, "path"): request = .fromPath
    case (2, "undo"): request = .undo
    case (2, _): throw .argument("Unknown tag \(words[0]): path or undo expected")
    default:
      guard words.count % 2 == 1 else { throw .argument("tag takes URI and pairs of KEY VALUE") }
      let pairs = stride(from: 1, to: words.count, by: 2).map { (key: words[$0], value: words[$0 + 1]) }
      request = .write(try call.trying { () throws(Refusal) in try TagEdit.all(pairs) })
    }
    let uri = try path(words.count == 2 ? 1 : 0, call)
    return call.wait(
      for: { (completion: @escaping Completion<[TagEdit]>) in
        call.backend.files.tag(uri, request, completion: completion)
        return .done
      },
      otherwise: { error($0, uri, call) },
      then: { (edits: [TagEdit]) throws(CommandError) in
        for edit in edits {
          call.client.output.pair("tag", edit.key)
          // A line of the protocol holds no other.
          for value in edit.values {
            call.client.output.pair("value", value.split { $0.isNewline }.joined(separator: " "))
          }
        }
        return .done
      })
  }

  /// `list`, `restore ITEM [ITEM…]`, `empty [VOLUME]`
  private static func trash(_ call: Call) throws(CommandError) -> Answer {
    let words = call.arguments
    switch words[0] {
    case "list" where words.count == 1: return items(call) { call.backend.files.trash(completion: $0) }
    case "empty" where words.count <= 2:
      let volume = words.optional(1)
      return items(call, of: volume) { call.backend.files.emptyTrash(of: volume, completion: $0) }
    case "restore" where words.count > 1: return restore(call, from: 1)
    default: throw .argument("Expected trash list, restore ITEM or empty [VOLUME]")
    }
  }

  /// One item after the other: what was restored before a refusal is in the answer.
  private static func restore(_ call: Call, from index: Int) -> Answer {
    call.wait(
      for: { (completion: @escaping Completion<TrashItem>) in
        call.backend.files.restore(call.arguments[index], completion: completion)
        return .done
      },
      then: { (item: TrashItem) throws(CommandError) in
        write(item, call)
        return index + 1 < call.arguments.count ? restore(call, from: index + 1) : .done
      })
  }

  private static func items(
    _ call: Call, of volume: String? = nil,
    _ start: @escaping (@escaping Completion<[TrashItem]>) -> Void
  ) -> Answer {
    call.wait(
      for: { (completion: @escaping Completion<[TrashItem]>) in
        start(completion)
        return .done
      },
      otherwise: { error($0, volume ?? call.arguments.optional(0) ?? "", call) },
      then: { (items: [TrashItem]) throws(CommandError) in call.writeAll(items[...]) { write($0, call) } })
  }

  private static func write(_ item: TrashItem, _ call: Call) {
    call.client.output.pair("trash", item.id)
    call.client.output.pair(item.isFolder ? "directory" : "file", item.uri)
    call.client.output.pair("size", Int(item.bytes))
    if let removed = item.removed { call.client.output.pair("removed", Timestamp.text(removed)) }
  }

  /// `URI [URI…] VOLUME`
  private static func copy(_ call: Call) throws(CommandError) -> Answer {
    let last = call.arguments.count - 1
    let volume = call.arguments[last]
    let uris = try (0..<last).map { (index) throws(CommandError) in try path(index, call) }
    var told: Int64 = 0
    call.endsWithClient = true
    return call.wait(
      for: { completion in
        call.backend.files.copy(
          uris, to: volume,
          progress: { report in
            // Quick work is not reported.
            guard report.doneBytes - told >= 8 << 20 else { return }
            told = report.doneBytes
            call.client.output.pair("progress", Int(report.doneBytes))
            call.client.output.pair("of", Int(report.allBytes))
            call.client.resume()
          }, completion: completion)
      },
      otherwise: { error($0, $0 == .noSuchVolume ? volume : uris[0], call) },
      then: { (report: CopyReport) throws(CommandError) in
        call.client.output.pair("copied", report.copied)
        call.client.output.pair("known", report.known)
        call.client.output.pair("bytes", Int(report.doneBytes))
        return .done
      })
  }
}
