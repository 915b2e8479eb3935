import ArgumentParser
import Client

struct RenderCommand: ConnectedCommand {
  static let help = CommandHelp("render", "Write a playlist or songs to one audio file, with crossfades.")
  static let discussion = """
    EXAMPLES
      jukebox render Party -o party.flac
      jukebox render "Miles/So What.flac" "Bach/Air.flac" -o two.wav --bits 24
      jukebox render Party -o party.flac --eq     apply the equaliser
      jukebox render Party -o party.wav --stems   write also a file per song
      jukebox render Party -o party.flac --force  replace an older party.flac

    A name is taken as a playlist, else as the path of a song. Parts, gains,
    crossfades and ReplayGain are applied; the volume is not. A cue sheet
    (party.cue) beside the file lists the start of each song. Stems (party 1.wav,
    party 2.wav …) have the length of the mix, so that they stay aligned. Playback
    continues. Ctrl-C stops it and leaves no file.
    """

  @OptionGroup var file: RenderedFileOptions
  @Flag(help: "Apply the current equaliser.") var eq = false
  @Flag(help: "Write also one file per song, each aligned with the mix.") var stems = false
  @Argument(help: "Names of playlists or paths of songs.", completion: NameCompletion.bindable) var names:
    [String]

  func run(_ connection: Connection) throws {
    try RenderedFile.removeIfInterrupted()
    let playlists = Set(try connection.ask("listplaylists").values("playlist"))
    let output = file.output
    let cueSheet = RenderedFile.stem(of: output) + ".cue"
    var words = file.words + ["eq", eq ? "1" : "0"]
    var count = 0
    for name in names {
      let isPlaylist = playlists.contains(name)
      words += [isPlaylist ? "playlist" : "uri", name]
      if stems { count += isPlaylist ? try connection.ask("playlistlength", name).integer("songs") ?? 0 : 1 }
    }
    try file.check([cueSheet] + (0..<count).map { stem($0 + 1) })
    let songs = try RenderedFile(connection, words).write(to: output)
    var texts: [String: (title: String?, artist: String?)] = [:]
    for song in songs where texts[song.file] == nil {
      let told = try? connection.asked(["lsinfo", song.file])
      texts[song.file] = (told?["Title"], told?["Artist"])
    }
    try LocalFile.write(Array(Self.cueSheet(songs, texts, file: output).utf8), to: cueSheet)
    if stems {
      for number in 1...max(1, songs.count) {
        try RenderedFile(connection, words + ["stem", "\(number)"]).write(to: stem(number))
      }
    }
    Page.print("\(output): \(StatusText.count(songs.count, "song")); cue sheet: \(cueSheet)")
  }

  private func stem(_ number: Int) -> String {
    "\(RenderedFile.stem(of: file.output)) \(number).\(file.format)"
  }

  /// Frames of a cue sheet are 75ths of a second.
  /// - Parameter texts: by the songs' paths; one without a title has its file's name.
  static func cueSheet(
    _ songs: [RenderedFile.Song], _ texts: [String: (title: String?, artist: String?)] = [:], file: String
  ) -> String {
    func quoted(_ text: String) -> String { "\"\(String(text.map { $0 == "\"" ? "'" : $0 }))\"" }
    let name = String(file.split(separator: "/").last ?? "")
    var lines = ["FILE \(quoted(name)) WAVE"]
    for (index, song) in songs.enumerated() {
      let frames = Int((song.start * 75).rounded())
      func two(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }
      lines.append("  TRACK \(two(index + 1)) AUDIO")
      let text = texts[song.file]
      lines.append("    TITLE \(quoted(text?.title ?? String(song.file.split(separator: "/").last ?? "")))")
      if let artist = text?.artist { lines.append("    PERFORMER \(quoted(artist))") }
      lines.append("    INDEX 01 \(two(frames / 4500)):\(two(frames / 75 % 60)):\(two(frames % 75))")
    }
    return lines.joined(separator: "\n") + "\n"
  }
}
