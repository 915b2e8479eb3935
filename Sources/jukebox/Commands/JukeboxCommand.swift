import ArgumentParser
import Client
import Linux

@main
struct JukeboxCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "jukebox",
    abstract: "Controls a jukebox: plays, pauses, looks at the queue, watches what sounds.",
    discussion: """
      EXAMPLES
        jukebox                      what is playing (the same as `jukebox status`)
        jukebox add Miles            put the folder Miles at the queue's end
        jukebox play                 play, or go on after a pause
        jukebox play 3               play the third song of the queue
        jukebox queue remove 3       take it out; `queue move` and `shuffle` reorder
        jukebox random on            by chance; repeat, single, consume likewise
        jukebox search beat hel      find songs by the beginnings of words
        jukebox browse albums        look through the library, and see its names
        jukebox playlist load Party  a playlist into the queue
        jukebox favourite            the song that plays is a favourite
        jukebox rate 8               and worth 8 of 10
        jukebox seek +30             30 seconds ahead
        jukebox volume 40            set the volume (+5 and -5 change it)
        jukebox mute                 silence, though it plays on; again: sound
        jukebox eq +3 0 -2           bass, mid and treble in dB
        jukebox speed 1.25           a quarter faster, at the same pitch
        jukebox crossfade 5          songs overlap; replaygain, mixramp, output, too
        jukebox sleep 30             fade out and pause in half an hour
        jukebox watch                a live line; Ctrl-C ends it
        jukebox scan                 look for new music, with a progress bar
        jukebox analyze              tempo, key and chords: how far that is
        jukebox chords               they pass by as the song plays
        jukebox volumes              the sticks and folders that the music comes from
        jukebox art -o cover.jpg     the picture of the song that plays, into a file
        jukebox cue add              mark the place where the song is
        jukebox mix 1                the song that plays into a playlist, or out
        jukebox preset 3 Party       the playlist that the third button plays
        jukebox pad bell             a sound over the music; `pad` lists them
        jukebox record start         from a microphone, to be a sound, too
        jukebox chapters             the parts of the song that plays, with times
        jukebox import mix.m3u       a playlist of another program
        jukebox export Party -o p.m3u8     one for another program
        jukebox render Party -o p.flac     a mix as a file, with its crossfades
        jukebox backup               what people added, into a file on each volume
        jukebox sync                 the same playlists as in MixBoard's file
        jukebox stats                how often the song was played, and its score
        jukebox browse most-played   by that; ranking, forgotten and more, too
        jukebox resume               audiobooks go on where they were left
        jukebox inputs --watch       what comes from buttons and knobs, for wiring
        jukebox --host kitchen next  the next song on another machine

      NAMES AND PATHS
        are the jukebox's own, as `browse` and `--paths` show them; names in paths
        and of playlists with their capitals. With spaces or signs they are put in
        quotes: 'So What'. What begins with a dash goes behind two:
        jukebox search -- -x

      WHICH JUKEBOX
        Without options, the one of this machine. Otherwise, in this order:
        --socket PATH, --host HOST[:PORT], the variable JUKEBOX_SOCKET, then
        MPD_HOST ([PASSWORD@]HOST[:PORT]) and MPD_PORT.

      TAB KEY
        jukebox --generate-completion-script bash (zsh, fish) prints what a shell
        needs to complete commands and options; in bash for this session:
        source <(jukebox --generate-completion-script bash)

      EXIT STATUS
        0   done; a list was told, whether there is something in it or not
        1   the jukebox refused, or there was nothing to do it with: nothing was
            found to add or to play, no volume took a backup, the one thing that was
            asked for is not there, or standard output could not be written
        64  wrong usage, seen in the line alone
        69  no jukebox answers
        76  the connection broke
        130 Ctrl-C ended an import
      """,
    version: "jukebox 0.1.0",
    subcommands: [
      StatusCommand.self, PlayCommand.self, PauseCommand.self, ToggleCommand.self, StopCommand.self,
      NextCommand.self, PreviousCommand.self, SeekCommand.self, VolumeCommand.self, MuteCommand.self,
      EqualiserCommand.self, ChannelsCommand.self, BalanceCommand.self, SpeedCommand.self, SleepCommand.self,
      CrossfadeCommand.self, MixRampCommand.self, ReplayGainCommand.self, OutputCommand.self,
      QueueCommand.self,
      ShuffleCommand.self, RandomCommand.self, RepeatCommand.self, SingleCommand.self, ConsumeCommand.self,
      AddCommand.self, SearchCommand.self, BrowseCommand.self, ClearCommand.self, PlaylistCommand.self,
      FavouriteCommand.self, RateCommand.self, ColourCommand.self, NoteCommand.self, CueCommand.self,
      MixCommand.self, PresetCommand.self, PadCommand.self, AnnounceCommand.self, RecordCommand.self,
      AnalyzeCommand.self, AnalysisCommand.self, ChordsCommand.self, NotesCommand.self,
      WaveformCommand.self, MixableCommand.self,
      ScanCommand.self, WatchCommand.self, VolumesCommand.self, ArtCommand.self, ChaptersCommand.self,
      RenderCommand.self, ImportCommand.self, ExportCommand.self, SyncCommand.self, BackupCommand.self,
      RestoreCommand.self,
      StatsCommand.self, ResumeCommand.self,
      InputsCommand.self,
    ],
    defaultSubcommand: StatusCommand.self)

  static func main() {
    do throws(SystemError) {
      try StandardDescriptors.hold()
    } catch {
      Notice.tell(["jukebox: Standard input, output and error: \(error)."])
      exit(withError: ExitCode(Failure.Kind.refused.rawValue))
    }
    OutputEnd.watch()
    let words = CommandWords.ordered(Array(CommandLine.arguments.dropFirst()))
    // The parser would take it for an argument of the default command, and tell of that one's.
    if let message = CommandWords.unknown(words) { exit(withError: ValidationError(message)) }
    if let message = CommandWords.dashed(words) {
      Notice.tell(["Error: \(message)", CommandWords.usage(words)])
      exit(withError: ExitCode.validationFailure)
    }
    main(words)
  }
}
