import Model
import Support
import Testing

@testable import Media

/// The table of tags in `docs/protocol-tags.md`: what it says is what the readers do, field by field.
@Suite struct TagTableTests {
  /// A row behind the field's name: whether ID3v1 has it, and how it is called in ID3v2.2, in 2.3 and 2.4, and elsewhere.
  private struct Row: Equatable {
    var isInID3v1 = false
    var short: Set<String> = []
    var long: Set<String> = []
    var keys: Set<String> = []
  }

  /// Its rows, cell by cell.
  private func documentedCells() throws -> [[[String]]] {
    let text = try Repository.text(of: "docs/protocol-tags.md")
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let head = try #require(lines.firstIndex { $0.hasPrefix("| field | ID3v1 | ID3v2.2 | ID3v2.3, 2.4 |") })
    var rows: [[[String]]] = []
    for line in lines[(head + 2)...].prefix(while: { $0.hasPrefix("|") }) {
      let cells = line.split(separator: "|", omittingEmptySubsequences: false).dropFirst().dropLast().map {
        cell in
        cell.split(separator: ",").map {
          String($0.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
        }
        .filter { !$0.isEmpty }
      }
      try #require(cells.count == 5 && cells[0].count == 1, "\(line)")
      rows.append(cells)
    }
    return rows
  }

  private func documented() throws -> [String: Row] {
    var rows: [String: Row] = [:]
    for cells in try documentedCells() {
      #expect(rows[cells[0][0]] == nil, "\(cells[0][0])")
      rows[cells[0][0]] = Row(
        isInID3v1: cells[1] == ["yes"], short: Set(cells[2]), long: Set(cells[3]), keys: Set(cells[4]))
    }
    return rows
  }

  @Test func `the keys for a text stand in the order in which they count`() throws {
    for cells in try documentedCells() where cells[0] != [field(.comment)] {
      var last: Int?
      for name in cells[4] {
        let rank: Int
        switch try #require(TagKey(name)) {
        case .text(_, let own): rank = Int(own)
        case .movementOrNumber: rank = 1
        default: continue
        }
        #expect(rank == 0 ? last == nil : rank > (last ?? -1), "\(name)")
        last = rank
      }
    }
  }

  private func field(_ name: TagName) -> String {
    let words = name.rawValue
    // MPD has no word for these.
    if [.tempo, .key, .mixRampStart, .mixRampEnd].contains(name) { return words }
    if words.hasPrefix("musicBrainz") { return "MUSICBRAINZ_\(words.dropFirst(11).uppercased())ID" }
    return words.prefix(1).uppercased() + words.dropFirst()
  }

  private func fields(_ frame: ID3v2Frame) -> [String] {
    switch frame {
    case .text(let name, _): [field(name)]
    case .track: ["Track"]
    case .disc: ["Disc"]
    case .year, .dayAndMonth: [field(.date)]
    case .userText: []
    case .compilation: ["compilation"]
    case .comment: [field(.comment)]
    case .fileIdentifier: [field(.musicBrainzTrack)]
    case .musicians: [field(.performer)]
    case .volume: ["track gain", "album gain"]
    case .chapter, .contents: ["chapters"]
    case .lyrics, .timedLyrics: ["lyrics"]
    }
  }

  private func fields(_ key: TagKey) -> [String] {
    switch key {
    case .movementOrNumber: [field(.movement), field(.movementNumber)]
    default: [field(key)]
    }
  }

  private func field(_ key: TagKey) -> String {
    switch key {
    case .text(let name, _): field(name)
    case .movementOrNumber: field(.movement)
    case .track: "Track"
    case .trackTotal: "tracks in all"
    case .disc: "Disc"
    case .discTotal: "discs in all"
    case .loudness(.trackGain), .loudness(.r128TrackGain): "track gain"
    case .loudness(.albumGain), .loudness(.r128AlbumGain): "album gain"
    case .loudness(.trackPeak): "track peak"
    case .loudness(.albumPeak): "album peak"
    case .compilation: "compilation"
    case .chapter, .chapterName, .cueSheet: "chapters"
    }
  }

  @Test func `the table has every field, by every name that is read, and no other`() throws {
    var expected: [String: Row] = [:]
    for name in TagName.allCases { expected[field(name)] = Row() }
    for (name, frame) in ID3v2Frame.known {
      for field in fields(frame) {
        if name.utf8.count == 3 {
          expected[field, default: Row()].short.insert(name)
        } else {
          expected[field, default: Row()].long.insert(name)
        }
      }
    }
    for (name, key) in TagKey.known {
      for field in fields(key) { expected[field, default: Row()].keys.insert(name) }
    }
    for name in ["CHAPTER001", "CHAPTER001NAME"] {
      let key = try #require(TagKey(name))
      expected[field(key), default: Row()].keys.insert(name)
    }
    var old = Array("TAG".utf8)
    for letter in "abcdefghijklmnopqrstuvwxyz".utf8.prefix(5) { old += [UInt8](repeating: letter, count: 30) }
    old = Array(old.prefix(125)) + [0, 7, 8]
    let tags = ID3v1.read(old)
    for value in tags.values { expected[field(value.name), default: Row()].isInID3v1 = true }
    if tags.track == 7 { expected["Track", default: Row()].isInID3v1 = true }
    let documented = try documented()
    expectEqual(Set(documented.keys), Set(expected.keys))
    for (field, row) in documented { #expect(row == expected[field], "\(field)") }
  }
}
