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

/// Every number of a song's statistics, with what it means.
enum StatisticsText {
  static func lines(_ song: SongStatistics) -> [String] {
    var rows: [(name: String, value: String, why: String)] = []
    var place = reasonForNoScore(song)
    if let rank = song.rank {
      place = "number \(rank) of the \(StatusText.count(song.ranked, "song")) on its volume that have one"
    }
    rows.append(("score", song.rank == nil ? "none" : "\(tenths(song.score)) of 100", place))
    rows.append(
      ("sum", hundredths(song.sum), "what its playings say, halved every 90 days; 2 is a score of 50"))
    if let parts = song.parts {
      for (value, why) in [
        (parts.plays, "  from plays, 0.5 each"), (parts.heard, "  from what was heard beyond the half"),
        (parts.skips, "  from skips, each the part that was not heard"),
        (parts.seeksToEnd, "  from jumps to the end before the half, 0.5 each"),
        (parts.rest, "  faded since, or of playings that are not kept any more"),
      ] where hundredths(abs(value)) != "0.00" {
        rows.append(("", (value > 0 ? "+" : "") + hundredths(value), why))
      }
    }
    rows.append(
      (
        "plays", "\(song.plays)",
        "half of it, or four minutes, were heard" + time(", last on ", song.lastPlayed)
      ))
    rows.append(
      ("skips", "\(song.skips)", "left for something else before that" + time(", last on ", song.lastSkipped))
    )
    rows.append(("to the end", "\(song.seeksToEnd)", "somebody jumped to its end"))
    let begun = StatusText.count(song.playings, "time")
    if let ratio = song.ratio {
      let heard = "\(Clock.text(song.heard)) of \(Clock.text(song.offered)), begun \(begun)"
      rows.append(("listened", "\(Int((ratio * 100).rounded())) %", heard))
    } else {
      rows.append(("listened", "-", "begun \(begun)"))
    }
    rows.append(("lovely", song.lovely ? "yes" : "no", rule(song)))
    let width = Columns.widest(rows.map { $0.value })
    return [song.uri]
      + rows.map { "  \(Columns.pad($0.name, 10))  \(Columns.pad($0.value, width))  \($0.why)" }
  }

  private static func reasonForNoScore(_ song: SongStatistics) -> String {
    if song.playings == 0, song.plays == 0 { return "it was not heard yet" }
    if song.sum < 0 || song.skips > 0 { return "it was skipped more than it was heard" }
    if song.playings == 0 { return "the jukebox knows of none of these plays how much was heard" }
    return "what was heard of it says nothing for it or against it"
  }

  /// What the jukebox goes by: where its answer is no though the numbers are there, only a dislike is left.
  private static func rule(_ song: SongStatistics) -> String {
    let isEnough = song.score >= 50 && song.plays >= 3
    if isEnough && !song.lovely {
      return "its numbers are good enough for \"Lovely songs\", but it is disliked"
    }
    return "\"Lovely songs\" have a score of 50 or more, 3 plays or more, and are not disliked"
  }

  private static func time(_ words: String, _ time: String?) -> String {
    guard let time else { return "" }
    let moment = time.split(separator: "T", maxSplits: 1, omittingEmptySubsequences: false).joined(
      separator: " ")
    return words + (moment.hasSuffix("Z") ? moment.dropLast() + " UTC" : moment)
  }

  private static func tenths(_ value: Double) -> String { digits(value, 10, 1) }
  private static func hundredths(_ value: Double) -> String { digits(value, 100, 2) }

  private static func digits(_ value: Double, _ unit: Int, _ count: Int) -> String {
    let whole = value.isFinite ? Int((min(max(value, -1e9), 1e9) * Double(unit)).rounded()) : 0
    let rest = "\(whole.magnitude % UInt(unit))"
    return (whole < 0 ? "-" : "") + "\(whole.magnitude / UInt(unit))."
      + String(repeating: "0", count: count - rest.count) + rest
  }
}
