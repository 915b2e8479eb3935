import ArgumentParser
import Client

struct ResumeCommand: ConnectedCommand {
  static let help = CommandHelp(
    "resume", "Show or set which folders resume where you left them, such as audiobooks.")
  static let discussion = """
    EXAMPLES
      jukebox resume                    list the folders and their positions
      jukebox resume Stories/Momo       show one folder
      jukebox resume Stories on         always resume folders in Stories
      jukebox resume "Long Mixes" off   always start from the beginning
      jukebox resume Stories auto       decide by the tracks (default)

    With auto, a folder resumes if it holds speech: half of its tracks have a genre
    such as Audiobook, Hörspiel, Podcast or Speech, or the folder or a parent
    folder has that name, and it is 10 minutes or longer; or half of its tracks
    have no genre and are 20 minutes or longer each. Music starts from the
    beginning.

    `/` is the first music folder, whose paths have no prefix. A stick is given by
    its name, as `jukebox volumes` shows it.

    Playback resumes when the folder is played, also by a preset, `next` or
    `previous`. If you select another track in it, that track starts at its
    beginning.
    """

  enum Rule: String, ExpressibleByArgument, CaseIterable { case on, off, auto }

  @Flag(help: "Print a JSON array.") var json = false
  @Argument(
    help: "Path of a folder; default: all folders with a position or a rule.",
    completion: NameCompletion.paths) var folder: String?
  @Argument(help: "on: resume, off: start from the beginning, auto: decide by the tracks; default: show.")
  var rule: Rule?

  func validate() throws { try PathArguments.check(folder: folder) }

  func run(_ connection: Connection) throws {
    var words = ["resume"]
    if let folder { words.append(connection.uri(of: folder)) }
    if let rule { words = ["setresume"] + words.dropFirst() + [rule.rawValue] }
    var folders = FolderResume.all(try connection.asked(words))
    var below: (folders: [FolderResume], isWhole: Bool)?
    if let uri = folders.first?.uri, folder != nil {
      if let listing = try connection.answerUnlessRefused("lsinfo", uri) {
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
    Page.print(lines: ResumeText.lines(folders, top: top))
    if let below { Page.print(lines: ResumeText.lines(below: below.folders, isWhole: below.isWhole)) }
    if folders.isEmpty {
      Page.print(
        """
        No folder has a saved position. Folders with speech resume by themselves; `jukebox resume FOLDER on` sets it for
        another folder.
        """)
    }
  }

  /// Name of the volume that `/` stands for; nil if there is only one volume, so that `/` is everything.
  static func top(of volumes: [Volume]) -> String? {
    volumes.count > 1 ? volumes.first { $0.uri.isEmpty }?.name : nil
  }

  /// Limit of requested folders below one.
  static let mostBelow = 200

  /// The folders at all depths below one that resume.
  /// - Parameters:
  /// - listing: of the folder, as `lsinfo` shows it.
  /// - ask: asks the jukebox.
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
