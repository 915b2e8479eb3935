import Model

/// The pictures of songs and albums. Each command looks in both places, so that a client that knows only one of them
/// gets the picture there is.
enum PictureCommands {
  static let list: [Command] = [
    Command("albumart", .read, 2...2, albumArt),
    Command("artwork", .read, 1...1, artwork),
    Command("readpicture", .read, 2...2, readPicture),
    Command("thumbnail", .read, 3...3, thumbnail),
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
    return whole(question.uri, question.offset, noSong, call)
  }

  /// A part of a picture as it is.
  private static func whole(_ uri: String, _ offset: Int, _ error: CommandError, _ call: Call) -> Answer {
    let question = ArtworkQuestion(uri: uri, first: .song, offset: offset, limit: call.client.binaryLimit)
    return ask(question, otherwise: error, call) { (artwork) throws(CommandError) in
      guard let artwork else { return .done }
      guard offset <= artwork.size else { throw .argument("Bad file offset") }
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

  /// A picture that cannot be decoded is sent whole up to this size: a client may know its format.
  private static let mostForeignBytes = 256 * 1024

  /// Further command: `URI SIDE OFFSET`, a part of a small JPEG of the picture that `readpicture` would send.
  private static func thumbnail(_ call: Call) throws(CommandError) -> Answer {
    let noSong = CommandError(key: .noSuchPath, "No such song or folder")
    if TrackReference(url: call.arguments[0]) != nil { throw noFile }
    let uri = try call.localPath(otherwise: noSong, isFolder: true)
    guard let side = ThumbnailSide(rawValue: try call.arguments.unsigned(1)) else {
      throw .argument("A thumbnail has 96, 320 or 1024 pixels: \(call.arguments[1])")
    }
    let offset = try call.arguments.unsigned(2)
    let look = ArtworkQuestion(uri: uri, first: .song, offset: 0, limit: 0)
    return ask(look, otherwise: noSong, call) { (artwork) throws(CommandError) in
      guard let artwork else { return .done }
      if artwork.size <= side.ownBytes { return whole(uri, offset, noSong, call) }
      let picture = PictureRecipe.Picture(uri: uri, content: artwork.content)
      return call.wait(
        for: { call.backend.pictureMaking.makeThumbnail(of: picture, side, completion: $0) },
        then: { (thumbnail) throws(CommandError) in
          guard let thumbnail else {
            return artwork.size <= mostForeignBytes ? whole(uri, offset, noSong, call) : .done
          }
          try write(thumbnail, from: offset, call)
          return .done
        })
    }
  }

  private static func write(_ picture: [UInt8], from offset: Int, _ call: Call) throws(CommandError) {
    guard offset <= picture.count else { throw .argument("Bad file offset") }
    call.client.output.pair("size", picture.count)
    call.client.output.pair("type", "image/jpeg")
    call.client.output.binary(Array(picture[offset...].prefix(call.client.binaryLimit)))
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
