/// All commands by their names.
struct CommandTable: Sendable {
  /// Sorted by name, as `commands` lists them.
  let commands: [Command]
  private let byName: [String: Command]

  init(_ commands: [Command]) {
    self.commands = commands.sorted { $0.name < $1.name }
    byName = Dictionary(uniqueKeysWithValues: commands.map { ($0.name, $0) })
  }

  subscript(name: String) -> Command? { byName[name] }

  /// Every command of the jukebox. A new one is one entry in the list of its subject.
  static let standard = CommandTable(
    PlaybackCommands.list + OptionCommands.list + SoundCommands.list + PadCommands.list + CardCommands.list
      + FamilyCommands.list
      + RecordCommands.list
      + RenderCommands.list + UpgradeCommands.list + UploadCommands.list + AnalysisCommands.list
      + TheoryCommands.list
      + AccompanimentCommands.list + LiveCommands.list
      + QueueCommands.list + QueueKeepCommands.list
      + QueueReadingCommands.list + PartyCommands.list
      + QueueRangeCommands.list
      + PlaylistCommands.list + PlaylistReadingCommands.list + PlaylistFieldCommands.list
      + ShortcutCommands.list + StationCommands.list + PodcastCommands.list
      + PlaylistViewCommands.list + PlaylistCoverCommands.list + ExchangeCommands.list + DatabaseCommands.list
      + FileCommands.list + FileEditCommands.list
      + SearchCommands.list + LookupCommands.list + SourceCommands.list
      + BrowseCommands.list + ListeningCommands.list + TagCommands.list + VolumeCommands.list
      + PictureCommands.list
      + OutputCommands.list + PartitionCommands.list + ConnectionCommands.list + ChannelCommands.list
      + PersonalCommands.list + CueCommands.list + StickerCommands.list
      + ReflectionCommands.list + EngineCommands.list + InputCommands.list + DoctorCommands.list
      + ClockCommands.list + AlarmCommands.list + MachineCommands.list + NetworkCommands.list
      + SettingCommands.list)
}
