import Model

/// The pictures of songs and albums. Each command looks in both places, so that a client that knows only one of them
/// gets the picture there is.
enum PictureCommands {
  static let list: [Command] = [
    Command("albumart", .read, 2...2, albumArt),
    Command("artwork", .read, 1...1, artwork),
    Command("readpicture", .read, 2...2, readPicture),
  ]

  private static let noFile = CommandError(key: .noPicture, "No file exists")

  private static func albumArt(_ call: Call) throws(CommandError) -> Answer {
    let question = try question(call, first: .folder, otherwise: noFile)
    return ask(question, otherwise: noFile, call) { (artwork) throws(CommandError) in
      guard let artwork else { throw noFile }
      guard question.offset <= artwork.size else { throw .argument("Offset too large") }
      call.client.output.pair("size", artwork.size)
      call.client.output.binary(artwork.bytes)
      return .done
    }
  }

  private static func readPicture(_ call: Call) throws(CommandError) -> Answer {
    let noSong = CommandError(key: .noSuchPath, "No such file")
    let question = try question(call, first: .song, otherwise: noSong)
    return ask(question, otherwise: noSong, call) { (artwork) throws(CommandError) in
      guard let artwork else { return .done }
      guard question.offset <= artwork.size else { throw .argument("Bad file offset") }
      call.client.output.pair("size", artwork.size)
      call.client.output.pair("type", artwork.mediaType)
      call.client.output.binary(artwork.bytes)
      return .done
    }
  }

  /// Further command: what picture there is, and where.
  private static func artwork(_ call: Call) throws(CommandError) -> Answer {
    let nothing = CommandError(key: .noSuchPath, "No such song or folder")
    try call.refuseStream(call.arguments[0], lacking: "picture")
    let path = try call.localPath(otherwise: nothing)
    let question = ArtworkQuestion(uri: path, first: .song, offset: 0, limit: 0)
    return ask(question, otherwise: nothing, call) { (artwork) throws(CommandError) in
      guard let artwork else { return .done }
      call.client.output.pair("size", artwork.size)
      call.client.output.pair("type", artwork.mediaType)
      call.client.output.pair("source", artwork.isEmbedded ? "embedded" : "folder")
      call.client.output.pair("file", artwork.uri)
      return .done
    }
  }

  private static func question(
    _ call: Call, first: ArtworkQuestion.Place, otherwise error: CommandError
  ) throws(CommandError) -> ArtworkQuestion {
    // As MPD answers: otherwise some clients ask at every poll.
    if TrackReference(url: call.arguments[0]) != nil { throw noFile }
    // Some clients end a folder with a slash.
    let path = try call.localPath(otherwise: error, isFolder: first == .folder)
    return ArtworkQuestion(
      uri: path, first: first, offset: try call.arguments.unsigned(1), limit: call.client.binaryLimit)
  }

  private static func ask(
    _ question: ArtworkQuestion, otherwise error: CommandError, _ call: Call,
    then: @escaping (Artwork?) throws(CommandError) -> Answer
  ) -> Answer {
    call.wait(
      for: { call.backend.pictures.artwork(question, completion: $0) },
      otherwise: { $0 == .noSuchSong ? error : $0.commandError }, then: then)
  }
}
