import Library
import Model

/// The numbers of pads. A pad keeps its own while others come and go, while its stick is away, and over restarts. Loop thread
/// only.
final class PadNumbers {
  private let store: BoxStore
  /// By row; the volume that was read last stands at the end.
  private var known: [(volume: VolumeID, rows: [Int64: Int])] = []

  private static let setting = "pad-numbers"
  /// Limit of remembered numbers; those of the volumes that have been absent longest are dropped first.
  private static let most = 4000

  /// - Parameter saved: what the box remembers.
  init(store: BoxStore, saved: [String: BoxValue]) {
    self.store = store
    guard case .text(let text)? = saved[Self.setting] else { return }
    for part in text.split(separator: ";") {
      let words = part.split(separator: " ")
      guard let volume = words.first.flatMap({ VolumeID($0) }) else { continue }
      var rows: [Int64: Int] = [:]
      for word in words.dropFirst() {
        let pair = word.split(separator: ":").compactMap { Int64($0) }
        if pair.count == 2, (1...Int64(Int32.max)).contains(pair[1]) { rows[pair[0]] = Int(pair[1]) }
      }
      known.append((volume, rows))
    }
  }

  func number(of pad: PadID) -> Int { known.first { $0.volume == pad.volume }?.rows[pad.row] ?? 0 }

  /// A volume was read: new pads get the lowest numbers that no other has, those of pads that are gone are free again.
  /// - Parameter pads: of the volume, removed ones too, in their order.
  func follow(_ pads: [Pad], of volume: VolumeID) {
    // A volume that can't be read has none either.
    guard !pads.isEmpty else { return }
    let before = known.first { $0.volume == volume }?.rows ?? [:]
    known.removeAll { $0.volume == volume }
    var rows = before.filter { row, _ in pads.contains { $0.row == row } }
    var taken = Set(known.flatMap(\.rows.values)).union(rows.values)
    var next = 1
    for pad in pads where rows[pad.row] == nil {
      while !taken.insert(next).inserted { next += 1 }
      rows[pad.row] = next
    }
    known.append((volume, rows))
    while known.count > 1, known.reduce(0, { $0 + $1.rows.count }) > Self.most { known.removeFirst() }
    if rows != before { save() }
  }

  /// Gives the numbers of some pads of one volume to the same pads in another order.
  func arrange(_ pads: [Pad]) {
    guard let place = pads.first.flatMap({ pad in known.firstIndex { $0.volume == pad.track.volume } }) else {
      return
    }
    for (pad, number) in zip(pads, pads.map({ number(of: $0.id) }).sorted()) {
      known[place].rows[pad.row] = number
    }
    save()
  }

  private func save() {
    let text = known.map { volume, rows in
      (["\(volume)"] + rows.sorted { $0.value < $1.value }.map { "\($0.key):\($0.value)" }).joined(
        separator: " ")
    }
    store.save(.text(text.joined(separator: ";")), as: Self.setting)
  }
}
