import Client

/// Folders and their positions, one in a line.
enum ResumeText {
  /// - Parameter top: the name of the volume that `/` is the top of, where there are others beside it.
  static func lines(_ folders: [FolderResume], top: String? = nil) -> [String] {
    let width = Columns.widest(folders.map { name($0) })
    return folders.map { folder in
      let isAbsent = folder.isAbsent == true
      let absence = "not available: its stick is not plugged in, or it was deleted; afterwards it "
      let place = folder.uri.isEmpty ? top.map { "(only volume \($0)) " } ?? "" : ""
      return "\(Columns.pad(name(folder), width))  \(place)\(isAbsent ? absence : "")\(state(folder))"
    }
  }

  /// The text after a folder without tracks of its own.
  /// - Parameters:
  /// - folders: those below it that resume.
  /// - isWhole: whether all below it were asked for.
  static func lines(below folders: [FolderResume], isWhole: Bool) -> [String] {
    let end = isWhole ? [] : ["There are too many subfolders; give one of them."]
    if folders.isEmpty { return (isWhole ? ["  no folder that resumes"] : []) + end }
    return lines(folders).map { "  \($0)" } + end
  }

  private static func name(_ folder: FolderResume) -> String { folder.uri.isEmpty ? "/" : folder.uri }

  /// The setting of a folder, for all below it without a setting.
  private static func mark(_ folder: FolderResume) -> String {
    guard folder.why != "tracks" else { return "" }
    let place = folder.why == "above" ? "a parent folder" : "it"
    return ", and you set \(place) to \(folder.resumes ? "on" : "off")"
  }

  private static func state(_ folder: FolderResume) -> String {
    // The folders in it resume, or do not.
    if folder.hasTracks == false { return "has no tracks\(mark(folder)); its subfolders:" }
    let why =
      switch folder.why {
      case "marked": "set by you"
      case "above": "set by you for a parent folder"
      default: folder.resumes ? "its tracks are long speech" : "its tracks are music or short"
      }
    guard folder.resumes else { return "starts from the beginning: \(why)" }
    guard let song = folder.song, let elapsed = folder.elapsed else {
      return "resumes: \(why); no position saved yet"
    }
    let file = song.split(separator: "/").last.map { String($0) } ?? song
    return folder.ended == true
      ? "resumes after \(file): \(why)" : "resumes in \(file) at \(Clock.text(elapsed)): \(why)"
  }
}

/// Every number of a song's statistics, with what it means.
enum StatisticsText {
  static func lines(_ song: SongStatistics) -> [String] {
    var rows: [(name: String, value: String, why: String)] = []
    func add(_ name: String, _ value: String, _ why: String) { rows.append((name, value, why)) }
    if let rank = song.rank {
      let all = StatusText.count(song.ranked, "song")
      add("score", "\(tenths(song.score)) of 100", "number \(rank) of the \(all) with a score on its volume")
    } else {
      add("score", "none", reasonForNoScore(song))
    }
    add("sum", hundredths(song.sum), "from its plays and skips, halved every 90 days; 2 is a score of 50")
    if let parts = song.parts {
      for (value, why) in [
        (parts.plays, "  from plays, 0.5 each"), (parts.heard, "  from the part heard after the half"),
        (parts.skips, "  from skips, the part that was not heard"),
        (parts.seeksToEnd, "  from jumps to the end before the half, 0.5 each"),
        (parts.rest, "  decay, and plays that are no longer stored"),
      ] where hundredths(abs(value)) != "0.00" {
        add("", (value > 0 ? "+" : "") + hundredths(value), why)
      }
    }
    add(
      "plays", "\(song.plays)",
      "half of it, or four minutes, were heard" + time(", last on ", song.lastPlayed))
    add("skips", "\(song.skips)", "left before that" + time(", last on ", song.lastSkipped))
    add("to the end", "\(song.seeksToEnd)", "jumps to its end")
    let begun = StatusText.count(song.playings, "time")
    if let ratio = song.ratio {
      let heard = "\(Clock.text(song.heard)) of \(Clock.text(song.offered)), begun \(begun)"
      add("listened", "\(Int((ratio * 100).rounded())) %", heard)
    } else {
      add("listened", "-", "begun \(begun); a playing counts when it is over")
    }
    add("lovely", song.lovely ? "yes" : "no", rule(song))
    let width = Columns.widest(rows.map { $0.value })
    return [song.uri]
      + rows.map { "  \(Columns.pad($0.name, 10))  \(Columns.pad($0.value, width))  \($0.why)" }
  }

  private static func reasonForNoScore(_ song: SongStatistics) -> String {
    if song.playings == 0, song.plays == 0 { return "not heard yet" }
    if song.sum < 0 || song.skips > 0 { return "skips outweigh plays" }
    if song.playings == 0 { return "the heard time of these plays is unknown" }
    return "plays and skips are balanced"
  }

  /// The jukebox's rule. If the numbers suffice but the song is not lovely, only a dislike can be the reason.
  private static func rule(_ song: SongStatistics) -> String {
    let isEnough = song.score >= 50 && song.plays >= 3
    if isEnough && !song.lovely { return "its score and plays suffice, but it is disliked" }
    return "needs a score of 50 or more, 3 plays or more, and no dislike"
  }

  private static func time(_ words: String, _ time: String?) -> String {
    guard let time else { return "" }
    let moment = time.split(separator: "T", maxSplits: 1, omittingEmptySubsequences: false).joined(
      separator: " ")
    return words + (moment.hasSuffix("Z") ? moment.dropLast() + " UTC" : moment)
  }

  private static func tenths(_ value: Double) -> String { Decimals.text(value, places: 1) }
  private static func hundredths(_ value: Double) -> String { Decimals.text(value, places: 2) }
}
