import Client

/// Folders and where they go on, one in a line.
enum ResumeText {
  /// - Parameter top: the name of the volume that `/` is the top of, where there are others beside it.
  static func lines(_ folders: [FolderResume], top: String? = nil) -> [String] {
    let width = Columns.widest(folders.map { name($0) })
    return folders.map { folder in
      let isAbsent = folder.isAbsent == true
      let absence = "not here now: its stick is away, or it was deleted; where it is back it "
      let place = folder.uri.isEmpty ? top.map { "(the volume \($0) alone) " } ?? "" : ""
      return "\(Columns.pad(name(folder), width))  \(place)\(isAbsent ? absence : "")\(state(folder))"
    }
  }

  /// What stands behind a folder that has no tracks of its own.
  /// - Parameters:
  ///   - folders: those below it that resume.
  ///   - isWhole: whether all below it were asked for.
  static func lines(below folders: [FolderResume], isWhole: Bool) -> [String] {
    let end = isWhole ? [] : ["There are more folders below it than are looked at; name one of them."]
    if folders.isEmpty { return (isWhole ? ["  nothing that goes on where it was left"] : []) + end }
    return lines(folders).map { "  \($0)" } + end
  }

  private static func name(_ folder: FolderResume) -> String { folder.uri.isEmpty ? "/" : folder.uri }

  /// What was said of a folder, for all below it of which nothing else was said.
  private static func mark(_ folder: FolderResume) -> String {
    guard folder.why != "tracks" else { return "" }
    let place = folder.why == "above" ? "of a folder that it lies in" : "of it"
    return ", and you said \(place) that what is below \(folder.resumes ? "goes on" : "starts over")"
  }

  private static func state(_ folder: FolderResume) -> String {
    // What goes on, or does not, are the folders in it.
    if folder.hasTracks == false { return "has no tracks of its own\(mark(folder)); below it:" }
    let why =
      switch folder.why {
      case "marked": "as you said"
      case "above": "as you said of a folder that it lies in"
      default: folder.resumes ? "its tracks are spoken and long" : "its tracks are music, or short"
      }
    guard folder.resumes else { return "starts over: \(why)" }
    guard let song = folder.song, let elapsed = folder.elapsed else {
      return "resumes: \(why); no place in it is kept, so it begins at its beginning"
    }
    let file = song.split(separator: "/").last.map { String($0) } ?? song
    return folder.ended == true
      ? "goes on behind \(file): \(why)" : "goes on in \(file) at \(Clock.text(elapsed)): \(why)"
  }
}
