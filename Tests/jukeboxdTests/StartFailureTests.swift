import Linux
import Model
import Support
import Testing

@testable import jukeboxd

@Suite("Reasons why the daemon does not start")
struct StartFailureTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Why nobody can listen at a path.
  private func failure(at path: String) -> StartFailure? {
    do throws(SystemError) {
      _ = try Socket.listen(on: .unix(path: path))
      return nil
    } catch {
      return StartFailure(socket: path, error)
    }
  }

  @Test func `a running jukebox on the socket is named with a remedy`() throws {
    let path = "\(folder.path)/socket"
    let other = try Socket.listen(on: .unix(path: path))
    let text = try #require(failure(at: path)?.description)
    #expect(text.hasPrefix("another jukebox is running and listens at \(path). "))
    #expect(text.contains("systemctl stop jukeboxd") && text.contains("--socket PATH --state FOLDER"))
    _ = consume other
    #expect(failure(at: path) == nil, "what one has left behind that is gone is in nobody's way")
  }

  @Test func `a running jukebox with the state folder is named with a remedy`() throws {
    let shelf = try Shelf()
    let box = try Box(on: shelf, autoplay: .off)
    let failure = #expect(throws: StartFailure.self) { _ = try Box(on: shelf, state: box.state) }
    let text = try #require(failure?.description)
    #expect(text.hasPrefix("another jukebox is running and uses the state folder \(box.state.path). "))
    #expect(text.contains("--socket PATH --state FOLDER"))
    box.stop()
  }

  @Test func `the error names a path that is not a socket`() throws {
    let path = try folder.write("socket", "text")
    #expect(failure(at: path)?.description.contains("\(path) is not a socket") == true)
    #expect(
      failure(at: "\(folder.path)/none/socket")?.description.contains("choose another by --socket") == true)
  }
}
