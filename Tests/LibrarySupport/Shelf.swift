import Linux
import Model

@testable import Library

/// Short files that differ in their tags and times.
final class Shelf {
  let stick: Stick
  private var written = 0

  init() throws { stick = try Stick() }

  /// With five files in the folder `old`, which is marked.
  static func withMark() throws -> Shelf {
    let shelf = try Shelf()
    shelf.write("old", 1...5)
    try shelf.scan()
    try shelf.mark("old", true)
    return shelf
  }

  /// The files of `old` are in `new` and have other names, and `old` is empty and elsewhere.
  func moveToNewNames() {
    for number in 1...5 { stick.move("old/\(number).mp3", to: "new/Song \(number).mp3") }
    stick.move("old", to: "none/old")
  }

  func write(_ folder: String, _ numbers: ClosedRange<Int>) {
    for number in numbers {
      written += 1
      let path = "\(folder)/\(number).mp3"
      stick.write(path, FakeFiles.content(title: "\(folder) \(number)", artist: "Artist", track: number))
      stick.setModified(path, seconds: 1_600_000_000 + 7 * written)
    }
  }

  func remove(_ folder: String, _ numbers: ClosedRange<Int>) {
    for number in numbers { stick.remove("\(folder)/\(number).mp3") }
  }

  func move(_ folder: String, _ numbers: ClosedRange<Int>, to other: String) {
    for number in numbers { stick.move("\(folder)/\(number).mp3", to: "\(other)/\(number).mp3") }
  }

  func swap(_ one: String, _ other: String) {
    stick.move(one, to: "on its way")
    stick.move(other, to: one)
    stick.move("on its way", to: other)
  }

  func scan() throws {
    let bench = try Bench()
    _ = try bench.mount(stick.path)
    guard bench.warnings.isEmpty else { throw Unexpected(what: "\(bench.warnings)") }
    try bench.unmount(stick.path)
  }

  /// Scans with two files a batch.
  /// - Parameter title: of the file at which the device is gone.
  func scanInPairs(until title: String? = nil) throws {
    let bench = try Bench(read: { file in
      let facts = FakeFiles.read(file)
      guard case .details(var details) = facts else { return facts }
      if let title, details.title == title {
        return .failed(SystemError(.noSuchDevice, call: "read"))
      }
      let chapter = Chapter(start: .zero, end: nil, title: nil, performer: nil)
      details.chapters = Array(repeating: chapter, count: ScanBatch.mostChapters / 2)
      return .details(details)
    })
    bench.library.mounts.appeared(path: stick.path, isFixed: false, label: "x", isReadOnly: false)
    let error = try bench.wait { () -> StoreError?? in
      for case .scanEnded(_, _, let error) in bench.events { return .some(error) }
      return nil
    }
    guard (error != nil) == (title != nil) else { throw Unexpected(what: "the scan ended: \(error as Any)") }
    try bench.unmount(stick.path)
  }

  func ask<Value>(_ body: (VolumeStore) throws -> Value) throws -> Value {
    let store = try stick.open()
    defer { store.close() }
    return try body(store)
  }

  func mark(_ folder: String, _ resumes: Bool) throws {
    let marked = try ask { try $0.mark(folder: Array(folder.utf8), resumes: resumes) }
    guard marked != nil else { throw Unexpected(what: "no folder \(folder)") }
  }

  func listen(_ track: String, _ seconds: Int) throws {
    let path = Array(track.utf8)
    try ask { store in
      try store.keep(
        FolderPoint(track: path, elapsed: .seconds(seconds)), of: VolumePath.split(path).folder, time: nil)
    }
  }

  /// Every folder that is told of, what listening to it has come to behind it.
  func folders() throws -> [String] {
    try ask { store in try store.folderResumes() }.map { folder in
      let point = folder.point.map {
        " \(String(decoding: $0.track, as: UTF8.self)) \($0.elapsed.components.seconds)"
      }
      return
        "\(String(decoding: folder.folder.path, as: UTF8.self)) \(folder.resumes) \(folder.reason)\(point ?? "")"
    }.sorted()
  }

  func resumes(_ folder: String) throws -> Bool? {
    try ask { store in try store.folderResume(at: Array(folder.utf8))?.resumes }
  }
}
