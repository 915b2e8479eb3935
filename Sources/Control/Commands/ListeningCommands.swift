import Model

/// Further commands: statistics of listening, and folders that resume.
enum ListeningCommands {
  static let list: [Command] = [
    Command("listening", .read, 0...1, listening),
    Command("resume", .read, 0...1, resume),
    Command("setresume", .control, 2...2, setResume),
  ]

  /// `[URI]`
  private static func listening(_ call: Call) throws(CommandError) -> Answer {
    let uri: String
    if let word = call.arguments.optional(0) {
      try call.refuseStream(word, lacking: "statistics")
      guard let path = MusicPath.normalized(word) else {
        throw Refusal.noSuchSong.commandError(of: word)
      }
      uri = path
    } else {
      guard let current = call.backend.playback.currentSong else { throw .noCurrentSong }
      try call.refuseStream(current.uri, lacking: "statistics")
      uri = current.uri
    }
    return call.wait(
      for: { call.backend.listening.statistics(of: uri, completion: $0) },
      otherwise: { call.error($0, of: uri) },
      then: { (report) throws(CommandError) in
        write(report, of: uri, call)
        return .done
      })
  }

  private static func write(_ report: ListeningStatistics, of uri: String, _ call: Call) {
    call.client.output.address("file", uri)
    call.client.output.pair("plays", report.plays)
    call.client.output.pair("skips", report.skips)
    call.client.output.pair("seekstoend", report.seeksToEnd)
    call.client.output.pair("playings", report.playings)
    call.client.output.pair("heard", Decimal.seconds(report.listened))
    call.client.output.pair("offered", Decimal.seconds(report.offered))
    if let ratio = report.ratio { call.client.output.pair("ratio", Decimal.thousandths(ratio)) }
    if let time = report.lastPlayed { call.client.output.pair("lastplayed", Timestamp.text(time)) }
    if let time = report.lastSkipped { call.client.output.pair("lastskipped", Timestamp.text(time)) }
    call.client.output.pair("sum", Decimal.thousandths(report.sum))
    call.client.output.pair("score", Decimal.thousandths(report.score))
    if let rank = report.rank { call.client.output.pair("rank", rank) }
    call.client.output.pair("ranked", report.ranked)
    call.client.output.pair("lovely", report.isLovely ? 1 : 0)
    call.client.output.pair("sumplays", Decimal.thousandths(report.parts.plays))
    call.client.output.pair("sumheard", Decimal.thousandths(report.parts.heard))
    call.client.output.pair("sumskips", Decimal.thousandths(report.parts.skips))
    call.client.output.pair("sumseeks", Decimal.thousandths(report.parts.seeksToEnd))
    call.client.output.pair("sumrest", Decimal.thousandths(report.parts.rest))
  }

  // MARK: Folders

  /// `[URI]`
  private static func resume(_ call: Call) throws(CommandError) -> Answer {
    guard let word = call.arguments.optional(0) else {
      return call.wait(
        for: { call.backend.resumes.all(completion: $0) },
        then: { (folders) throws(CommandError) in call.writeAll(folders[...]) { write($0, call) } })
    }
    guard let uri = MusicPath.normalized(word) else {
      throw Refusal.noSuchDirectory.commandError(of: word)
    }
    return call.wait(
      for: { call.backend.resumes.resume(of: uri, completion: $0) },
      otherwise: { call.error($0, of: uri) },
      then: { (folder) throws(CommandError) in
        write(folder, call)
        return .done
      })
  }

  /// `URI on|off|auto`
  private static func setResume(_ call: Call) throws(CommandError) -> Answer {
    guard let uri = MusicPath.normalized(call.arguments[0]) else {
      throw Refusal.noSuchDirectory.commandError(of: call.arguments[0])
    }
    let resumes: Bool?
    switch call.arguments[1] {
    case "on": resumes = true
    case "off": resumes = false
    case "auto": resumes = nil
    default: throw .argument("Unknown word \(call.arguments[1]): on, off or auto expected")
    }
    return call.wait(
      for: { call.backend.resumes.mark(uri, resumes: resumes, completion: $0) },
      otherwise: { call.error($0, of: uri) },
      then: { (folder) throws(CommandError) in
        write(folder, call)
        return .done
      })
  }

  private static func write(_ folder: ResumeReport, _ call: Call) {
    call.client.output.pair("directory", folder.uri)
    call.client.output.pair("resumes", folder.resumes ? 1 : 0)
    call.client.output.pair("why", folder.reason.rawValue)
    guard let song = folder.song else { return }
    call.client.output.pair("song", song)
    call.client.output.pair("elapsed", Decimal.seconds(folder.elapsed))
    call.client.output.pair("ended", folder.isAtEnd ? 1 : 0)
  }
}
