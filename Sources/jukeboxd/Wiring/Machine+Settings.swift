import Configuration
import Control
import Model

extension Machine {
  /// Lists the folder, tags and formats of this jukebox.
  /// - Parameter file: the path of the configuration.
  init(_ settings: Settings, file: String?) {
    self.init(
      musicDirectory: settings.library.folders.first ?? settings.library.mountRoot ?? "/",
      // As with MPD, comments can be searched, but are not sent with each song: some are pages long.
      tags: TagSet(Tag.allCases.filter { $0 != .comment }),
      decoders: [
        Decoder(name: "mpg123", suffixes: ["mp3", "mp2", "mpga"], mediaTypes: ["audio/mpeg"]),
        Decoder(name: "flac", suffixes: ["flac", "fla"], mediaTypes: ["audio/flac", "audio/x-flac"]),
        Decoder(name: "oggflac", suffixes: ["ogg", "oga"], mediaTypes: ["audio/ogg", "application/ogg"]),
        Decoder(name: "vorbis", suffixes: ["ogg", "oga"], mediaTypes: ["audio/ogg", "audio/vorbis"]),
        Decoder(
          name: "sndfile", suffixes: ["wav", "aif", "aiff", "aifc"],
          mediaTypes: ["audio/wav", "audio/x-wav", "audio/aiff", "audio/x-aiff"]),
        Decoder(name: "opus", suffixes: ["opus", "ogg"], mediaTypes: ["audio/ogg", "audio/opus"]),
      ])
    configurationFile = file
    let own = Set(decoders.flatMap(\.suffixes))
    helper = Decoder(
      name: "ffmpeg", suffixes: FileType.usualSuffixes.filter { !own.contains($0) },
      mediaTypes: [
        "audio/mp4", "audio/aac", "audio/x-ms-wma", "audio/x-ape", "audio/x-wavpack", "audio/x-musepack",
        "audio/x-tta", "audio/x-dsf", "audio/x-dff", "audio/x-matroska", "audio/webm", "audio/ac3",
        "audio/eac3",
      ])
    speechURLs = settings.control.speechURLs
  }
}
