import ArgumentParser
import Client
import Interchange
import Linux

struct ExportCommand: ParsableCommand {
  enum Format: String, ExpressibleByArgument, CaseIterable { case m3u8, xspf }

  static let configuration = CommandConfiguration(
    commandName: "export", abstract: "Write a playlist for other programs.",
    discussion: """
      EXAMPLES
        jukebox export Party                        as M3U8, to the screen
        jukebox export Party -o party.m3u8          into a file
        jukebox export Party --format xspf -o -     as XSPF, to another program
        jukebox export Party --relative STICK       the songs on STICK, from its top
        jukebox export Party --absolute             with the jukebox's whole paths

      Without more, songs are named as the jukebox names them, so that
      `jukebox import` takes the file back. A file that is there is replaced.

      With --relative, songs of other volumes are left out, since no path leads
      to them from there; they are counted and named on standard error. Where
      no song lies on the volume, nothing is written. A song that was imported and
      is not here keeps the name that it came with, whatever is asked for.

      Both formats have the songs in their order, with titles, lengths and the part
      that is played. They have no room for gains, crossfades, notes, colours and
      covers, which are left out: `jukebox sync` and `jukebox backup` keep those.
      """)

  @OptionGroup var connection: ConnectionOptions
  @Option(help: "m3u8 or xspf; else by the file's name, or m3u8.") var format: Format?
  @Option(
    name: .shortAndLong, help: ArgumentHelp("Write into this file; - is standard output.", valueName: "file"))
  var output: String?
  @Flag(help: "Name songs by their whole paths on the jukebox's machine.") var absolute = false
  @Option(
    help: ArgumentHelp(
      "Name songs as seen from the top of this volume; leave out others.", valueName: "volume")) var relative:
    String?
  @Argument(help: "The playlist's name.") var playlist: String

  func validate() throws {
    try PlaylistName.check(there: playlist)
    try VolumeName.check(relative)
    try LocalFile.check(output)
    if absolute, relative != nil { throw ValidationError("--absolute and --relative don't go together.") }
    // Another program would read it as what it is called.
    if format == nil, let ending = Self.ending(of: output), !["m3u8", "m3u", "xspf"].contains(ending) {
      throw ValidationError("A .\(ending) is not written: name it .m3u8 or .xspf, or say --format.")
    }
  }

  func run() throws {
    try connection.withConnection { connection in
      try connection.send(["playlistentries", playlist])
      // Where the playlist itself goes to a terminal, it stands there without anything else.
      let answer = try connection.answer(during: playlist, isQuiet: output == nil || output == "-")
      let songs = answer.items(beginningWith: "file")
      let paths = try paths(connection)
      var elsewhere: [String] = []
      let entries = songs.compactMap { item -> WrittenEntry? in
        guard let uri = item["file"] else { return nil }
        guard let path = Self.givenName(item) ?? paths(uri) else {
          elsewhere.append(uri)
          return nil
        }
        return Self.written(item, as: path)
      }
      if let relative, !elsewhere.isEmpty {
        guard !entries.isEmpty else { throw Failure.refused("No song of \(playlist) lies on \(relative).") }
        let lines = Self.leftOut(elsewhere, of: songs.count, from: relative)
        Notice.tell(lines)
      }
      let isXSPF = format.map { $0 == .xspf } ?? (output?.lowercased().hasSuffix(".xspf") ?? false)
      let bytes =
        isXSPF ? XSPFWriter.text(title: playlist, entries) : M3UWriter.text(title: playlist, entries)
      if output == nil || output == "-", Terminal.isInteractive {
        return Page.print(String(decoding: bytes, as: UTF8.self), terminator: "")
      }
      try LocalFile.write(bytes, to: output)
    }
  }

  private static func ending(of path: String?) -> String? {
    guard let name = path?.split(separator: "/").last, let dot = name.lastIndex(of: "."),
      dot != name.startIndex
    else { return nil }
    return name[name.index(after: dot)...].lowercased()
  }

  /// What is not here stays what the file called it that it was imported from, so that no import and export changes it.
  static func givenName(_ item: Answer) -> String? { item["absent"] == "1" ? item["named"] : nil }

  /// An entry as a file has it; of a part, the length is that of the part, as other programs show it.
  static func written(_ item: Answer, as path: String) -> WrittenEntry? {
    guard let song = PlaylistEntry(item)?.song else { return nil }
    var entry = WrittenEntry(path: path, title: song.title, artist: song.artist, album: song.album)
    entry.duration = song.duration.flatMap { (0..<1e9).contains($0) ? .microseconds(Int64($0 * 1e6)) : nil }
    (entry.start, entry.end) = range(item["Range"])
    return entry
  }

  /// `12.5-80`, as songs with a part are told.
  static func range(_ text: String?) -> (start: Duration?, end: Duration?) {
    guard let parts = text?.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false),
      parts.count == 2
    else { return (nil, nil) }
    func time(_ text: Substring) -> Duration? {
      Double(text).flatMap { $0 > 0 && $0 < 1e9 ? .microseconds(Int64($0 * 1e6)) : nil }
    }
    return (time(parts[0]), time(parts[1]))
  }

  /// Of songs that no path leads to.
  static func leftOut(_ uris: [String], of count: Int, from volume: String) -> [String] {
    let verb = uris.count == 1 ? "is" : "are"
    return ["jukebox: \(uris.count) of \(count) songs \(verb) left out, not being on \(volume):"]
      + ImportText.first(uris, of: uris.count)
  }

  /// How songs are to be named; nil for one that is left out.
  private func paths(_ connection: Connection) throws -> (String) -> String? {
    guard absolute || relative != nil else { return { $0 } }
    let volumes = Volume.all(try connection.ask("volumes"))
    if let relative {
      guard let volume = volumes.first(where: { $0.name == relative }) else {
        throw Failure.refused("There is no volume \(relative). `jukebox volumes` shows them.")
      }
      return { uri in Self.relative(uri, to: volume, among: volumes) }
    }
    return { uri in Self.absolute(uri, volumes) }
  }

  /// - Returns: nil for a song of another volume.
  static func relative(_ uri: String, to volume: Volume, among volumes: [Volume]) -> String? {
    if Song.isInNetwork(uri) { return uri }
    let named = volumes.first { !$0.uri.isEmpty && uri.hasPrefix($0.uri + "/") }
    if volume.uri.isEmpty { return named == nil ? uri : nil }
    return named == volume ? String(uri.dropFirst(volume.uri.count + 1)) : nil
  }

  static func absolute(_ uri: String, _ volumes: [Volume]) -> String {
    if Song.isInNetwork(uri) { return uri }
    let named = volumes.first { !$0.uri.isEmpty && uri.hasPrefix($0.uri + "/") }
    guard let volume = named ?? volumes.first(where: { $0.uri.isEmpty }) else { return uri }
    let rest = volume.uri.isEmpty ? Substring(uri) : uri.dropFirst(volume.uri.count + 1)
    return volume.path + (volume.path.hasSuffix("/") ? "" : "/") + rest
  }
}
