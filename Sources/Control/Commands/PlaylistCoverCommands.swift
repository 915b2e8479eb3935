import Model

/// Further commands: the pictures of stored playlists.
enum PlaylistCoverCommands {
  static let list: [Command] = [
    Command("playlistcover", .read, 1...2, cover),
    Command("playlistcoverset", .control, 4...4, set),
  ]

  /// The number of entries and albums whose pictures are looked for.
  private static let mostEntries = 1000
  private static let mostAlbums = 32

  /// `NAME`: the available pictures; `NAME OFFSET`: a part of its own picture, or of one that is made.
  private static func cover(_ call: Call) throws(CommandError) -> Answer {
    let offset = call.arguments.count > 1 ? try call.arguments.unsigned(1) : nil
    return call.wait(
      for: { call.backend.playlists.cover(of: call.arguments[0], completion: $0) },
      then: { (picture) throws(CommandError) in
        guard picture.isEmpty else {
          if let offset { return try write(picture, from: offset, call) }
          call.client.output.pair("size", picture.count)
          call.client.output.pair("type", type(of: picture))
          call.client.output.pair("source", "own")
          return .done
        }
        return albumPictures(call) { pictures in
          if let offset { return make(pictures, from: offset, call) }
          if !pictures.isEmpty { call.client.output.pair("source", "albums") }
          for picture in pictures { call.client.output.pair("file", picture.uri) }
          return .done
        }
      })
  }

  private static func make(_ pictures: [PictureRecipe.Picture], from offset: Int, _ call: Call) -> Answer {
    call.wait(
      for: { call.backend.pictureMaking.makeCover(of: call.arguments[0], from: pictures, completion: $0) },
      then: { (picture) throws(CommandError) in try write(picture, from: offset, call) })
  }

  private static func write(
    _ picture: [UInt8], from offset: Int, _ call: Call
  ) throws(CommandError) -> Answer {
    guard offset <= picture.count else { throw .argument("Offset too large") }
    call.client.output.pair("size", picture.count)
    call.client.output.pair("type", type(of: picture))
    call.client.output.binary(Array(picture[offset...].prefix(call.client.binaryLimit)))
    return .done
  }

  /// From the content, which was checked when it was set.
  private static func type(of picture: [UInt8]) -> String {
    switch picture.first {
    case 0xFF: "image/jpeg"
    case 0x89: "image/png"
    default: "image/webp"
    }
  }

  /// The first songs of different albums that have different pictures.
  private static func albumPictures(
    _ call: Call, then: @escaping ([PictureRecipe.Picture]) -> Answer
  ) -> Answer {
    var candidates: [String] = []
    var known: Set<[String]> = []
    let answer = PlaylistAnswer(
      call, call.arguments[0], in: 0..<mostEntries, while: { candidates.count < mostAlbums }
    ) { _, song, _, _ in
      let album = song.values(of: .album).first ?? ""
      let folder = song.uri.split(separator: "/").dropLast().joined(separator: "/")
      let owner = song.values(of: .albumArtist).first ?? FolderAlbum.folder(ofSong: song.uri)
      let isNew = known.insert(album.isEmpty ? [folder] : [owner, album]).inserted
      if isNew, candidates.count < mostAlbums { candidates.append(song.uri) }
    }
    return answer.start { () throws(CommandError) in pictures(of: candidates[...], [], call, then) }
  }

  /// Asks for one after the other.
  /// - Parameter found: those so far.
  private static func pictures(
    of candidates: ArraySlice<String>, _ found: [PictureRecipe.Picture], _ call: Call,
    _ then: @escaping ([PictureRecipe.Picture]) -> Answer
  ) -> Answer {
    guard let uri = candidates.first, found.count < PictureRecipe.mostPictures else { return then(found) }
    let question = ArtworkQuestion(uri: uri, first: .song, offset: 0, limit: 0)
    return call.wait(
      for: { (completion: @escaping (Artwork?) -> Void) in
        // A song that is not there has none.
        call.backend.pictures.artwork(question) { completion((try? $0.get()) ?? nil) }
      },
      then: { (artwork) throws(CommandError) in
        var found = found
        if let content = artwork?.content, !found.contains(where: { $0.content == content }) {
          found.append(PictureRecipe.Picture(uri: uri, content: content))
        }
        return pictures(of: candidates.dropFirst(), found, call, then)
      })
  }

  /// `NAME OFFSET SIZE BASE64`: parts from 0 on; with the last one, the picture is the playlist's.
  private static func set(_ call: Call) throws(CommandError) -> Answer {
    let offset = try call.arguments.unsigned(1)
    let size = try call.arguments.unsigned(2)
    guard (1...PlaylistField.mostCoverBytes).contains(size) else {
      throw .argument("A picture has 1 to \(PlaylistField.mostCoverBytes) bytes: \(size)")
    }
    guard let part = Base64.bytes(of: call.arguments[3]) else { throw .argument("Base64 expected") }
    let name = call.arguments[0]
    var upload = offset == 0 ? CoverUpload(client: call.client, name: name) : call.hub.coverUpload
    guard let known = upload, known.client === call.client, known.name == name, known.bytes.count == offset,
      offset + part.count <= size
    else { throw .argument("Bad offset: send the parts in order, starting at 0") }
    upload?.bytes += part
    call.hub.coverUpload = upload
    guard let whole = upload?.bytes, whole.count == size else { return .done }
    call.hub.coverUpload = nil
    return PlaylistCommands.change(
      call, .describe([.cover(whole)]),
      otherwise: {
        $0 == .badPlaylistField
          ? CommandError(key: .badPicture, "JPEG, PNG or WebP expected") : $0.commandError
      })
  }
}
