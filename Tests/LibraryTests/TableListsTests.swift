import Support
import Testing

@testable import Library
@testable import LibrarySupport

/// Lists in the code that have to name every table of a volume's database, or every one of a kind.
@Suite struct TableListsTests {
  private let stick: Stick
  private let store: VolumeStore

  init() throws {
    stick = try Stick()
    store = try stick.open()
  }

  /// The tables with the statements that made them, without those of the text indexes.
  private func tables() throws -> [(name: String, sql: String)] {
    var tables: [(String, String)] = []
    try store.connection.forEach(
      "SELECT name, sql FROM sqlite_master WHERE type = 'table' AND sql IS NOT NULL"
    ) {
      (row) throws(StoreError) in tables.append((try row.text(0), try row.text(1)))
    }
    let indexes = tables.filter { $0.1.hasPrefix("CREATE VIRTUAL TABLE") }.map(\.0)
    tables.removeAll { table in
      indexes.contains { table.0 == $0 || table.0.hasPrefix("\($0)_") } || table.0.hasPrefix("sqlite_")
    }
    return tables
  }

  @Test func `the check for damage reads every table`() throws {
    let checked = Set(VolumeStore.checks.map { "\($0)".dropFirst("PRAGMA quick_check(".count).dropLast() })
    #expect(checked == Set(try tables().map { $0.name[...] }))
  }

  @Test func `a backup has every column of its tables`() throws {
    for table in BackupTable.all {
      let name = "\(table.delete)".split(separator: " ").last.map(String.init) ?? ""
      let columns = try store.connection.first("SELECT count(*) FROM pragma_table_info(?1)", .text(name)) {
        (row) throws(StoreError) in try row.integer(0, as: Int.self)
      }
      #expect(columns == table.columns.count, "\(name): name the further column in its BackupTable")
    }
  }

  /// `TrackMoves` gives rows other numbers within a transaction.
  @Test func `each reference to a track waits for the commit or follows the number`() throws {
    let referring = try tables().filter { $0.sql.contains("REFERENCES tracks") }
    #expect(referring.count > 10)
    // `TrackMoves` deletes and writes its rows itself.
    for table in referring where table.name != "unreconciled" {
      #expect(
        table.sql.contains("DEFERRABLE INITIALLY DEFERRED") || table.sql.contains("ON UPDATE CASCADE"),
        "\(table.name)")
    }
  }

  /// Results about the file, which the file's own row replaces.
  private static let ofFiles: Set = ["analyses", "seek_indexes"]

  @Test func `a moved song takes over the personal data of its new row`() throws {
    let moved = Set(
      TrackMoves.references.map { sql in
        String("\(sql)".dropFirst("UPDATE ".count).replacing("OR IGNORE ", with: "").prefix { $0 != " " })
      })
    let deferred = try tables().filter { $0.sql.contains("DEFERRABLE INITIALLY DEFERRED") }.map(\.name)
    expectEqual(moved, Set(deferred).subtracting(Self.ofFiles))
  }
}
