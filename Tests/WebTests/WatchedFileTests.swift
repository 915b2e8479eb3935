import Linux
import Support
import Testing

@testable import Web

/// The configuration of the server, whose changes end it.
@Suite struct WatchedFileTests {
  @Test func `a file that is written, replaced, made or removed has changed`() throws {
    let folder = try TemporaryFolder()
    let (path, later) = (try folder.write("box.ini", "one"), "\(folder.path)/settings.ini")
    let start = WatchedFiles([path, later])
    #expect(!start.haveChanged)
    try HostFile.replace(path, with: Array("two".utf8))
    #expect(start.haveChanged)
    let replaced = WatchedFiles([path, later])
    #expect(!replaced.haveChanged)
    try HostFile.append("x", to: path)
    #expect(replaced.haveChanged)
    let appended = WatchedFiles([path, later])
    try HostFile.replace(later, with: [])
    #expect(appended.haveChanged)
    let both = WatchedFiles([path, later])
    try HostFile.remove(path)
    #expect(both.haveChanged)
  }

  @Test func `a changed configuration ends the server`() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("box.ini", "one")
    let visit = try Visit(files: WatchedFiles([path]))
    #expect(try visit.get("/health").status != 0)
    try HostFile.replace(path, with: Array("two".utf8))
    try visit.server.wait()
    #expect(throws: SystemError.self) { _ = try visit.connect() }
  }
}
