import ArgumentParser
import Client
import Model

struct TagCommand: ConnectedCommand {
  static let help = CommandHelp("tag", "Write tags into music files.")
  static let discussion = """
    EXAMPLES
      jukebox tag Miles/01.flac title='So What' artist='Miles Davis'
      jukebox tag Miles/01.flac artist=A artist=B   two values
      jukebox tag Miles/01.flac comment=            remove a tag
      jukebox tag Miles Monk/02.mp3 genre=Jazz      a folder and a song
      jukebox tag 'Kind of Blue' date=1959          an album
      jukebox tag --from-path Miles/01.flac         fill in what tags lack
      jukebox tag --undo Miles                      restore the former files

    Keys are title, artist, album, albumartist, track, disc, date, genre, composer,
    comment and any other name that the file's format can store. A track or disc
    without a total keeps the one that the file has: 4 in place of 3/12 is 4/12.
    All other tags, pictures and the sound keep their bytes: the new file replaces
    the old one only after they were compared. Ratings, cues, playlists and results
    of the analysis stay with the song; while it plays, it plays on.

    A name that is neither a song nor a folder is an album. Of several songs, each
    that cannot be tagged is named at the end, and the exit status is 1.

    --from-path takes title, artist, album, track and disc from names such as
    Artist/Album/01 - Title.flac, and changes no tag that the file has. --undo
    restores the file, byte for byte, as it was before its last change; again, it
    repeats the change.

    Requires writable = on in the section [library] of the configuration and the
    permission admin. AAC without a container, AC-3, DSD, Matroska and fragmented
    MPEG-4 files cannot be tagged.
    """

  @Flag(help: "Fill in what the path names and the tags lack.") var fromPath = false
  @Flag(help: "Restore the files as they were before the last change.") var undo = false
  @Flag(help: "Print the written tags as JSON; of several songs a list with the file of each.")
  var json = false
  @Argument(
    help: ArgumentHelp(
      "Songs, folders and albums; then tags to write, of which an empty value removes one.",
      valueName: "song-or-key=value"))
  var words: [String]

  /// The first word is no tag, whatever it looks like.
  var names: [String] { words.enumerated().filter { $0.offset == 0 || !isTag($0.element) }.map(\.element) }
  var tags: [String] { words.dropFirst().filter(isTag) }

  /// A path may have a `=` as well, after a slash.
  private func isTag(_ word: String) -> Bool { word.prefix { $0 != "/" }.contains("=") }

  func validate() throws {
    for name in names { try SongArgument.check(name) }
    guard !(fromPath && undo) else { throw ValidationError("Give --from-path or --undo, not both.") }
    if fromPath || undo {
      try require(
        tags.isEmpty, "\(fromPath ? "--from-path" : "--undo") takes no tags: it finds the values itself.")
    } else if tags.isEmpty {
      throw ValidationError("Give tags: `jukebox tag \(words[0]) title='So What'`.")
    }
    for tag in tags where tag.hasPrefix("=") {
      throw ValidationError("“\(tag)” is not a tag; expected KEY=VALUE, such as artist='Miles Davis'.")
    }
  }

  func run(_ connection: Connection) throws {
    let root = try? connection.ask("config")["music_directory"]
    var songs: [String] = []
    // All names are looked up before the first file is changed.
    for name in names {
      for song in try Self.songs(name, AddCommand.uri(name, musicDirectory: root), connection)
      where !songs.contains(song) {
        songs.append(song)
      }
    }
    if songs.count == 1, names.count == 1 {
      try connection.send(request(songs[0]))
      let written = WrittenTag.all(try connection.answer(during: "Writing tags", isQuiet: json))
      if json { return Page.print(try JSON.line(written)) }
      return FileEditText.lines(tags: written).forEach { Page.print($0) }
    }
    let results = try edit(songs, connection)
    if json { Page.print(try JSON.line(results)) }
    let failed = results.filter { $0.error != nil }
    if !json {
      Notice.tell(failed.map { "\($0.file): \($0.error ?? "")" })
      Page.print(FileEditText.line(tagged: results.count - failed.count, of: results.count, isUndo: undo))
    }
    if !failed.isEmpty { throw ExitCode(Failure.Kind.refused.rawValue) }
  }

  private func request(_ uri: String) -> [String] {
    if fromPath || undo { return ["tag", fromPath ? "path" : "undo", uri] }
    return ["tag", uri]
      + tags.flatMap { tag in
        tag.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      }
  }

  /// - Throws: where the connection is lost, and where no file may be changed.
  private func edit(_ songs: [String], _ connection: Connection) throws(Failure) -> [TaggedSong] {
    let line = ProgressLine(isQuiet: json)
    defer { line.clear() }
    var results: [TaggedSong] = []
    for song in songs {
      line.show("\(results.count) of \(songs.count) songs: \(undo ? "Restoring" : "Writing tags")")
      do throws(Failure) {
        results.append(TaggedSong(file: song, tags: WrittenTag.all(try connection.asked(request(song)))))
      } catch {
        guard let refusal = error.refusal, refusal.key != .filesProtected, refusal.key != .noPermission else {
          throw error
        }
        results.append(TaggedSong(file: song, error: error.description))
      }
    }
    return results
  }

  /// The songs of a path, or else of an album.
  private static func songs(_ name: String, _ uri: String, _ connection: Connection) throws(Failure)
    -> [String]
  {
    do throws(Failure) {
      let songs = try connection.ask("listall", uri).values("file")
      guard !songs.isEmpty else { throw .refused("There are no songs in \(name).") }
      return songs
    } catch {
      guard error.refusal?.key == .noSuchPath || error.refusal?.key == .noSuchSong else { throw error }
      let found = try connection.ask("find", "(Album eq_ci \(BrowseRequest.quoted(name)))")
      let songs = found.values("file")
      guard !songs.isEmpty else { throw error }
      guard Set(found.values("AlbumArtist")).count <= 1 else {
        let folders = Set(songs.map { $0.split(separator: "/").dropLast().joined(separator: "/") }).sorted()
        throw .refused(
          "Several albums are called \(name). Give their folders: \(folders.joined(separator: ", ")).")
      }
      return songs
    }
  }
}

/// Result for one of several songs.
struct TaggedSong: Encodable, Equatable {
  let file: String
  var tags: [WrittenTag] = []
  /// Why the file stays as it was; nil if it was changed.
  var error: String?
}
