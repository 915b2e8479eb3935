import Control
import Exchange
import Library
import Model

/// The soundboard, as the protocol asks for it.
final class PadsAdapter: Pads {
  private let board: PadBoard
  private let announcer: Announcer
  private let library: MusicLibrary

  init(board: PadBoard, announcer: Announcer, library: MusicLibrary) {
    self.board = board
    self.announcer = announcer
    self.library = library
  }

  var pads: [PadReport] { board.pads.map(report) }

  private func report(_ pad: Pad) -> PadReport {
    let key = pad.isAbsent ? nil : board.problemKey(of: pad)
    var pad = pad
    if !pad.isAbsent { pad.problem = board.problem(of: pad) }
    var report = PadReport(
      pad, number: board.number(of: pad.id),
      uri: pad.track.uri(in: library))
    report.problemKey = key
    report.voices = board.voices(of: pad.id)
    report.isHeld = board.isHeld(pad.id)
    report.remaining = board.remaining(of: pad.id)
    return report
  }

  func find(_ text: String) -> PadReport? { board.search.find(text).map(report) }
  func matches(_ text: String) -> [PadReport] { board.search.matches(text).map(report) }

  func folderName(_ text: String) -> String? {
    let names = folders.map(\.folder.name)
    let wanted = LibraryPads.folded(text)
    return names.first { $0 == text } ?? names.first { LibraryPads.folded($0) == wanted }
  }

  var folders: [PadFolderReport] {
    var counts: [String: Int] = [:]
    for pad in board.pads where !pad.folder.isEmpty { counts[pad.folder, default: 0] += 1 }
    var known: [PadFolder] = []
    for volume in library.volumes {
      known += (board.volumes[volume.id]?.folders ?? []).filter { folder in
        !known.contains { $0.name == folder.name }
      }
    }
    let others = counts.keys.filter { name in !known.contains { $0.name == name } }
    known += others.map { PadFolder(name: $0) }
    func key(_ folder: PadFolder) -> [UInt8] { NaturalOrder.key(for: Array(folder.name.utf8)) }
    known.sort {
      let (left, right) = ($0.place ?? .max, $1.place ?? .max)
      return left == right ? key($0).lexicographicallyPrecedes(key($1)) : left < right
    }
    return known.map { PadFolderReport($0, pads: counts[$0.name] ?? 0) }
  }

  var usage: PadUsage {
    var usage = PadUsage()
    let pads = board.pads
    usage.pads = pads.count
    usage.absent = pads.count(where: \.isAbsent)
    usage.playing = board.playing
    usage.files = usage.pads - usage.absent
    usage.fileBytes = pads.reduce(0) { $0 + ($1.isAbsent ? 0 : $1.fileBytes) }
    (usage.loaded, usage.memoryBytes, usage.mostMemoryBytes) = board.usage
    return usage
  }

  private func report(_ id: PadID) -> Result<PadReport, Refusal> {
    pads.first { $0.pad.id == id }.map { .success($0) } ?? .failure(.noSuchPad)
  }

  func press(_ id: PadID, began: @escaping (Refusal?) -> Void, ended: @escaping () -> Void) {
    guard let pad = board.pad(id) else { return began(.noSuchPad) }
    board.press(pad, began: began, ended: ended)
  }

  func announce(_ uri: String, volume: Int?, duck: Double?, completion: @escaping (Refusal?) -> Void) {
    announcer.announce(uri, volume: volume, duck: duck, completion: completion)
  }

  func togglePause() { board.togglePause() }
  func stop(_ pad: PadID?) { board.stop(pad) }

  func change(
    _ id: PadID, _ values: [(PadKey, String)], completion: @escaping Completion<PadReport>
  ) throws(Refusal) {
    guard var pad = board.pad(id) else { throw .noSuchPad }
    for (key, value) in values {
      guard let changed = pad.setting(key, to: value) else {
        throw key.refusal(of: value)
      }
      pad = changed
    }
    keep(pad, completion)
  }

  private func keep(_ pad: Pad, _ completion: @escaping Completion<PadReport>) {
    board.keep([pad], of: pad.track.volume) { [weak self] refusal in
      completion(refusal.map { .failure($0) } ?? self?.report(pad.id) ?? .failure(.volumeGone))
    }
  }

