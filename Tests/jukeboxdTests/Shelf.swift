import Support

@testable import Library
@testable import Linux

/// A mount root in a folder of its own. Its folders stand for sticks, with files of `Fixtures` on them.
final class Shelf {
  private let folder: TemporaryFolder
  private let root: Root

  init() throws {
    folder = try TemporaryFolder()
    root = try Root(path: folder.path)
  }

  var path: String { folder.path }

  func path(of stick: String) -> String { "\(path)/\(stick)" }

  /// Makes a stick.
  /// - Parameter files: by their paths on the stick, which may name one folder, where each stands in `Fixtures`.
  func make(_ stick: String, _ files: [String: String]) throws {
    try root.makeFolder(Array(stick.utf8))
    for (file, fixture) in files {
      if let slash = file.lastIndex(of: "/") { try root.makeFolder(Array("\(stick)/\(file[..<slash])".utf8)) }
      try put(fixture, as: "\(stick)/\(file)")
    }
  }

  /// Copies the database of a stick to another.
  func copyDatabase(of stick: String, to other: String) throws {
    let database = ".jukebox/library.sqlite"
    try root.makeFolder(Array("\(other)/.jukebox".utf8))
    let bytes = try root.open(Array("\(stick)/\(database)".utf8)).readAll(atMost: 16 << 20)
    try folder.write("\(other)/\(database)", bytes)
  }

  /// Puts a file there at once, as programs that copy do: who has the old one open keeps it.
  func put(_ fixture: String, as file: String) throws {
    let parts = file.split(separator: "/")
    let hidden = (parts.dropLast() + [".new"]).joined(separator: "/")
    try folder.write(hidden, try Repository.bytes(of: "Fixtures/\(fixture)"))
    try root.rename(Array(hidden.utf8), to: Array(parts[parts.count - 1].utf8))
  }

  /// Puts two minutes of silence there (WAVE, 8 kHz, mono, 8 bits): more than a busy machine plays before a test looks.
  func putTwoMinutes(as name: String) throws {
    func little(_ value: Int, _ size: Int) -> [UInt8] { (0..<size).map { UInt8(value >> (8 * $0) & 0xff) } }
    let bytes = 120 * 8_000
    var content = Array("RIFF".utf8) + little(36 + bytes, 4)
    content += Array("WAVEfmt ".utf8) + little(16, 4) + little(1, 2) + little(1, 2)
    content += little(8_000, 4) + little(8_000, 4) + little(1, 2) + little(8, 2)
    content += Array("data".utf8) + little(bytes, 4) + [UInt8](repeating: 128, count: bytes)
    try folder.write(name, content)
  }

  /// Writes a file into a folder at the top of a stick.
  func write(_ text: String, as name: String, in top: String, of stick: String) throws {
    try root.makeFolder(Array("\(stick)/\(top)".utf8))
    try folder.write("\(stick)/\(top)/\(name)", text)
  }

  /// The names in a folder of a stick, sorted.
  func names(in folder: String) throws -> [String] {
    var stream = try root.list(Array(folder.utf8))
    var names: [String] = []
    while let entry = try stream.next() { names.append(String(decoding: entry.name, as: UTF8.self)) }
    return names.sorted()
  }

  /// Asks the database that a stick would have if it was pulled now.
  func afterPull<Value>(of stick: String, _ ask: (Connection) throws -> Value) throws -> Value {
    let folder = try Root(path: "\(path(of: stick))/.jukebox")
    let copy = try TemporaryFolder()
    func read(_ name: String) throws -> [UInt8]? {
      guard try folder.statusOfName(Array(name.utf8)) != nil else { return nil }
      return try folder.open(Array(name.utf8)).readAll(atMost: 16 << 20)
    }
    // While the log stays as it is, all that it tells holds, however much of it goes to the database meanwhile.
    var (database, isOfOneMoment): ([UInt8]?, Bool) = (nil, false)
    var log = try read("library.sqlite-wal")
    while !isOfOneMoment {
      database = try read("library.sqlite")
      let later = try read("library.sqlite-wal")
      (isOfOneMoment, log) = (later == log, later)
    }
    if let database { try copy.write("library.sqlite", database) }
    if let log { try copy.write("library.sqlite-wal", log) }
    var place = try DatabaseFolder(trusted: Array(copy.path.utf8))
    let connection = try place.openDatabase("library.sqlite", schema: .volume)
    defer { connection.close() }
    return try ask(connection)
  }

  func delete(_ file: String) throws { try root.remove(Array(file.utf8)) }

  /// The stick stands elsewhere from now on.
  func move(_ stick: String, to name: String) throws {
    try root.rename(Array(stick.utf8), to: Array(name.utf8))
  }
}
