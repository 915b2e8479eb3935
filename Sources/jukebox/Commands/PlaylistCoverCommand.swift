import ArgumentParser
import Client

struct PlaylistCoverCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "cover", abstract: "A playlist's picture: what there is, set it, or save it.",
    discussion: """
      EXAMPLES
        jukebox playlist cover Party                  what there is
        jukebox playlist cover Party --set party.jpg  a picture of its own
        jukebox playlist cover Party --off            takes it away again
        jukebox playlist cover Party -o cover.jpg     writes it into a file, and says
                                                      whether it is a JPEG or another

      A picture of its own is a JPEG, PNG or WebP of at most 512 KiB. Without one,
      up to four songs of different albums are named, whose pictures
      (`jukebox art SONG -o FILE`) make one together.
      """)

  @OptionGroup var connection: ConnectionOptions
  @Option(help: ArgumentHelp("Make this file its picture.", valueName: "file")) var set: String?
  @Flag(help: "Take its own picture away.") var off = false
  @Option(name: .shortAndLong, help: ArgumentHelp("Write its own picture into this file.", valueName: "file"))
  var output: String?
  @Flag(help: "Print what there is as JSON.") var json = false
  @Argument(help: "The playlist's name.") var name: String

  /// Of a picture, on a line of the protocol together with the longest name there is.
  static let partBytes = 9000
  private static let mostBytes = 512 << 10

  func validate() throws {
    try PlaylistName.check(there: name)
    try LocalFile.check(set)
    try LocalFile.check(output)
    guard [set != nil, off, output != nil, json].count(where: { $0 }) <= 1 else {
      throw ValidationError("Give one of --set, --off, --output and --json.")
    }
  }

  func run() throws {
    try connection.withConnection { connection in
      if let set { return try upload(set, connection) }
      if off {
        try connection.ask("playlistset", name, "cover")
        return
      }
      if let output { return try download(to: output, connection) }
      let answer = try connection.ask("playlistcover", name)
      let cover = PlaylistCover(answer)
      if json { return Page.print(try JSON.line(cover)) }
      for line in PlaylistText.lines(cover) { Page.print(line) }
    }
  }

  private func upload(_ path: String, _ connection: Connection) throws {
    let data = try LocalFile.read(path, limit: Self.mostBytes, as: "a picture")
    for offset in stride(from: 0, to: data.count, by: Self.partBytes) {
      let part = data[offset..<min(offset + Self.partBytes, data.count)]
      try connection.ask(
        "playlistcoverset", name, String(offset), String(data.count), Base64.text(of: part))
    }
  }

  private func download(to output: String, _ connection: Connection) throws {
    var bytes: [UInt8] = []
    var size = Int.max
    while bytes.count < size {
      let answer = try connection.ask("playlistcover", name, String(bytes.count))
      guard let whole = answer.integer("size"), !answer.binary.isEmpty,
        size == Int.max || size == whole
      else { throw Failure.refused("The picture changed while it was read. Try again.") }
      size = whole
      bytes += answer.binary
    }
    try LocalFile.write(bytes, to: output)
    if output != "-", let type = PlaylistCover(try connection.ask("playlistcover", name)).type {
      Page.print("\(output): \(PictureText.line(type: type, size: bytes.count))")
    }
  }
}
