import ArgumentParser
import Client

struct PlaylistCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "playlist", abstract: "Playlists that the jukebox keeps: make, change and play them.",
    discussion: """
      EXAMPLES
        jukebox playlist                           all of them
        jukebox playlist add Party Miles           the folder Miles, at the end
        jukebox playlist add Party --search blue   what a search finds, up to 1000
        jukebox playlist save Tonight              what is in the queue
        jukebox playlist show Party                its songs, with their numbers
        jukebox playlist show Party --by "{Artist}"     under headings
        jukebox playlist move Party 5 1            the fifth song to the beginning
        jukebox playlist remove Party 3-5          the third to the fifth song
        jukebox playlist load Party --play         to the queue's end, and play it
        jukebox playlist set Party --colour orange --folder Evenings
        jukebox playlist entry Party 3 --start 0:30 --gain=-2

      A playlist is kept on the stick or in the folder that most of its first
      songs lie on, and goes where they go. Songs that are renamed or moved stay
      in it; so do those of a stick that is not there. Where two sticks have a
      playlist of the same name, one is shown with ~ and four digits behind it.

      Playlist files (M3U, PLS, XSPF, CUE) on a volume are listed by their paths, and
      can be shown, loaded and exported. Nothing changes them: `jukebox import
      --on-volume FILE` makes a playlist of one. "Lovely songs" makes itself:
      `jukebox stats --help` tells how.
      """,
    subcommands: [
      PlaylistListCommand.self, PlaylistShowCommand.self, PlaylistAddCommand.self,
      PlaylistRemoveCommand.self, PlaylistMoveCommand.self, PlaylistClearCommand.self,
      PlaylistRenameCommand.self, PlaylistDeleteCommand.self, PlaylistLoadCommand.self,
      PlaylistSaveCommand.self, PlaylistInfoCommand.self, PlaylistSetCommand.self,
      PlaylistEntryCommand.self, PlaylistDuplicatesCommand.self, PlaylistFolderCommand.self,
      PlaylistCoverCommand.self,
    ],
    defaultSubcommand: PlaylistListCommand.self)
}
