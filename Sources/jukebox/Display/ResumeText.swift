/// Folders and where they go on, one in a line.
enum ResumeText {
  static func lines(_ folders: [FolderResume]) -> [String] {
    let width = Columns.widest(folders.map { name($0) })
    return folders.map { "\(Columns.pad(name($0), width))  \(state($0))" }
  }

  private static func name(_ folder: FolderResume) -> String { folder.uri.isEmpty ? "(all)" : folder.uri }

  private static func state(_ folder: FolderResume) -> String {
    let why =
      switch folder.why {
      case "marked": "as you said"
      case "above": "as you said of a folder that it lies in"
      default: folder.resumes ? "its tracks are spoken and long" : "its tracks are music, or short"
      }
    guard folder.resumes else { return "starts over: \(why)" }
    guard let song = folder.song, let elapsed = folder.elapsed else {
      return "resumes: \(why); nothing of it was heard yet"
    }
    let file = song.split(separator: "/").last.map { String($0) } ?? song
    return folder.ended == true
      ? "goes on behind \(file): \(why)" : "goes on in \(file) at \(Clock.text(elapsed)): \(why)"
  }
}
