public import Model

/// The part of a card's music that its order plays, and a mark by which the next start finds the part after it.
public struct CardSelection: Hashable, Sendable {
  public var items: [QueueItem]
  /// nil for orders that play the whole.
  public var mark: Int64?

  /// - Parameters:
  ///   - folder: the card's own, whose folders are the parts; nil: each folder that has songs is one.
  ///   - last: the mark of the part that was played last.
  public init(
    _ items: [QueueItem], in order: CardOrder, of folder: FolderReference? = nil, after last: Int64? = nil,
    using generator: inout some RandomNumberGenerator
  ) {
    switch order {
    case .album: (self.items, mark) = (items, nil)
    case .shuffle: (self.items, mark) = (items.shuffled(using: &generator), nil)
    case .one, .oneRandom, .nextFolder, .randomFolder:
      let parts =
        order.isOfOneSong
        ? items.map { (mark: Self.mark($0.track.path[...]), items: [$0]) } : Self.folders(items, of: folder)
      let known = parts.firstIndex { $0.mark == last }
      let index: Int
      if order == .oneRandom || order == .randomFolder {
        let others = parts.indices.filter { $0 != known }
        index = others.randomElement(using: &generator) ?? 0
      } else {
        index = known.map { ($0 + 1) % parts.count } ?? 0
      }
      self.items = parts.isEmpty ? [] : parts[index].items
      mark = parts.isEmpty ? nil : parts[index].mark
    }
  }

  /// In the order of their first songs.
  private static func folders(
    _ items: [QueueItem], of folder: FolderReference?
  ) -> [(mark: Int64, items: [QueueItem])] {
    var parts: [(mark: Int64, items: [QueueItem])] = []
    var indices: [ArraySlice<UInt8>: Int] = [:]
    for item in items {
      let place = self.folder(of: item.track, in: folder)
      if let index = indices[place] {
        parts[index].items.append(item)
      } else {
        indices[place] = parts.count
        parts.append((mark(place), [item]))
      }
    }
    return parts
  }

  private static let slash = UInt8(ascii: "/")

  private static func folder(of track: TrackReference, in folder: FolderReference?) -> ArraySlice<UInt8> {
    let path = track.path
    guard let folder, track.volume == folder.volume, path.starts(with: folder.path + [slash]) else {
      return path[..<(path.lastIndex(of: slash) ?? path.startIndex)]
    }
    let rest = path[(folder.path.count + 1)...]
    return path[..<(rest.firstIndex(of: slash) ?? folder.path.count)]
  }

  /// FNV-1a: the same in each run of the program.
  private static func mark(_ path: ArraySlice<UInt8>) -> Int64 {
    Int64(bitPattern: path.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 })
  }
}

extension CardOrder {
  var isOfOneSong: Bool { self == .one || self == .oneRandom }
  var isOfOneFolder: Bool { self == .nextFolder || self == .randomFolder }
}
