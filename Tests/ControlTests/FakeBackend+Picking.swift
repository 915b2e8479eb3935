import Model

@testable import Control

extension FakeBackend {
  func track(at uri: String, completion: @escaping Completion<TrackReference>) -> Query {
    answer { completion(self.songs[uri] == nil ? .failure(.noSuchSong) : .success(Self.track(uri))) }
  }

  func spellings(of names: [String], completion: @escaping ([String?]) -> Void) -> Query {
    askedSpellings.append(names)
    return answer { completion(names.map { self.otherSpellings[$0] }) }
  }

  func pick<Value: Sendable>(
    _ selection: SongSelection, reading tags: TagSet, named: Bool, after: Cursor?, limit: Int,
    look: @escaping @Sendable () -> (Song, TrackRow) -> Value?,
    completion: @escaping Completion<(values: [Value], next: Cursor?)>
  ) -> Query {
    answer(completion) {
      self.looks += 1
      let look = look()
      let rest = self.songs.keys.sorted().filter { uri in after.map { $0.text < uri } ?? true }
      var values: [Value] = []
      // As volumes do: a part of them at a time.
      for (index, uri) in rest.enumerated() {
        guard index < 32, values.count < limit else {
          return (values, Cursor(rest[index - 1]))
        }
        guard let song = self.songs[uri] else { continue }
        let seen = Song(
          uri: named ? String(uri.split(separator: "/").last ?? "") : "",
          tags: song.tags.filter { tags.contains($0.tag) }, modified: song.modified,
          added: song.added)
        if let value = look(seen, self.place(of: uri)) { values.append(value) }
      }
      return (values, nil)
    }
  }

  var nameKey: @Sendable (String) -> [UInt8] {
    { Array(($0.hasPrefix("The ") ? String($0.dropFirst(4)) : $0).lowercased().utf8) }
  }

  func nameWithoutArticle(_ name: String) -> String? {
    name.hasPrefix("The ") ? String(name.dropFirst(4)) : nil
  }
}

/// Places in lists, and URIs that the next page comes after.
extension Cursor {
  init(_ text: String) { self.init(bytes: Array(text.utf8)) }
  var text: String { String(decoding: bytes, as: UTF8.self) }
  var number: Int { Int(text) ?? 0 }
}

// MARK: Lines

extension FakeBackend {
  func lines(
    of tracks: [TrackReference], at places: [TrackRow?], matching filter: Filter?, _ parts: SongParts,
    completion: @escaping ([[UInt8]?]) -> Void
  ) -> Query {
    songs(of: tracks, at: places) { songs in
      completion(
        songs.map { song in
          if song.format == nil && song.tags.isEmpty { return nil }
          if let filter, !filter.matches(song) { return [] }
          var lines = SongLines(SongRecord(song, parts))
          return lines.make()
        })
    }
  }

  func lines(of question: FoundLines.Question, completion: @escaping Completion<FoundLines>) -> Query {
    select(question.selection, after: question.after, limit: 32) { result in
      completion(
        result.map { page in
          var lines = FoundLines(of: question)
          for found in page.found where lines.goesOn {
            lines.record = SongRecord(found.song, question.lookedAt, withKeys: false)
            guard lines.isWanted() else { continue }
            lines.record = SongRecord(found.song, question.shown)
            _ = lines.add()
          }
          lines.next = page.next
          return lines
        })
    }
  }
}
