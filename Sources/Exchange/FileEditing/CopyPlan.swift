import Library
import Linux
import Model

/// Steps of a copy from one volume to another, planned before the first byte. On a thread that may block.
struct CopyPlan: Sendable {
  struct Step: Sendable {
    let source: Root
    let path: [UInt8]
    let place: UploadPath
    let bytes: Int64
    let modifiedNanoseconds: Int64
  }

  private(set) var steps: [Step] = []
  /// Files that are at their place already.
  private(set) var known = 0
  private var seen: [ObjectIdentifier: Set<UploadPath>] = [:]

  var bytes: Int64 { steps.reduce(0) { $0 + $1.bytes } }

  /// FAT counts in steps of two seconds.
  private static let timeStep: Int64 = 2_000_000_000
  private static let pictureEndings = [".jpg", ".jpeg", ".png", ".webp"]
  /// Limit of pictures of one folder.
  private static let mostPictures = 20

  /// - Parameters:
  ///   - songs: with the root of the volume of each.
  ///   - isCancelled: asked between two files.
  init(
    _ songs: [(root: Root, path: [UInt8])], to target: Root, isCancelled: () -> Bool
  ) throws(Refusal) {
    var folders: [[UInt8]] = []
    for (index, song) in songs.enumerated() {
      if isCancelled() { throw .volumeGone }
      try add(song.path, of: song.root, to: target)
      let folder = VolumePath.split(song.path).folder
      // Songs come folder by folder.
      if index == 0 || folders.last != folder || songs[index - 1].root !== song.root {
        folders.append(folder)
        try addPictures(in: folder, of: song.root, to: target)
      }
    }
  }

  private mutating func addPictures(in folder: [UInt8], of source: Root, to target: Root) throws(Refusal) {
    let names = try EditedPlace.attempt { () throws(SystemError) in
      var stream = try source.list(folder)
      var names: [[UInt8]] = []
      while names.count < Self.mostPictures, let entry = try stream.next() {
        let name = String(decoding: FileNames.lower(entry.name[...]), as: UTF8.self)
        guard entry.kind == .regular, !FileNames.isPassedOver(entry.name),
          Self.pictureEndings.contains(where: { name.hasSuffix($0) })
        else { continue }
        names.append(entry.name)
      }
      return names
    }
    for name in names { try add(VolumePath.join(folder, name), of: source, to: target) }
  }

  private mutating func add(_ path: [UInt8], of source: Root, to target: Root) throws(Refusal) {
    let place = try UploadPath(String(decoding: path, as: UTF8.self))
    guard seen[ObjectIdentifier(source), default: []].insert(place).inserted else { return }
    let status = try EditedPlace.attempt { () throws(SystemError) in try source.status(of: path) }
    let step = Step(
      source: source, path: path, place: place, bytes: status.size,
      modifiedNanoseconds: status.modifiedNanoseconds)
    if try EditedPlace.attempt({ () throws(SystemError) in try isThere(step, in: target) }) {
      known += 1
    } else {
      steps.append(step)
    }
  }

  /// Whether the file was copied before: the same size and time, or the same bytes.
  private func isThere(_ step: Step, in target: Root) throws(SystemError) -> Bool {
    let path = step.place.path(1)
    let status: FileStatus?
    do throws(SystemError) { status = try target.statusOfName(path) } catch {
      if error.code == .noSuchFile || error.code == .notDirectory { return false }
      throw error
    }
    guard let status, status.kind == .regular, status.size == step.bytes else { return false }
    if abs(status.modifiedNanoseconds &- step.modifiedNanoseconds) <= Self.timeStep { return true }
    return try IncomingFiles.holds(try step.source.open(step.path), at: path, in: target)
  }
}
