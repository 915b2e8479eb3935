/// Words and phrases that messages, help and documents do without, and the plain ones for them.
enum Words {
  struct Banned {
    /// In small letters, with single spaces.
    let phrase: String
    let replacement: String
    let words: [Substring]

    init(_ phrase: String, _ replacement: String) {
      (self.phrase, self.replacement) = (phrase, replacement)
      words = phrase.split(separator: " ")
    }

    /// Whether it ends these words. A comma may follow it, and stands inside of some.
    func ends(_ text: ArraySlice<Substring>) -> Bool {
      guard let last = text.last, last == words[words.count - 1] || last == words[words.count - 1] + ","
      else {
        return false
      }
      return text.dropLast().suffix(words.count - 1).elementsEqual(words.dropLast())
    }
  }

  static let banned = [
    Banned("lies apart", "is unsaved"), Banned("lay apart", "was unsaved"),
    Banned("is told", "is shown, is reported"), Banned("are told", "are shown, are reported"),
    Banned("isn't told", "is not notified"), Banned("tells of", "shows, reports"),
    Banned("tell of", "show, report"), Banned("told of", "shown, reported"),
    Banned("not told", "not notified"),
    Banned("whoever", "if you …, a client that …"), Banned("who wants", "to …"),
    Banned("anew", "again, new"), Banned("amid", "during"), Banned("once more", "again"),
    Banned("so many", "N, that many"), Banned("so long", "that long, N seconds"),
    Banned("for good", "permanently"),
    Banned("nothing be heard", "silence the output"), Banned("said of", "data of"),
    Banned("none of it", "nothing"), Banned("of its own", "its own"),
    Banned("goes on", "continues, resumes"), Banned("go on", "continue, resume"),
    Banned("going on", "in progress, continuing"), Banned("can't be had", "is not available"),
    Banned("taken back", "restored, undone, removed"), Banned("takes back", "restores, undoes, removes"),
    Banned("take back", "restore, undo, remove"), Banned("takes it back", "restores it, undoes it"),
    Banned("not here", "not available, missing"), Banned("is away", "is not plugged in"),
    Banned("by chance", "in random order"), Banned("over and over", "repeatedly"),
    Banned("again and again", "repeatedly"), Banned("to and fro", "back and forth"),
    Banned("capitals count", "names are case-sensitive"), Banned("passed over", "skipped"),
    Banned("passes over", "skips"), Banned("what sounds", "the current song"),
    Banned("what plays", "the current song"), Banned("the song that plays", "the current song"),
    Banned("where none is given", "default: …"), Banned("without, it is", "default: …"),
    Banned("any more", "no longer"), Banned("let go", "unmounted, released"),
    Banned("lets go", "unmounts, releases"),
    Banned("knows nothing of", "has no record of"), Banned("takes no writes", "is read-only"),
    Banned("nobody listens", "connection refused"), Banned("ran dry", "underrun"),
    Banned("runs dry", "underruns"),
    Banned("as it stands", "as written"), Banned("won't do", "is not supported"),
    Banned("the other way round", "toggle, reversed"), Banned("wrong way round", "reversed"),
  ]

  /// The same for comments, which name more things of the code.
  static let bannedInComments = [
    Banned("is told", "gets, is notified"), Banned("are told", "get, are notified"),
    Banned("tells", "shows, reports, identifies"), Banned("telling", "reporting, identifying"),
    Banned("told of", "notified of"), Banned("told apart", "distinguished"),
    Banned("told what", "called with"),
    Banned("whoever", "a caller that …"), Banned("behind", "after"), Banned("amid", "within, during"),
    Banned("anew", "again"), Banned("once more", "again"), Banned("so many", "this number of, limit of"),
    Banned("for good", "permanently"), Banned("said of", "data of, settings of"),
    Banned("goes on", "continues, resumes"), Banned("go on", "continue, resume"),
    Banned("over and over", "looped, repeatedly"), Banned("again and again", "repeatedly"),
    Banned("passed over", "skipped"), Banned("lies apart", "is unsaved"),
    Banned("what there is", "the present …"),
  ]

