import ArgumentParser

struct ResumeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "resume",
    abstract: "Folders that go on where they were left: audiobooks, stories, podcasts.",
    discussion: """
      EXAMPLES
        jukebox resume                    the folders, and where each goes on
        jukebox resume Stories/Momo       one of them
        jukebox resume Stories on         all in Stories go on where they were left
        jukebox resume "Long Mixes" off   this one starts over
        jukebox resume Stories auto       as its tracks say

      A folder goes on by itself where its tracks are spoken and long: where half
      of them have a genre such as Audiobook, Hörspiel, Podcast or Speech, or the
      folder, or one that it lies in, is called so, and it takes ten minutes or
      more; or where half of them have no genre and take 20 minutes or more each.
      Music starts over.

      Whoever plays such a folder, a preset with it, or comes to it by `next` or
      `previous`, comes to where it was left. Another track in it that is chosen
      begins at its beginning.
      """)

  enum Rule: String, ExpressibleByArgument, CaseIterable { case on, off, auto }

  @OptionGroup var connection: ConnectionOptions
  @Flag(help: "Print a JSON array.") var json = false
  @Argument(help: "A folder; all that are known where none is given.") var folder: String?
  @Argument(help: "on: it goes on, off: it starts over, auto: as its tracks say.") var rule: Rule?

  func run() throws {
    try connection.withConnection { connection in
      var words = ["resume"]
      if let folder {
        words.append(AddCommand.uri(folder, musicDirectory: try? connection.ask("config")["music_directory"]))
      }
      if let rule { words = ["setresume"] + words.dropFirst() + [rule.rawValue] }
      try connection.send(words)
      let folders = FolderResume.all(try connection.answer())
      if json { return print(try JSON.line(folders)) }
      for line in ResumeText.lines(folders) { print(line) }
      if folders.isEmpty {
        print(
          """
          No folder was left midway. Spoken ones go on by themselves; `jukebox resume FOLDER on` says so of
          another.
          """)
      }
    }
  }
}
