import ArgumentParser
import Client
import Glibc
import Model

struct PlaylistSubscribeCommand: ConnectedCommand {
  static let help = CommandHelp("subscribe", "Make a playlist of a podcast, or list the podcasts.")
  static let discussion = """
    EXAMPLES
      jukebox playlist subscribe https://example.org/podcast.xml
      jukebox playlist subscribe https://example.org/podcast.xml --name News
      jukebox playlist subscribe                list the podcasts
      jukebox preset 5 News                     button 5 plays what is new

    The URL is that of an RSS or Atom feed, or of a web page that refers to one.
    Its episodes become the entries of a playlist, the newest first. The jukebox
    reads the feed again every two hours, and when you subscribe again. An episode
    resumes where you left it, and a preset plays only what you have not heard
    yet. Nothing is downloaded: `jukebox playlist fetch` does that. To unsubscribe,
    delete the playlist. `jukebox playlist rename` gives it another name.
    """

  @Option(help: "Name of the playlist. The default is the title of the podcast.") var name: String?
  @Flag(help: "Print the list as JSON.") var json = false
  @Argument(help: "URL of the feed: http:// or https://.") var url: String?

  func validate() throws {
    if let url, TrackReference(url: FeedLink.url(url)) == nil {
      throw ValidationError("\(url) is no URL of a feed. It begins with http:// or https://.")
    }
    guard url != nil || name == nil else { throw ValidationError("--name needs the URL of a feed.") }
  }

  func run(_ connection: Connection) throws {
    guard let url else { return try list(connection) }
    try connection.send(["playlistsubscribe", url] + (name.map { [$0] } ?? []))
    let answer = try connection.answer(during: "reading the feed", isQuiet: json)
    let count = answer.integer("added") ?? 0
    Page.print("\(answer["playlist"] ?? ""): \(count == 1 ? "1 new episode" : "\(count) new episodes")")
  }

  private func list(_ connection: Connection) throws {
    let podcasts = try connection.ask("podcasts").items(beginningWith: "playlist")
    try Page.show(
      podcasts.map {
        [
          "playlist": $0["playlist"] ?? "", "url": $0["url"] ?? "", "checked": $0["checked"],
          "problem": $0["problem"], "episodes": $0.integer("episodes") ?? 0,
          "unheard": $0.integer("unheard") ?? 0,
        ] as JSONObject
      }, json: json, ifEmpty: "No podcasts: add one with `jukebox playlist subscribe URL`.",
      lines: podcasts.flatMap {
        [
          "\($0["playlist"] ?? "")  \($0.integer("unheard") ?? 0) of \($0.integer("episodes") ?? 0) episodes new",
          "     \($0["url"] ?? "")",
        ] + ($0["problem"].map { ["     last try failed: \($0)"] } ?? [])
      })
  }
}

struct PlaylistFetchCommand: ConnectedCommand {
  static let help = CommandHelp("fetch", "Download episodes of a podcast onto a stick.")
  static let discussion = """
    EXAMPLES
      jukebox playlist fetch News            download the newest episode
      jukebox playlist fetch News 1-5        download the first five
      jukebox playlist fetch News 1-5 --volume MUSIC
      jukebox playlist fetch --status        what is being downloaded
      jukebox playlist fetch --stop          end the downloads

    The files are stored in the folder Podcasts of the stick that holds the
    playlist, and the entries of the playlist are these files then. The jukebox
    continues if this command is ended with Ctrl-C.
    """

  @Option(help: "Name of the stick. The default is that of the playlist.", completion: NameCompletion.volumes)
  var volume: String?
  @Flag(help: "Show what is being downloaded.") var status = false
  @Flag(help: "Print a JSON array; with --status.") var json = false
  @Flag(help: "End the downloads.") var stop = false
  @Argument(help: "Name of the playlist.", completion: NameCompletion.playlists) var name: String?
  @Argument(help: "Numbers as `jukebox playlist show` shows them: 3 or 3-5.") var episodes: SongRange?

  private static let pollMicroseconds: UInt32 = 300_000

  func validate() throws {
    try episodes?.check()
    if json, !status { throw ValidationError("--json belongs to --status.") }
    try require(
      (name != nil) != (status || stop), "Give the name of a podcast's playlist, or --status or --stop.")
  }

  func run(_ connection: Connection) throws {
    if stop { _ = try connection.ask("playlistfetch", "stop") }
    guard let name else {
      let fetches = try connection.ask("playlistfetch").items(beginningWith: "url")
      try Page.show(
        fetches.map {
          [
            "url": $0["url"] ?? "", "playlist": $0["playlist"], "title": $0["Title"], "state": $0["state"],
            "file": $0["file"], "problem": $0["problem"],
            // In bytes.
            "received": $0.integer("received"), "size": $0.integer("size"),
          ] as JSONObject
        }, json: json, ifEmpty: "Nothing is being downloaded.", lines: fetches.map(Self.line))
      return
    }
    let range = episodes.map { "\($0.numbers.lowerBound - 1):\($0.numbers.upperBound)" } ?? "0:1"
    let words = ["playlistfetch", name, range] + (volume.map { [$0] } ?? [])
    guard try connection.asked(words).integer("fetching") ?? 0 > 0 else {
      return Page.print("These episodes are files already, or are being downloaded.")
    }
    try follow(connection)
  }

  /// Shows the progress until all is done.
  private func follow(_ connection: Connection) throws {
    let line = ProgressLine()
    var shown = 0
    while true {
      let fetches = try connection.ask("playlistfetch").items(beginningWith: "url")
      let ended = fetches.prefix { ["done", "failed"].contains($0["state"] ?? "") }
      line.clear()
      for fetch in ended.dropFirst(shown) { Page.print(Self.line(fetch)) }
      shown = ended.count
      guard shown < fetches.count else {
        if ended.contains(where: { $0["state"] == "failed" }) {
          throw Failure.refused("Not all episodes were downloaded.")
        }
        return
      }
      line.show(Self.line(fetches[shown]))
      usleep(Self.pollMicroseconds)
    }
  }

  private static func line(_ fetch: Answer) -> String {
    let title = fetch["Title"] ?? fetch["url"] ?? ""
    func size(_ bytes: Int?) -> String { bytes.map { "\($0 / 1_000_000) MB" } ?? "?" }
    switch fetch["state"] {
    case "done": return "\(title): \(fetch["file"] ?? "")"
    case "failed": return "\(title): \(fetch["problem"] ?? "failed")"
    case "fetching": return "\(title): \(size(fetch.integer("received"))) of \(size(fetch.integer("size")))"
    default: return "\(title): waiting"
    }
  }
}
