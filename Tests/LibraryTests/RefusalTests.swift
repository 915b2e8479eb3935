import Linux
import Model
import Support
import Testing

@testable import Library
@testable import LibrarySupport

/// What clients get of failures of the system.
@Suite struct RefusalTests {
  private static let hidden = "/var/lib/jukebox/take.flac"

  @Test func `a refusal says the error and the call, and no path of this machine`() {
    let error = SystemError(.noSpace, call: "openat", path: Self.hidden)
    expectEqual(Refusal(system: error), .system("\(error.code) (openat)"))
    expectEqual(Refusal(system: error, "jukebox-fetch"), .system("jukebox-fetch: \(error.code) (openat)"))
    let store = StoreError(.full, "database or disk is full", path: Self.hidden)
    let anyErrors: [any Error] = [error, store, Refusal.noSuchSong]
    let refusals = anyErrors.map { Refusal($0) }
    let full = Refusal.failed(.volumeFull, "The storage is full")
    expectEqual(refusals, [.system("\(error.code) (openat)"), full, .noSuchSong])
  }
}
