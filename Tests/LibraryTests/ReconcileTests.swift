import Support
import Testing

@testable import Library
@testable import LibrarySupport

/// The decision where songs have gone, as tables without a database.
@Suite("Reconcile") struct ReconcileTests {
  private typealias Row = Reconcile.Row

  private func gone(_ id: Int64, _ print: Int64, former: Int64? = nil, long: Bool = false, name: UInt64 = 0)
    -> Row
  {
    Row(id: id, print: print, former: former, isHere: false, isLongGone: long, name: name)
  }
  private func new(_ id: Int64, _ print: Int64?, name: UInt64 = 0) -> Row {
    Row(id: id, print: print, isNew: true, name: name)
  }
  private func replaced(
    _ id: Int64, _ former: Int64, by print: Int64?, sameSound: Bool = false, name: UInt64 = 0
  ) -> Row {
    Row(id: id, print: print, former: former, hasSameSound: sameSound, name: name)
  }

  /// The moves as text, a chain in brackets.
  private func moves(_ rows: Row...) -> String {
    var text = ""
    for move in Reconcile.moves(rows.shuffled()) {
      text += (move.beginsChain ? text.isEmpty ? "[" : "][" : " ") + "\(move.row)<\(move.source)"
    }
    return text.isEmpty ? "" : text + "]"
  }

  @Test func `a row without its file gets the new one with the same fingerprint`() {
    expectEqual(moves(), "")
    expectEqual(moves(gone(1, 10), new(2, 10)), "[1<2]")
    expectEqual(moves(gone(1, 10), new(2, 11)), "")
    expectEqual(moves(gone(1, 10), new(2, nil)), "")
    expectEqual(moves(new(2, 10), new(3, 10)), "")
    expectEqual(moves(gone(1, 10), gone(2, 11), new(3, 11), new(4, 10)), "[1<4][2<3]")
  }

  @Test func `rows follow their files through exchanges, circles and chains`() {
    expectEqual(moves(replaced(1, 10, by: 20), replaced(2, 20, by: 10)), "[1<2 2<1]")
    expectEqual(
      moves(replaced(1, 10, by: 30), replaced(2, 20, by: 10), replaced(3, 30, by: 20)), "[1<2 2<3 3<1]")
    // 1 has gone to the place of 2, that to the place of 3, and that elsewhere.
    expectEqual(
      moves(gone(1, 10), replaced(2, 20, by: 10), replaced(3, 30, by: 20), new(4, 30)), "[1<2 2<3 3<4]")
    // A new file is in the first place, or the last song is nowhere.
    expectEqual(moves(replaced(1, 10, by: 99), replaced(2, 20, by: 10), new(4, 20)), "[1<2 2<4]")
    expectEqual(moves(gone(1, 10), replaced(2, 20, by: 10)), "[1<2]")
    expectEqual(moves(replaced(1, 10, by: nil), new(2, 10)), "[1<2]")
  }

  @Test func `other tags of the same sound stay, unless another song has come there`() {
    // A copy with the old tags is another song.
    expectEqual(moves(replaced(1, 10, by: 11, sameSound: true), new(2, 10)), "")
    expectEqual(moves(replaced(1, 10, by: 11), new(2, 10)), "[1<2]")
    expectEqual(
      moves(replaced(1, 10, by: 20, sameSound: true), replaced(2, 20, by: 10, sameSound: true)), "[1<2 2<1]")
    expectEqual(moves(replaced(1, 10, by: 20, sameSound: true), gone(2, 20), new(3, 10)), "[2<1 1<3]")
  }

  @Test func `equal files go to the row with their name, then to the row that was present until now`() {
    expectEqual(
      moves(gone(1, 10, name: 1), gone(2, 10, name: 2), new(3, 10, name: 2), new(4, 10, name: 1)),
      "[1<4][2<3]")
    expectEqual(
      moves(gone(1, 10, name: 1), gone(2, 10, name: 2), new(3, 10, name: 2), new(4, 10, name: 7)),
      "[1<4][2<3]")
    expectEqual(moves(gone(1, 10, long: true), gone(2, 10), new(3, 10, name: 5)), "[2<3]")
    expectEqual(moves(replaced(1, 10, by: 11), gone(2, 10), new(3, 10, name: 5)), "[2<3]")
    expectEqual(moves(gone(1, 10, long: true), new(3, 10, name: 5)), "[1<3]")
    // The rest has no file, or no row.
    expectEqual(moves(gone(1, 10), gone(2, 10), new(3, 10)), "[1<3]")
    expectEqual(moves(gone(1, 10), new(2, 10), new(3, 10)), "[1<2]")
  }

  @Test func `a row whose file was replaced and has gone then is the first file, or else the second`() {
    expectEqual(moves(gone(1, 20, former: 10), new(2, 10), new(3, 20)), "[1<2]")
    expectEqual(moves(gone(1, 20, former: 10), new(3, 20)), "[1<3]")
  }

  @Test func `any exchange of names brings every song to its file`() {
    var dice = SystemRandomNumberGenerator()
    for _ in 0..<50 {
      let count = Int64.random(in: 1...40, using: &dice)
      let files = (1...count).shuffled(using: &dice)
      var rows: [Row] = []
      for (place, print) in files.enumerated() where print != Int64(place + 1) {
        rows.append(replaced(Int64(place + 1), Int64(place + 1), by: print))
      }
      let found = Reconcile.moves(rows.shuffled(using: &dice))
      #expect(found.count == rows.count && Set(found.map(\.row)).count == rows.count)
      for move in found { expectEqual(files[Int(move.source) - 1], move.row) }
      // A chain goes on where the last move got its file from.
      for (move, next) in zip(found, found.dropFirst()) where !next.beginsChain {
        expectEqual(next.row, move.source)
      }
    }
  }

  @Test func `a copy of another song in a song's place lets the song follow its file`() {
    var copied = replaced(1, 10, by: 30, sameSound: true)
    expectEqual(moves(copied, new(4, 10)), "")
    copied.isCopy = true
    expectEqual(moves(copied, new(4, 10)), "[1<4]")
  }

  @Test func `the song with data gets the file among equal songs`() {
    var rated = replaced(1, 10, by: 30)
    let other = replaced(3, 30, by: 10)
    expectEqual(moves(rated, other, gone(5, 10)), "[5<3 3<1]")
    rated.hasData = true
    expectEqual(moves(rated, other, gone(5, 10)), "[1<3 3<1]")
  }
}
