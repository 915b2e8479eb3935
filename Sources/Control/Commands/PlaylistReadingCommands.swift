import Model

/// Reading stored playlists.
enum PlaylistReadingCommands {
  static let list: [Command] = [
    Command("listplaylist", .read, 1...2) { call throws(CommandError) in
      try listing(call) { _, song, _, _ in call.client.output.address("file", song.uri) }
    },
    Command("listplaylistinfo", .read, 1...2) { call throws(CommandError) in
      try listing(call, plainRow: { call.client.output.lines($0[...]) }) { _, song, entry, _ in
        call.write(song, as: entry.region)
      }
    },
    Command("listplaylists", .read, 0...0) { call throws(CommandError) in writeAll(call) },
    Command("playlistlength", .read, 1...1, length),
    Command("searchplaylist", .read, 2...Command.any, search),
  ]

  /// Every playlist.
  static func writeAll(_ call: Call) -> Answer {
    call.wait(
      for: { call.backend.playlists.playlists(completion: $0) },
      then: { (playlists) throws(CommandError) in
        call.writeAll(playlists[...]) { playlist in
          call.client.output.pair("playlist", playlist.name)
          if let time = playlist.lastModified {
            call.client.output.pair("Last-Modified", Timestamp.text(time))
          }
        }
      })
  }

  /// `NAME [RANGE]`
  private static func listing(
    _ call: Call, plainRow: (([UInt8]) -> Void)? = nil, row: @escaping PlaylistAnswer.Row
  ) throws(CommandError) -> Answer {
    let range = call.arguments.count > 1 ? try call.arguments.range(1) : 0..<Int.max
    return PlaylistAnswer(call, call.arguments[0], in: range, plainRow: plainRow, row: row).start()
  }

  private static func length(_ call: Call) -> Answer {
    PlaylistAnswer.length(of: call.arguments[0], call) { String(Decimal.wholeSeconds($0)) }
  }

  /// `NAME FILTER… [window RANGE]`
  private static func search(_ call: Call) throws(CommandError) -> Answer {
    var words = call.arguments.words.dropFirst()
    let window = try call.arguments.takeWindow(from: &words, behind: 1) ?? 0..<Int.max
    let filter = try FilterParser.parse(words, foldsCase: true)
    var place = 0
    let answer = PlaylistAnswer(call, call.arguments[0], while: { place < window.upperBound }) {
      position, song, entry, _ in
      guard filter.matches(song) else { return }
      if window.contains(place) {
        call.write(song, as: entry.region)
        call.client.output.pair("Pos", position)
      }
      place += 1
    }
    return answer.start()
  }
}
