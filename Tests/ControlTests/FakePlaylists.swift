import Player

@testable import Control

/// Stored playlists in memory, by their names.
final class FakePlaylists: Playlists {
  private unowned let fake: FakeBackend
  var lists: [String: [TrackReference]] = [:]
  /// When each was changed last.
  var modified: [String: Int64] = [:]
  /// What was asked to be changed.
  private(set) var changes: [String] = []
  /// What every change is refused with.
  var refusal: Refusal?
  /// The widest window that was asked for.
  var widestWindow = 0

  init(_ fake: FakeBackend) { self.fake = fake }

  func playlists(completion: @escaping ([PlaylistReport]) -> Void) -> Query {
    fake.answer {
      completion(self.lists.keys.sorted().map { PlaylistReport(name: $0, modified: self.modified[$0]) })
    }
  }

  func entries(
    of name: String, after: Listing.Cursor?, skipping: Int, limit: Int,
    completion: @escaping (Result<PlaylistEntries, Refusal>) -> Void
  ) -> Query {
    widestWindow = max(widestWindow, limit)
    return fake.answer {
      guard let list = self.lists[name] else { return completion(.failure(.noSuchPlaylist)) }
      let start = min(
        list.count, (after.flatMap { Int(String(decoding: $0.bytes, as: UTF8.self)) } ?? 0) + skipping)
      let end = min(list.count, start + limit)
      completion(
        .success(
          PlaylistEntries(
            tracks: Array(list[start..<end]),
            next: end < list.count ? Listing.Cursor(bytes: Array("\(end)".utf8)) : nil)))
    }
  }

  func change(_ name: String, _ change: PlaylistChange, completion: @escaping (Refusal?) -> Void) {
    _ = fake.answer { completion(self.refusal ?? self.make(change, of: name)) }
  }

  private func make(_ change: PlaylistChange, of name: String) -> Refusal? {
    changes.append("\(name): \(Self.text(change))")
    switch change {
    case .add(let tracks, let position):
      var list = lists[name] ?? []
      if position ?? 0 > list.count { return .badPosition }
      list.insert(contentsOf: tracks, at: position ?? list.count)
      if !tracks.isEmpty { lists[name] = list }
    case .save(let tracks, let mode):
      if (lists[name] == nil) != (mode == .create) {
        return mode == .create ? .playlistExists : .noSuchPlaylist
      }
      lists[name] = (mode == .append ? lists[name] ?? [] : []) + tracks
    case .rename(let new):
      if lists[new] != nil { return .playlistExists }
      guard let list = lists.removeValue(forKey: name) else { return .noSuchPlaylist }
      lists[new] = list
    case .remove: return lists.removeValue(forKey: name) == nil ? .noSuchPlaylist : nil
    default: return lists[name] == nil ? .noSuchPlaylist : nil
    }
    return nil
  }

  /// As a test writes it down.
  private static func text(_ change: PlaylistChange) -> String {
    func uris(_ tracks: [TrackReference]) -> String {
      tracks.map { FakeBackend.uri($0) }.joined(separator: " ")
    }
    switch change {
    case .add(let tracks, let position):
      return "add \(uris(tracks)) at \(position.map { "\($0)" } ?? "the end")"
    case .save(let tracks, let mode): return "\(mode) \(uris(tracks))"
    case .delete(let range): return "delete \(range)"
    case .move(let range, let target): return "move \(range) to \(target)"
    case .clear: return "clear"
    case .rename(let name): return "rename to \(name)"
    case .remove: return "remove"
    default: return "\(change)"
    }
  }
}
