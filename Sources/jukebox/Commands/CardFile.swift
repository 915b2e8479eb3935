import Client
import Model

/// Cards as a table of comma-separated values, such as a spreadsheet writes: a line of names, then a line for each card.
enum CardFile {
  struct Row: Equatable {
    /// The number of its line, from 1.
    var line: Int
    var number: String
    /// The words after `card bind NUMBER` in the protocol.
    var words: [String]
  }

  static let mostRows = 4000
  private static let needed = ["number", "kind", "target"]
  private static let options = [
    "name", "again", "away", "order", "volume", "repeat-ms", "when-locked",
  ]
  static let kinds = ["playlist", "podcast", "folder", "song", "stream", "pad", "action"]

  // MARK: Writing

  static func text(_ cards: [Card]) -> String {
    let rows = cards.filter { !$0.isUnknown && !$0.hidden }.map { card in
      [
        card.number, card.kind, card.target, card.name, card.again, card.away, card.order,
        card.volume.map { "\($0)" }, card.repeatMilliseconds.map { "\($0)" },
        card.kind != "action" ? nil : card.whenLocked ? "yes" : "no",
      ].map { quoted($0 ?? "") }
    }
    return ([needed + options] + rows).map { $0.joined(separator: ",") + "\n" }.joined()
  }

  private static func quoted(_ text: String) -> String {
    guard text.contains(where: { ",;\"\n\r".contains($0) }) || text.hasPrefix(" ") || text.hasSuffix(" ")
    else { return text }
    return "\"" + text.flatMap { $0 == "\"" ? "\"\"" : "\($0)" } + "\""
  }

  // MARK: Reading

  /// - Throws: each line that is wrong, with what is expected.
  static func rows(_ bytes: [UInt8]) throws(Failure) -> [Row] {
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw .refused("The file is not UTF-8: store it as “CSV UTF-8”.")
    }
    var lines = fields(text.hasPrefix("\u{FEFF}") ? String(text.dropFirst()) : text)
    let header = lines.isEmpty ? [] : lines.removeFirst().fields.map { $0.lowercased() }
    let unknown = header.filter { !(needed + options).contains($0) }
    guard needed.allSatisfy(header.contains), unknown.isEmpty, Set(header).count == header.count else {
      throw .refused(
        "line 1: the first line names the columns: \((needed + options).joined(separator: ","))")
    }
    guard lines.count <= mostRows else { throw .refused("The file has more than \(mostRows) cards.") }
    var faults: [String] = []
    var seen: [String: Int] = [:]
    var rows: [Row] = []
    for (line, values) in lines {
      if let fault = fault(of: values, header) {
        faults.append("line \(line): \(fault)")
        continue
      }
      let row = Dictionary(uniqueKeysWithValues: zip(header, values))
      let number = row["number"] ?? ""
      if let other = seen.updateValue(line, forKey: number) {
        faults.append("line \(line): the number \(number) is in line \(other), too")
      }
      let further = options.flatMap { name in row[name].map { $0.isEmpty ? [] : [name, $0] } ?? [] }
      rows.append(Row(line: line, number: number, words: [row["kind"] ?? "", row["target"] ?? ""] + further))
    }
    guard faults.isEmpty else {
      throw .refused((faults + ["Nothing was bound."]).joined(separator: "\n"))
    }
    return rows
  }

  private static func fault(of values: [String], _ header: [String]) -> String? {
    guard values.count == header.count else { return "\(values.count) values, and not \(header.count)" }
    for (name, value) in zip(header, values) {
      switch name {
      case "number" where CardNumber(value) == nil:
        return "a number has 1 to \(CardNumber.mostBytes) printable characters of ASCII"
      case "kind" where !kinds.contains(value): return "kind is one of \(kinds.joined(separator: ", "))"
      case "target" where value.isEmpty: return "the target is empty"
      default: break
      }
    }
    return nil
  }

  /// The values of each line, by RFC 4180; a semicolon separates them if the first line has one.
  private static func fields(_ text: String) -> [(line: Int, fields: [String])] {
    let separator: Character =
      text.prefix { !$0.isNewline }.contains(";") ? ";" : ","
    var lines: [(line: Int, fields: [String])] = []
    var (fields, field, line, first, isQuoted) = ([String](), "", 1, 1, false)
    func end() {
      fields.append(field)
      if fields != [""] { lines.append((first, fields)) }
      (fields, field) = ([], "")
    }
    var wasQuote = false
    for character in text {
      if character.isNewline { line += 1 }
      if character == "\"" {
        // Two of them between quotes are one of the value.
        if wasQuote { field.append(character) }
        isQuoted.toggle()
        wasQuote = !isQuoted
        continue
      }
      wasQuote = false
      switch character {
      case _ where isQuoted: field.append(character)
      case separator:
        fields.append(field)
        field = ""
      case _ where character.isNewline:
        end()
        first = line
      default: field.append(character)
      }
    }
    if !field.isEmpty || !fields.isEmpty { end() }
    return lines
  }
}