  func add(_ uri: String, name: String?, completion: @escaping Completion<PadReport>) {
    guard let track = library.reference(of: uri) else { return completion(.failure(.noSuchSong)) }
    library.pads.new(
      of: track,
      completion: passingRefusals(to: completion) { [weak self] fresh in
        guard let self else { return completion(.failure(.volumeGone)) }
        let (pads, _) = board.volumes[track.volume] ?? ([], [])
        guard pads.count(where: { !$0.isRemoved }) < Pad.most else {
          return completion(.failure(.tooManyPads))
        }
        var pad = pads.first { $0.id == fresh.id } ?? fresh
        pad.isRemoved = false
        if let name { pad.name = name }
        keep(pad, completion)
      })
  }

  func trim(_ id: PadID, from start: Duration, to end: Duration, completion: @escaping Completion<String>) {
    guard let pad = board.pad(id) else { return completion(.failure(.noSuchPad)) }
    LibrarySounds(library).trim(
      pad.track, from: start, to: end,
      completion: passingRefusals(to: completion) { [library, board] track in
        let uri = track.uri(in: library)
        board.whenKnown(track) { completion(.success(uri)) }
      })
  }

  func waveform(_ id: PadID, parts: Int, completion: @escaping Completion<[Double]>) {
    guard let pad = board.pad(id) else { return completion(.failure(.noSuchPad)) }
    LibrarySounds(library).waveform(of: pad.track, parts: parts, completion: completion)
  }

  func remove(_ id: PadID, completion: @escaping (Refusal?) -> Void) {
    guard var pad = board.pad(id) else { return completion(.noSuchPad) }
    board.stop(id)
    pad.isRemoved = true
    board.keep([pad], of: id.volume, completion: completion)
  }

  func move(_ id: PadID, to place: Int, completion: @escaping (Refusal?) -> Void) {
    var pads = board.pads.filter { $0.track.volume == id.volume }
    guard let from = pads.firstIndex(where: { $0.id == id }) else { return completion(.noSuchPad) }
    let pad = pads.remove(at: from)
    pads.insert(pad, at: min(place - 1, pads.count))
    let before = Dictionary(uniqueKeysWithValues: pads.map { ($0.id, $0.place) })
    for index in pads.indices { pads[index].place = index + 1 }
    board.keep(pads.filter { before[$0.id] != $0.place }, of: id.volume) { [board] refusal in
      if refusal == nil { board.arrange(pads) }
      completion(refusal)
    }
  }

  func edit(folder name: String, _ edits: [PadFolderEdit], completion: @escaping (Refusal?) -> Void) {
    var affected = volumes(with: name)
    for case .rename(let new) in edits where new != name {
      // A slip of the pen makes no folder, and puts no two into one.
      if affected.isEmpty {
        return completion(.failed(.noSuchPadFolder, "No such pad folder: \(name)", about: name))
      }
      guard volumes(with: new).isEmpty else {
        return completion(.failed(.alreadyExists, "The pad folder already exists: \(new)", about: new))
      }
    }
    if affected.isEmpty {
      guard let first = library.volumes.first else { return completion(.noVolume) }
      affected = [first.id]
    }
    change(affected, completion) { pads, folders in
      var folder = folders.first { $0.name == name } ?? PadFolder(name: name)
      folders.removeAll { $0.name == name }
      for edit in edits {
        switch edit {
        case .colour(let colour): folder.colour = colour
        case .place(let place): folder.place = place
        case .rename(let new):
          folder.name = new
        }
      }
      guard folders.count < PadFolder.most else { return }
      folders.append(folder)
      for index in pads.indices where pads[index].folder == name { pads[index].folder = folder.name }
    }
  }

  func remove(folder name: String, completion: @escaping (Refusal?) -> Void) {
    let affected = volumes(with: name)
    guard !affected.isEmpty else {
      return completion(.failed(.noSuchPadFolder, "No such pad folder: \(name)", about: name))
    }
    change(affected, completion) { pads, folders in
      folders.removeAll { $0.name == name }
      for index in pads.indices where pads[index].folder == name { pads[index].folder = "" }
    }
  }

  private func volumes(with folder: String) -> [VolumeID] {
    board.volumes.filter { _, value in
      value.pads.contains { $0.folder == folder } || value.folders.contains { $0.name == folder }
    }.map(\.key)
  }

  /// Changes pads and folders of some volumes.
  private func change(
    _ volumes: [VolumeID], _ completion: @escaping (Refusal?) -> Void,
    _ body: (inout [Pad], inout [PadFolder]) -> Void
  ) {
    let changes = volumes.map { volume in
      let (before, oldFolders) = board.volumes[volume] ?? ([], [])
      var (pads, folders) = (before, oldFolders)
      body(&pads, &folders)
      return (
        volume: volume, pads: zip(pads, before).compactMap { $0 == $1 ? nil : $0 },
        folders: folders as [PadFolder]?
      )
    }
    board.keep(changes, completion: completion)
  }
}
