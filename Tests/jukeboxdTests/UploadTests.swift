import Control
import Glibc
import Library
import Linux
import Model
import Support
import Testing

@testable import jukeboxd

/// Files that clients send onto a stick.
@Suite("Uploads") struct UploadTests {
  private let box: Box
  private let shelf: Shelf
  private let bytes: [UInt8]
  private var uploads: Uploads { box.core.services.uploads }

  init() throws {
    shelf = try Shelf()
    try shelf.make("Stick", ["song.flac": "album/2-01 Solder.flac"])
    bytes = try Repository.bytes(of: "Fixtures/album/2-01 Solder.flac")
    box = try Box(on: shelf, autoplay: .off)
    try box.core.start()
    try box.read("Stick")
  }

  private func wait<Value>(_ start: (@escaping (Value) -> Void) -> Void) throws -> Value {
    var answer: Value?
    start { answer = $0 }
    try box.turn { answer != nil }
    return try #require(answer)
  }

  private func begin(
    _ path: String, bytes: Int? = nil, from sender: String = "192.0.2.7"
  ) throws -> Result<UploadStatus, Refusal> {
    let request = UploadRequest(volume: "Stick", path: path, bytes: Int64(bytes ?? self.bytes.count))
    return try wait { uploads.begin(request, from: sender, completion: $0) }
  }

  private func append(_ part: some Collection<UInt8>, to upload: Int, at offset: Int) throws
    -> Result<Int64, Refusal>
  {
    try wait { uploads.append(Array(part), to: upload, at: Int64(offset), completion: $0) }
  }

  private func key<Value>(_ result: Result<Value, Refusal>) -> ErrorKey? {
    if case .failure(let refusal) = result { refusal.key } else { nil }
  }

  private var parts: [String] {
    HostFolder.names(in: "\(shelf.path(of: "Stick"))/.jukebox").filter { $0.hasPrefix("upload-") }
  }

  @Test func `a file that was continued is a song of the library`() throws {
    let first = try begin("New/s.flac").get()
    let upload = try #require(first.upload)
    expectEqual(first.received, 0)
    try expectEqual(append(bytes[..<1000], to: upload, at: 0).get(), 1000)
    let second = try begin("New/s.flac").get()
    #expect(second.upload == upload && second.received == 1000)
    #expect(key(try append([1], to: upload, at: 999)) == .uploadOutOfStep)
    #expect(key(try wait { uploads.end(upload, completion: $0) }) == .uploadOutOfStep)
    #expect(key(try append(bytes, to: upload, at: 1000)) == .uploadOutOfStep)
    try expectEqual(append(bytes[1000...], to: upload, at: 1000).get(), Int64(bytes.count))
    let file = try
      (wait { uploads.end(upload, completion: $0) } as Result<(uri: String, isKnown: Bool), Refusal>).get()
    #expect(file == ("Stick/New/s.flac", false))
    let volume = try #require(box.volume("Stick"))
    let track = TrackReference(volume: volume.id, path: Array("New/s.flac".utf8))
    var isThere = false
    try box.turn {
      box.core.library.catalogue.tracks([track]) { isThere = $0.first.flatMap(\.self) != nil }
      return isThere
    }
    #expect(key(try append([1], to: upload, at: 0)) == .noSuchUpload)
    box.stop()
  }

  @Test func `a stick that is pulled ends its transfers`() throws {
    let upload = try #require(try begin("s.flac").get().upload)
    _ = try append(bytes[..<1000], to: upload, at: 0).get()
    box.pull("Stick")
    try box.turn { box.volume("Stick") == nil }
    #expect(key(try begin("s.flac")) == .noSuchVolume)
    try box.read("Stick")
    #expect(key(try append(bytes[1000...], to: upload, at: 1000)) == .volumeGone)
    try box.turn { parts.isEmpty }
    try expectEqual(begin("s.flac").get().received, 0)
    #expect(!HostFolder.names(in: shelf.path(of: "Stick")).contains("s.flac"))
    box.stop()
  }

  @Test func `the end of the jukebox leaves nothing of a transfer`() throws {
    let upload = try #require(try begin("s.flac").get().upload)
    _ = try append(bytes[..<1000], to: upload, at: 0).get()
    expectEqual(parts, ["upload-1.part"])
    box.stop()
    #expect(parts.isEmpty)
  }

  @Test func `uploads at once are limited, and no upload is dropped for another`() throws {
    for number in 1...LibraryUploads.most {
      _ = try begin("\(number).flac", from: number % 2 == 0 ? "192.0.2.7" : "192.0.2.8").get()
    }
    #expect(key(try begin("more.flac", from: "192.0.2.9")) == .limitReached)
    let first = try #require(try begin("1.flac").get().upload)
    let refusal: Refusal? = try wait { uploads.stop(first, completion: $0) }
    #expect(refusal == nil)
    try expectEqual(begin("more.flac", from: "192.0.2.9").get().received, 0)
    expectEqual(parts.count, LibraryUploads.most)
    box.stop()
  }

  @Test func `one machine leaves room for others, and its own rests make room for its next`() throws {
    for number in 1...LibraryUploads.most / 2 { _ = try begin("\(number).flac").get() }
    #expect(key(try begin("more.flac")) == .limitReached)
    for number in 1...LibraryUploads.most / 2 { _ = try begin("b\(number).flac", from: "192.0.2.8").get() }
    uploads.ownPatience = .zero
    let before = try #require(try begin("1.flac").get().upload)
    try expectEqual(begin("more.flac").get().received, 0)
    // The one that was continued last is there still.
    try expectEqual(begin("1.flac").get().upload, before)
    expectEqual(parts.count, LibraryUploads.most)
    box.stop()
  }

  @Test func `a folder that is a link off the stick is refused without a path of the machine`() throws {
    _ = unsafe symlink("/etc", "\(shelf.path(of: "Stick"))/away")
    let upload = try #require(try begin("away/s.flac").get().upload)
    _ = try append(bytes, to: upload, at: 0).get()
    let result: Result<(uri: String, isKnown: Bool), Refusal> = try wait {
      uploads.end(upload, completion: $0)
    }
    guard case .failure(let refusal) = result else {
      Issue.record("it was put in its place: \(result)")
      return
    }
    #expect(refusal.key == .badFileName && !refusal.message.contains("/"))
    #expect(parts.isEmpty)
    box.stop()
  }

  @Test func `an abandoned transfer is removed`() throws {
    uploads.patience = .milliseconds(1)
    _ = try begin("s.flac").get()
    try box.turn { parts.isEmpty }
    box.stop()
  }
}
