import ArgumentParser
import Client

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

      `/` is the top of the folder whose songs have no name before their paths; a
      stick goes by its name, as `jukebox volumes` has it.

      Whoever plays such a folder, a preset with it, or comes to it by `next` or
      `previous`, comes to where it was left. Another track in it that is chosen
      begins at its beginning.
      """)

  enum Rule: String, ExpressibleByArgument, CaseIterable { case on, off, auto }

  @OptionGroup var connection: ConnectionOptions
  @Flag(help: "Print a JSON array.") var json = false
  @Argument(help: "A folder; all that are known where none is given.") var folder: String?
  @Argument(help: "on: it goes on, off: it starts over, auto: as its tracks say.") var rule: Rule?

  func validate() throws { try PathArguments.check(folder: folder) }

  func run() throws {
    try connection.withConnection { connection in
      var words = ["resume"]
      if let folder {
        words.append(AddCommand.uri(folder, musicDirectory: try? connection.ask("config")["music_directory"]))
      }
      if let rule { words = ["setresume"] + words.dropFirst() + [rule.rawValue] }
      try connection.send(words)
      var folders = FolderResume.all(try connection.answer())
      var below: (folders: [FolderResume], isWhole: Bool)?
      if let uri = folders.first?.uri, folder != nil {
        if let listing = try Self.listing(of: uri, connection) {
          folders[0].hasTracks = listing["file"] != nil
          if folders[0].hasTracks == false {
            below = try Self.resuming(below: listing) { words throws(Failure) in try connection.asked(words) }
          }
        } else {
          folders[0].isAbsent = true
        }
      }
      if json { return Page.print(try JSON.line(folders + (below?.folders ?? []))) }
      var top: String?
      if folders.contains(where: \.uri.isEmpty) {
        top = Self.top(of: Volume.all(try connection.ask("volumes")))
      }
      for line in ResumeText.lines(folders, top: top) { Page.print(line) }
      if let below {
        for line in ResumeText.lines(below: below.folders, isWhole: below.isWhole) { Page.print(line) }
      }
      if folders.isEmpty {
        Page.print(
          """
          No folder was left midway. Spoken ones go on by themselves; `jukebox resume FOLDER on` says so of
          another.
          """)
      }
    }
  }

  /// What `/` is the top of; nil where there is nothing else, so that it is all.
  static func top(of volumes: [Volume]) -> String? {
    volumes.count > 1 ? volumes.first { $0.uri.isEmpty }?.name : nil
  }

  /// What is in a folder; nil where it is not there, though it is known what to do when it is.
  static func listing(of uri: String, _ connection: Connection) throws(Failure) -> Answer? {
    do throws(Failure) {
      return try connection.ask("lsinfo", uri)
    } catch {
      guard error.kind == .refused else { throw error }
      return nil
    }
  }

  /// So many folders below one are asked for.
  static let mostBelow = 200

  /// The folders at all depths below one that resume.
  /// - Parameters:
  ///   - listing: of the folder, as `lsinfo` tells it.
  ///   - ask: asks the jukebox.
  static func resuming(
    below listing: Answer, _ ask: ([String]) throws(Failure) -> Answer
  ) throws(Failure) -> (folders: [FolderResume], isWhole: Bool) {
    var open = listing.values("directory")
    var (asked, found): (Int, [FolderResume]) = (0, [])
    while !open.isEmpty {
      guard asked < mostBelow else { return (found, false) }
      asked += 1
      let uri = open.removeFirst()
      // One that holds nothing but playlist files is no folder with songs.
      guard let told = try? ask(["resume", uri]) else { continue }
      found += FolderResume.all(told).filter(\.resumes)
      open.insert(contentsOf: try ask(["lsinfo", uri]).values("directory"), at: 0)
    }
    return (found, true)
  }
}
