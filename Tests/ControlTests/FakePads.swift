import Model

@testable import Control

/// A soundboard in memory: three pads of one volume, of which each press sounds until a test ends it.
final class FakePads: Pads {
  private(set) var all: [Pad] = []
  private var made: [PadFolder] = []
  /// What was done, in order.
  private(set) var log: [String] = []
  /// URLs that can be had.
  var announceable: Set<String> = []
  private var sounding: [(pad: PadID, ended: () -> Void)] = []

  init(_ names: [String] = ["Big Bell", "Horn", "big drum"]) {
    for (index, name) in names.enumerated() {
      let path = Array("Sounds/\(name).wav".utf8)
      all.append(
        Pad(track: TrackReference(volume: FakeBackend.volume, path: path), row: Int64(index + 1), name: name))
    }
  }

  var pads: [PadReport] {
    all.filter { !$0.isRemoved }.enumerated().map { index, pad in
      var report = PadReport(pad, number: index + 1, uri: String(decoding: pad.track.path, as: UTF8.self))
      report.voices = sounding.count { $0.pad == pad.id }
      return report
    }
  }

  private var search: PadSearch {
    PadSearch(pads.map { ($0.pad, $0.number) }, fold: { $0.lowercased() })
  }

  func find(_ text: String) -> PadReport? {
    search.find(text).flatMap { found in pads.first { $0.pad.id == found.id } }
  }

  func matches(_ text: String) -> [PadReport] {
    let ids = Set(search.matches(text).map(\.id))
    return pads.filter { ids.contains($0.pad.id) }
  }

  func folderName(_ text: String) -> String? {
    (folders.map(\.folder.name) + all.map(\.folder)).first { $0.lowercased() == text.lowercased() }
  }

  var folders: [PadFolderReport] {
    made.map { folder in PadFolderReport(folder, pads: all.count { $0.folder == folder.name }) }
  }

  var usage: PadUsage {
    var usage = PadUsage()
    usage.pads = pads.count
    return usage
  }

  func endAll() {
    let ending = sounding
    sounding = []
    for sound in ending { sound.ended() }
  }

  func press(_ pad: PadID, began: @escaping (Refusal?) -> Void, ended: @escaping () -> Void) {
    guard let known = all.first(where: { $0.id == pad }), !known.isAbsent else {
      return began(.failed(.padUnplayable, "The pad can't be played: its file is gone"))
    }
    log.append("press \(pad.row)")
    began(nil)
    if known.settings.mode == .toggle, sounding.contains(where: { $0.pad == pad }) {
      stop(pad)
      return ended()
    }
    sounding.append((pad, ended))
  }

  func announce(_ uri: String, volume: Int?, duck: Double?, completion: @escaping (Refusal?) -> Void) {
    log.append("announce \(uri) \(volume.map { "\($0)" } ?? "-") \(duck.map { "\($0)" } ?? "-")")
    completion(uri.hasPrefix("Sounds/") || announceable.contains(uri) ? nil : .noSuchSong)
  }

  func togglePause() { log.append("pause") }
  func stop(_ pad: PadID?) {
    log.append("stop \(pad.map { "\($0.row)" } ?? "all")")
    sounding.removeAll { pad == nil || $0.pad == pad }
  }

  func change(
    _ id: PadID, _ values: [(PadKey, String)], completion: @escaping Completion<PadReport>
  ) throws(Refusal) {
    guard let place = all.firstIndex(where: { $0.id == id }) else { throw .noSuchPad }
    for (key, value) in values {
      guard let pad = all[place].setting(key, to: value) else {
        throw key.refusal(of: value)
      }
      all[place] = pad
    }
    completion(report(id))
  }

  private func report(_ id: PadID) -> Result<PadReport, Refusal> {
    pads.first { $0.pad.id == id }.map { .success($0) } ?? .failure(.noSuchPad)
  }

  func add(_ uri: String, name: String?, completion: @escaping Completion<PadReport>) {
    guard let place = all.firstIndex(where: { $0.track.path == Array(uri.utf8) }) else {
      return completion(.failure(.noSuchSong))
    }
    all[place].isRemoved = false
    if let name { all[place].name = name }
    completion(report(all[place].id))
  }

  func trim(_ pad: PadID, from start: Duration, to end: Duration, completion: @escaping Completion<String>) {
    completion(report(pad).map { "Sounds/\($0.pad.name) cut.flac" })
  }

  func waveform(_ pad: PadID, parts: Int, completion: @escaping Completion<[Double]>) {
    completion(.success(Array(repeating: 0.5, count: parts)))
  }

  func remove(_ pad: PadID, completion: @escaping (Refusal?) -> Void) {
    for index in all.indices where all[index].id == pad { all[index].isRemoved = true }
    completion(nil)
  }

  func move(_ pad: PadID, to place: Int, completion: @escaping (Refusal?) -> Void) {
    guard let from = all.firstIndex(where: { $0.id == pad }) else { return completion(.noSuchPad) }
    all.insert(all.remove(at: from), at: min(place - 1, all.count - 1))
    completion(nil)
  }

  func edit(folder name: String, _ edits: [PadFolderEdit], completion: @escaping (Refusal?) -> Void) {
    var folder = made.first { $0.name == name } ?? PadFolder(name: name)
    made.removeAll { $0.name == name }
    for edit in edits {
      switch edit {
      case .colour(let colour): folder.colour = colour
      case .place(let place): folder.place = place
      case .rename(let new): folder.name = new
      }
    }
    made.append(folder)
    completion(nil)
  }

  func remove(folder name: String, completion: @escaping (Refusal?) -> Void) {
    guard made.contains(where: { $0.name == name }) else {
      return completion(.failed(.noSuchPadFolder, "No such pad folder: \(name)", about: name))
    }
    made.removeAll { $0.name == name }
    completion(nil)
  }
}

/// Chords and a metronome that are only noted.
final class FakeAccompaniment: Accompaniment {
  private(set) var log: [String] = []
  var refusal: Refusal?
  private(set) var metronome = MetronomeMode.off

  func play(_ chords: [[Int]], beatsPerMinute: Double, completion: @escaping (Refusal?) -> Void) {
    log.append(
      "\(chords.map { $0.map { "\($0)" }.joined(separator: " ") }.joined(separator: ", ")) at \(beatsPerMinute)"
    )
    completion(refusal)
  }

  func stopChords() { log.append("stop") }

  func setMetronome(_ mode: MetronomeMode) -> Refusal? {
    if refusal == nil { metronome = mode }
    return refusal
  }
}
