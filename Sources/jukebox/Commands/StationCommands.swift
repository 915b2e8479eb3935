import ArgumentParser
import Client
import Model

struct StationCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "station", abstract: "Add, list and remove radio stations.",
    discussion: """
      EXAMPLES
        jukebox station add "Radio Example" https://radio.example/live.mp3
        jukebox station list
        jukebox station play "Radio Example"
        jukebox station remove "Radio Example"
        jukebox add --play "Radio Example"       append it, and play it now
        jukebox preset 4 "Radio Example"     play it with preset button 4
        jukebox playlist load Stations       append all of them to the queue
        jukebox preset 3 Stations            play them with preset button 3

      Stations are the entries of the playlist `Stations`.
      """,
    subcommands: [
      StationAddCommand.command, StationListCommand.command, StationPlayCommand.command,
      StationRemoveCommand.command,
    ],
    defaultSubcommand: StationListCommand.command)
}

struct StationAddCommand: ConnectedCommand {
  static let help = CommandHelp("add", "Add a station.")

  @Argument(help: "Its name.") var name: String
  @Argument(help: "Its URL: http:// or https://.") var url: String

  func validate() throws {
    if TrackReference(url: url) == nil {
      throw ValidationError("\(url) is no URL of a station. It begins with http:// or https://.")
    }
    if name.isEmpty { throw ValidationError("The name is empty.") }
  }

  func run(_ connection: Connection) throws {
    let isNew = try connection.asked(["stationadd", name, url])["added"] != "0"
    Page.print(
      isNew
        ? "station \(name) added: `jukebox station play \(CommandWords.quoted(name))` plays it"
        : "\(name) with this URL is already there: nothing was added")
  }
}

struct StationListCommand: ConnectedCommand {
  static let help = CommandHelp("list", "List the stations.")

  @Flag(help: "Print the list as JSON.") var json = false

  func run(_ connection: Connection) throws {
    let stations = try connection.ask("stations").items(beginningWith: "station")
    try Page.show(
      stations.map { ["name": $0["station"], "url": $0["file"]] as JSONObject }, json: json,
      ifEmpty: "No stations: add one with `jukebox station add NAME URL`.",
      lines: stations.map { "\($0["station"] ?? "")  \($0["file"] ?? "")" })
  }
}

struct StationPlayCommand: NamedPlayCommand {
  static let help = CommandHelp("play", "Play a station instead of the queue.")
  static let discussion = "EXAMPLE: jukebox station play \"Radio Example\""

  @Argument(help: "Its name or URL.", completion: NameCompletion.stations) var name: String

  func find(_ connection: Connection) throws(Failure) -> [NamedMusic] {
    if Song.isInNetwork(name) { return [NamedMusic(kind: .station, name: name, uri: name)] }
    let found = try NamedMusic.stations(name, connection)
    if found.isEmpty { throw .refused("There is no station \(name). `jukebox station list` lists them.") }
    return found
  }
}

struct StationRemoveCommand: RequestCommand {
  static let help = CommandHelp("remove", "Remove a station.")

  @Argument(help: "Its name or URL.", completion: NameCompletion.stations) var name: String

  var request: [String] { ["stationremove", name] }
  var done: String? { "station \(name) removed" }
}
