import Control
import Library
import Model

/// The library's cues as the protocol reads and changes them.
final class CuesJoin: Cues {
  private let library: MusicLibrary

  init(library: MusicLibrary) { self.library = library }

  func track(of song: SongChoice) -> TrackReference? { library.track(song) }

  func cues(of song: SongChoice, completion: @escaping (Result<[CueReport], Refusal>) -> Void) -> Query {
    guard let track = library.track(song) else {
      completion(.failure(.noSuchSong))
      return .done
    }
    return Query(
      library.cues(of: track) {
        completion($0.map { $0.map { CueReport($0) } })
      })
  }

  func change(
    _ song: SongChoice, _ change: Control.CueChange,
    completion: @escaping (Result<CueReport, Refusal>) -> Void
  ) {
    guard let track = library.track(song) else { return completion(.failure(.noSuchSong)) }
    do throws(Refusal) {
      library.change(cuesOf: track, try Library.CueChange(change)) {
        completion($0.map { CueReport($0) })
      }
    } catch {
      completion(.failure(error))
    }
  }
}

extension Library.CueChange {
  fileprivate init(_ change: Control.CueChange) throws(Refusal) {
    switch change {
    case .remove(let number): self = .remove(number: number)
    case .edit(let number, let edits): self = .edit(number: number, try Self.edits(edits))
    case .add(let start, let given):
      var cue = Cue(number: 1, start: start, end: nil, kind: .marker, name: nil, colour: nil)
      var isTyped = false
      for edit in try Self.edits(given) {
        edit.apply(to: &cue)
        if case .kind = edit { isTyped = true }
      }
      let kind = isTyped || cue.end == nil ? cue.kind : .loop
      self = .add(start: cue.start, end: cue.end, kind: kind, name: cue.name, colour: cue.colour)
    }
  }

  private static func edits(_ edits: [Control.CueChange.Edit]) throws(Refusal) -> [Edit] {
    var result: [Edit] = []
    for edit in edits {
      switch edit {
      case .start(let start): result.append(.start(start))
      case .end(let end): result.append(.end(end))
      case .type(let word):
        guard let kind = CueKind(word) else {
          throw .badCueType(word)
        }
        result.append(.kind(kind))
      case .name(let name): result.append(.name(name))
      case .colour(let colour): result.append(.colour(colour))
      }
    }
    return result
  }
}

extension CueReport {
  fileprivate init(_ cue: Cue) {
    self.init(
      number: cue.number, start: cue.start, end: cue.end, type: cue.kind.word, name: cue.name,
      colour: cue.colour)
  }
}
