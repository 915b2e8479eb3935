import ArgumentParser
import Client
import Linux
import Model

@main
struct JukeboxCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "jukebox",
    abstract: "Control a jukebox: playback, queue, library, playlists and sounds.",
    discussion: """
      EXAMPLES
        jukebox                      show the current song (same as `jukebox status`)
        jukebox add Miles            append the folder Miles to the queue
        jukebox play                 play, or resume after a pause
        jukebox play 3               play song 3 of the queue
        jukebox queue remove 3       remove it; `queue move` and `shuffle` reorder
        jukebox random on            random order; also repeat, single, consume
        jukebox search beat hel      find songs by word beginnings
        jukebox browse albums        list the albums of the library
        jukebox playlist load Party  append a playlist to the queue
        jukebox favourite            mark the current song as a favourite
        jukebox rate 8               rate it 8 of 10
        jukebox seek +30             skip 30 seconds forward
        jukebox volume 40            set the volume (+5 and -5 change it)
        jukebox mute                 mute or unmute; playback continues
        jukebox eq +3 0 -2           bass, mid and treble in dB
        jukebox speed 1.25           play 25 % faster at the same pitch
        jukebox crossfade 5          overlap songs; also replaygain, mixramp, output
        jukebox sleep 30             fade out and pause in 30 minutes
        jukebox watch                show the status live; Ctrl-C ends it
        jukebox scan                 scan for new music, with a progress bar
        jukebox analyze              progress of the tempo, key and chord analysis
        jukebox chords               show the chords live while the song plays
        jukebox theory chord Am7     explain a chord; also scales, progressions, keys
        jukebox metronome 92         click at a tempo; `follow` clicks with the song
        jukebox listen               show the chords that the microphone hears
        jukebox tuner guitar         tune a guitar by the microphone
        jukebox library exclude DIR  leave a folder out of the library; also include
        jukebox volumes              list the sticks and folders with music
        jukebox art -o cover.jpg     save the current song's picture to a file
        jukebox cue add              mark the current position
        jukebox mix 1                add the current song to mix slot 1, or remove it
        jukebox preset 3 Party       bind the playlist Party to preset button 3
        jukebox card learn Party     place a card: it plays the playlist Party
        jukebox alarm add 6:45 Morning     wake up with the playlist Morning
        jukebox clock                show the time of day, and what sets it
        jukebox station list         list the radio stations
        jukebox pad bell             play a sound over the music; `pad` lists them
        jukebox record start         record a sound from the microphone
        jukebox tag 01.flac title=X  write tags into a file; --undo restores them
        jukebox remove Miles         move to the trash; `trash restore` undoes it
        jukebox copy Miles STICK     copy music to another stick
        jukebox chapters             list the chapters of the current song
        jukebox lyrics               print the lyrics of the current song
        jukebox import mix.m3u       import a playlist of another program
        jukebox export Party -o p.m3u8     export a playlist for another program
        jukebox render Party -o p.flac     write a mix with its crossfades to a file
        jukebox backup               save playlists, ratings and notes on each volume
        jukebox sync                 synchronise playlists with MixBoard's file
        jukebox stats                show plays, skips and score of the current song
        jukebox browse most-played   list by plays; also ranking, forgotten and more
        jukebox resume               list folders that resume where you left them
        jukebox inputs --watch       show button and knob events live, for wiring
        jukebox rooms                play in other rooms by Snapcast: what is missing
        jukebox web                  print the address of the page for phones
        jukebox update               update a box with the card image
        jukebox doctor               find out what is wrong, and how to mend it
        jukebox --host kitchen next  skip to the next song on another machine

      NAMES AND PATHS
        Use paths and names as `browse` and `--paths` print them. Paths and playlist
        names are case-sensitive. Quote names with spaces or special characters:
        'So What'. Put -- before a name that begins with a dash:
        jukebox search -- -x

      WHICH JUKEBOX
        The default is the jukebox on this machine. The first of these that is set
        selects another one: --socket PATH, --host HOST[:PORT], the variable
        JUKEBOX_SOCKET, then MPD_HOST ([PASSWORD@]HOST[:PORT]) and MPD_PORT.

      TAB KEY
        jukebox --generate-completion-script bash (or zsh, fish) prints a script
        that completes commands and options. For this bash session:
        source <(jukebox --generate-completion-script bash)

      EXIT STATUS
        0   success; an empty list is a success
        1   the jukebox refused the command, found nothing to add or play, wrote no
            backup, does not have the requested item, or standard output could not
            be written
        64  wrong usage: an unknown command or option, or a value out of range
        69  no jukebox answers
        76  the connection was lost
        130 Ctrl-C stopped an import
      """,
    version: "jukebox \(ProgramVersion.current)",
    subcommands: [
      StatusCommand.command, PlayCommand.command, PlainCommand<PauseCommand>.command, ToggleCommand.command,
      PlainCommand<StopCommand>.command, PlainCommand<NextCommand>.command,
      PlainCommand<PreviousCommand>.command, SeekCommand.command, VolumeCommand.command,
      MuteCommand.command, EqualiserCommand.command, ChannelsCommand.command, BalanceCommand.command,
      SpeedCommand.command, SleepCommand.command, QuietCommand.self, BudgetCommand.command,
      AllowCommand.command, LockCommand.command, CrossfadeCommand.command, MixRampCommand.command,
      ReplayGainCommand.command, OutputCommand.command, QueueCommand.self, ShuffleCommand.command,
      RandomCommand.command, RepeatCommand.command, SingleCommand.command, ConsumeCommand.command,
      AddCommand.command, StationCommand.self, SearchCommand.command, BrowseCommand.command,
      PlainCommand<ClearCommand>.command, PlaylistCommand.self, FavouriteCommand.command,
      RateCommand.command, ColourCommand.command, NoteCommand.command, CueCommand.self, MixCommand.command,
      PresetCommand.command, CardCommand.self, AlarmCommand.self, ClockCommand.self, PadCommand.self,
      AnnounceCommand.command, RecordCommand.self,
      AnalyzeCommand.self, AnalysisCommand.command, ChordsCommand.command, NotesCommand.command,
      WaveformCommand.command, MixableCommand.command, TheoryCommand.self, MetronomeCommand.command,
      ListenCommand.command, TunerCommand.command, ScanCommand.command, LibraryCommand.self,
      WatchCommand.command, VolumesCommand.command, ArtCommand.command, ChaptersCommand.command,
      LyricsCommand.command, RenderCommand.command, ImportCommand.command, ExportCommand.command,
      SyncCommand.command,
      BackupCommand.command, RestoreCommand.command, TagCommand.command, RemoveCommand.command,
      TrashCommand.self, CopyCommand.command, StatsCommand.command, ResumeCommand.command,
      InputsCommand.command, RoomsCommand.self, WebCommand.self, UpdateCommand.command,
      DoctorCommand.self,
    ],
    defaultSubcommand: StatusCommand.command)

  static func main() {
    do throws(SystemError) {
      try StandardDescriptors.hold()
    } catch {
      Notice.tell(["jukebox: Standard input, output and error: \(error)."])
      exit(withError: ExitCode(Failure.Kind.refused.rawValue))
    }
    OutputEnd.watch()
    let words = CommandWords.ordered(Array(CommandLine.arguments.dropFirst()))
    // The parser would take it for an argument of the default command, and report that one's.
    if let message = CommandWords.unknown(words) { exit(withError: ValidationError(message)) }
    main(words)
  }
}

extension ParsableCommand {
  /// In front of what the parser refuses, as of what the jukebox does.
  static var _errorLabel: String { "jukebox" }
}
