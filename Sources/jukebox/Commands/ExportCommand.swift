import ArgumentParser
import Client
import Interchange
import Linux

struct ExportCommand: ConnectedCommand {
  enum Format: String, ExpressibleByArgument, CaseIterable { case m3u8, xspf }

  static let help = CommandHelp("export", "Export a playlist for other programs, as M3U8 or XSPF.")
  static let discussion = """
    EXAMPLES
      jukebox export Party                        print as M3U8
      jukebox export Party -o party.m3u8          write a file
      jukebox export Party --format xspf -o -     XSPF on standard output
      jukebox export Party --relative STICK       paths relative to STICK
      jukebox export Party --absolute             absolute paths

    By default, paths are relative to the library, so that `jukebox import` reads
    the file again.

    With --relative, songs of other volumes are left out and listed on standard
    error. If no song is on the volume, nothing is written. An imported song whose
    file is missing keeps the path from its import.

    Both formats contain the songs in order, with titles, lengths and the part
    that is played. Gains, crossfades, notes, colours and covers are left out;
    `jukebox sync` and `jukebox backup` include them.
    """

  @Option(help: "m3u8 or xspf; default: from the file's extension, else m3u8.") var format: Format?
  @OptionGroup var file: OutputFile
  @Flag(help: "Write absolute paths of the jukebox's machine.") var absolute = false
  @Option(
    help: ArgumentHelp(
      "Write paths relative to the top of this volume; leave out other songs.", valueName: "volume"))
  var relative: String?
  @Argument(help: "Name of the playlist.", completion: NameCompletion.playlists) var playlist: String

  func validate() throws {
    try PlaylistName.check(there: playlist)
    try VolumeName.check(relative)
    if absolute, relative != nil { throw ValidationError("Give --absolute or --relative, not both.") }
    // Another program would read it as what it is called.
    if format == nil, let ending = file.output.flatMap(LocalFile.ending),
      !["m3u8", "m3u", "xspf"].contains(ending)
    {
      throw ValidationError(
        "Cannot write a .\(ending) file. Use the extension .m3u8 or .xspf, or give --format.")
    }
  }

  private var isToStandardOutput: Bool { file.output == nil || file.output == "-" }

  func run(_ connection: Connection) throws {
    try file.check()
    try connection.send(["playlistentries", playlist])
    // A playlist that is written to standard output gets no progress display.
    let answer = try connection.answer(during: playlist, isQuiet: isToStandardOutput)
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
      guard !entries.isEmpty else { throw Failure.refused("No song of \(playlist) is on \(relative).") }
      let lines = Self.leftOut(elsewhere, of: songs.count, from: relative)
      Notice.tell(lines)
    }
    let isXSPF = format.map { $0 == .xspf } ?? (file.output?.lowercased().hasSuffix(".xspf") ?? false)
    let bytes = isXSPF ? XSPFWriter.text(title: playlist, entries) : M3UWriter.text(title: playlist, entries)
    if isToStandardOutput, Terminal.isInteractive {
      return Page.print(String(decoding: bytes, as: UTF8.self), terminator: "")
    }
    try LocalFile.write(bytes, to: file.output)
  }

  /// A missing song keeps the name from the imported file, so that import and export do not change it.
  static func givenName(_ item: Answer) -> String? { item["absent"] == "1" ? item["named"] : nil }

  /// An entry as a file has it; of a part, the length is that of the part, as other programs show it.
  static func written(_ item: Answer, as path: String) -> WrittenEntry? {
    guard let song = PlaylistEntry(item)?.song else { return nil }
    var entry = WrittenEntry(path: path, title: song.title, artist: song.artist, album: song.album)
    entry.duration = song.duration.flatMap { (0..<1e9).contains($0) ? .microseconds(Int64($0 * 1e6)) : nil }
    (entry.start, entry.end) = range(item["Range"])
    return entry
  }

  /// `12.5-80`, as songs with a part are shown.
  static func range(_ text: String?) -> (start: Duration?, end: Duration?) {
    guard let parts = text?.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false),
      parts.count == 2
    else { return (nil, nil) }
    func time(_ text: Substring) -> Duration? {
      Double(text).flatMap { $0 > 0 && $0 < 1e9 ? .microseconds(Int64($0 * 1e6)) : nil }
    }
    return (time(parts[0]), time(parts[1]))
  }

  /// Message for songs outside the volume.
  static func leftOut(_ uris: [String], of count: Int, from volume: String) -> [String] {
    let verb = uris.count == 1 ? "is" : "are"
    return ["jukebox: \(uris.count) of \(count) songs \(verb) left out because not on \(volume):"]
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

  /// The volume of a song, and the song's path on it.
  private static func place(of uri: String, among volumes: [Volume]) -> (volume: Volume, path: Substring)? {
    if let named = volumes.first(where: { !$0.uri.isEmpty && uri.hasPrefix($0.uri + "/") }) {
      return (named, uri.dropFirst(named.uri.count + 1))
    }
    return volumes.first { $0.uri.isEmpty }.map { ($0, uri[...]) }
  }

  /// - Returns: nil for a song of another volume.
  static func relative(_ uri: String, to volume: Volume, among volumes: [Volume]) -> String? {
    if Song.isInNetwork(uri) { return uri }
    return place(of: uri, among: volumes).flatMap { $0.volume == volume ? String($0.path) : nil }
  }

  static func absolute(_ uri: String, _ volumes: [Volume]) -> String {
    guard !Song.isInNetwork(uri), let (volume, path) = place(of: uri, among: volumes) else { return uri }
    return volume.path + (volume.path.hasSuffix("/") ? "" : "/") + path
  }
}