  /// The folders below Sources of which string literals are read: messages, help, log lines.
  static let messageFolders: Set<String> = [
    "jukebox", "jukeboxd", "jukebox-analyzer", "Client", "Control", "Configuration", "Doctor", "Exchange",
    "Library",
    "Audio", "Inputs", "Linux", "Media", "Model", "Player", "Theory",
  ]

  /// The findings of a Swift file: in its string literals and its comments.
  @Sendable static func plainWords(_ file: SourceFile) -> [Finding] {
    guard file.path.hasPrefix("Sources/") else { return [] }
    let strings = messageFolders.contains(file.target) ? file.strings : []
    return findings(in: strings, of: file.path)
      + findings(in: file.comments, of: file.path, banned: bannedInComments)
  }

  /// A comment begins with a noun or a verb: readers stop at a sentence that begins with one of these words.
  @Sendable static func plainBeginnings(_ file: SourceFile) -> [Finding] {
    guard file.path.hasPrefix("Sources/") else { return [] }
    return beginnings(of: file.lines.map { comment(in: $0) ?? "" }, in: file.path)
  }

  /// The same for the comments of each line of a file; a line without one is empty.
  static func beginnings(of comments: [String], in path: String) -> [Finding] {
    comments.indices.filter { index in
      guard ["What ", "Of ", "Where ", "Whose "].contains(where: { comments[index].hasPrefix($0) }) else {
        return false
      }
      // The second line of a sentence may begin with any word.
      return index == 0 || comments[index - 1].isEmpty || comments[index - 1].last == "."
    }.map {
      Finding(
        path: path, line: $0 + 1, problem: "the comment begins with What, Of, Where or Whose",
        remedy: "begin with a noun or a verb")
    }
  }

  /// A test's name begins with the thing that it tests, and has the words of messages.
  @Sendable static func plainTestNames(_ file: SourceFile) -> [Finding] {
    guard file.isTest else { return [] }
    let names = file.lines.indices.map { index in
      // Not those in the texts of these tests.
      if file.strings[index].contains("func `") { return "" }
      return file.lines[index].firstMatch(of: /func `([^`]+)`/).map { String($0.1) } ?? ""
    }
    let riddles = names.indices.filter { index in
      ["what ", "who ", "where ", "of ", "whose "].contains { names[index].lowercased().hasPrefix($0) }
    }
    return findings(in: names, of: file.path)
      + riddles.map { file.finding($0, "the test's name begins with no thing", "begin with what is tested") }
  }

  /// - Returns: the text of a line that is a comment as a whole.
  private static func comment(in line: String) -> String? {
    let text = line.drop { $0 == " " }
    guard text.hasPrefix("//") else { return nil }
    return String(text.drop { $0 == "/" }.drop { $0 == " " })
  }

  /// The findings of lines of text. A phrase that is broken across two lines is found as well.
  static func findings(
    in lines: [String], of path: String, banned: [Banned] = Words.banned
  ) -> [Finding] {
    // Most words end no phrase.
    let byLastWord = Dictionary(grouping: banned) { $0.words[$0.words.count - 1] }
    var findings: [Finding] = []
    var text: [Substring] = []
    for (index, line) in lines.enumerated() {
      let words = line.lowercased().split { !($0.isLetter || $0.isNumber || "',-".contains($0)) }
      // The end of the line before, where a phrase may begin.
      text = words.isEmpty ? [] : text.suffix(3) + words
      for end in text.indices.suffix(words.count) {
        let last = text[end].last == "," ? text[end].dropLast() : text[end]
        for banned in byLastWord[last] ?? [] where banned.ends(text[...end]) {
          findings.append(
            Finding(
              path: path, line: index + 1, problem: "\"\(banned.phrase)\" is not plain",
              remedy: "write: \(banned.replacement)"))
        }
      }
    }
    return findings
  }
}
