import Audio
import Configuration
import Exchange
import Library
import Linux
import Media
import Model
import Player
import Support
import Testing

@testable import jukeboxd

/// Seeks in a long MP3 file that says nothing of where its frames lie, over the ends of several daemons.
@Suite("Stored seek indexes of long files", .serialized)
struct LongFileTests {
  private static let far = Duration.seconds(1600)

  private let music: TemporaryFolder
  private let state: TemporaryFolder

  init() throws {
    music = try TemporaryFolder()
    state = try TemporaryFolder()
    let sound = try Repository.bytes(of: "Fixtures/formats/vbr-no-xing.mp3")
    var bytes: [UInt8] = []
    while bytes.count < 40_000_000 { bytes += sound }
    try music.write("long.mp3", bytes)
    for name in ["1.mp3", "2.mp3", "3.mp3"] { try music.write(name, sound) }
  }

  private final class ScanEnd: LibraryObserver {
    private(set) var isThere = false

    func receive(_ event: LibraryEvent) { if case .scanEnded = event { isThere = true } }
  }

  /// The daemon's parts that have to do with it, on a device that takes frames in time and plays nothing.
  private final class Parts {
    let loop: EventLoop
    let engine: Engine
    let store: BoxStore
    let library: MusicLibrary
    let controller: PlaybackController
    let saved: SavedPosition
    private let dispatch: EventDispatch
    private let scan = ScanEnd()
    private(set) var volume = VolumeID(high: 0, low: 0)

    init(music: String, state folder: String, autoplay: Autoplay = .off) throws {
      let loop = try EventLoop()
      self.loop = loop
      let (store, state) = try BoxStore.open(folder: folder, loop: loop) { [] }
      self.store = store
      saved = state.saved.position
      let dispatch = EventDispatch()
      self.dispatch = dispatch
      var settings = EngineSettings()
      settings.bufferSeconds = 1
      engine = try Engine.start(on: loop, settings) { [weak dispatch] in dispatch?.receive($0) }
      library = try MusicLibrary(loop: loop, stateFolder: folder, known: state.volumes, readers: .media) {
        [weak dispatch] in
        dispatch?.receive($0)
      }
      controller = PlaybackController(
        player: Jukebox(policy: Policy(autoplay: autoplay), saved: state.saved), loop: loop,
        engine: engine, store: store, effects: dispatch)
      let indexes = SeekIndexes(
        library: library, engine: engine, hint: state.positionHint, of: controller.player.current?.id)
      let driver = EngineDriver(
        controller: controller, engine: engine, library: library, streams: try Streams(loop: loop),
        indexes: indexes)
      let saver = StateSaver(controller: controller, store: store, library: library, indexes: indexes)
      let follower = EngineFollower(
        controller: controller, library: library, store: store, engine: engine, indexes: indexes,
        notify: ChangeNotifier(), profile: .normal)
      dispatch.connect(effects: [driver, saver], library: [scan], engine: [follower])
      controller.report(.powerOn)
      library.mounts.appeared(path: music, isFixed: true, label: "Music", isReadOnly: false)
      try wait { scan.isThere }
      volume = try #require(library.volumes.first?.id)
      controller.report(.volumeArrived(volume))
    }

    func close() {
      engine.close()
      library.close()
      store.close()
    }

    func wait(_ done: () throws -> Bool) throws {
      let deadline = Instant.now() + .seconds(60)
      while try !done() {
        try #require(Instant.now() < deadline)
        try loop.turn(waitingAtMost: .milliseconds(20))
      }
    }

    func reference(_ name: String) -> TrackReference {
      TrackReference(volume: volume, path: Array(name.utf8))
    }

    func play(_ names: String...) throws {
      controller.report(.add(names.map(reference), at: .end))
      controller.report(.play)
      try heard()
    }

    /// Goes to a time and waits until frames behind it are heard.
    /// - Returns: whether the position is an estimate.
    @discardableResult
    func seek(to time: Duration) throws -> Bool {
      controller.report(.seekCurrent(to: time))
      return try heard()
    }

    @discardableResult
    func heard() throws -> Bool {
      var first: Duration?
      try wait {
        guard let now = engine.position?.elapsed else { return false }
        first = first ?? now
        return now > (first ?? now) + .milliseconds(50)
      }
      return try #require(engine.position).isEstimated
    }

    func stored() throws -> SeekIndex? {
      var answer: [UInt8]??
      library.catalogue.seekIndex(of: reference("long.mp3")) { answer = .some($0) }
      try wait { answer != nil }
      return answer?.flatMap { SeekIndex(bytes: $0) }
    }
  }

  private func walk(_ parts: Parts) throws {
    for seconds in [400, 800, 1200, 1600] { #expect(try !parts.seek(to: .seconds(seconds))) }
  }

  @Test func `a far seek is exact once the file is read, and at once for the next daemon`() throws {
    let first = try Parts(music: music.path, state: state.path)
    try first.play("long.mp3")
    try first.seek(to: Self.far)
    try first.wait { first.engine.position?.isEstimated == false }
    #expect(try #require(first.engine.position).elapsed >= Self.far)
    try walk(first)
    #expect(try first.stored() == nil, "a stick is not written to all the time")
    first.controller.report(.setPaused(true))
    let stored = try #require(try first.stored())
    first.close()

    // A box that knows nothing of a position there.
    let other = try TemporaryFolder()
    let second = try Parts(music: music.path, state: other.path)
    try second.play("long.mp3")
    try expectEqual(second.stored(), stored)
    // The little that is decoded from the beginning takes nothing away.
    second.controller.report(.stop)
    try expectEqual(second.stored(), stored)
    try second.play("long.mp3")
    second.controller.report(.setPaused(true))
    try expectEqual(second.stored(), stored)
    second.controller.report(.setPaused(false))
    #expect(try !second.seek(to: Self.far))
    second.close()

    // A first start in the middle waits for what its volume has.
    let another = try TemporaryFolder()
    let third = try Parts(music: music.path, state: another.path)
    third.controller.report(.add([third.reference("long.mp3")], at: .end))
    third.controller.report(.seekPosition(0, to: Self.far))
    #expect(try !third.heard())
    third.close()
  }

  @Test func `a position is gone on from exactly by what was saved with it`() throws {
    let first = try Parts(music: music.path, state: state.path)
    try first.play("long.mp3")
    try walk(first)
    first.controller.report(.setPaused(true))
    _ = try first.stored()
    first.close()
    // The volume knows nothing any more.
    let database = "\(music.path)/.jukebox/library.sqlite"
    try #require(
      try ChildProcess.run(["sqlite3", "-batch", database, "DELETE FROM seek_indexes"]).status == 0)

    let second = try Parts(music: music.path, state: state.path, autoplay: .resume)
    expectEqual(second.controller.player.transport, .pause)
    #expect(second.saved.elapsed > Self.far)
    expectEqual(second.engine.position?.elapsed, second.saved.elapsed)
    second.controller.report(.setPaused(false))
    #expect(try !second.heard())
    second.close()
  }

  @Test func `the index of a song played to its end is stored, whatever the queue went through meanwhile`()
    throws
  {
    let parts = try Parts(music: music.path, state: state.path)
    try parts.play("long.mp3", "1.mp3", "2.mp3", "3.mp3")
    // Another follower each time.
    for _ in 0..<20 { parts.controller.report(.swap(1, 3)) }
    try walk(parts)
    for _ in 0..<20 { parts.controller.report(.swap(1, 3)) }
    // Not by a pause or a stop, which would keep it anyway.
    for _ in 0..<3 {
      parts.controller.report(.next)
      try parts.heard()
    }
    let stored = try #require(try parts.stored())
    #expect(Double(stored.offsets.count) * Double(stored.step) * 1152 / 44_100 > 1590)
    parts.close()
  }

  @Test(arguments: ["x''", "x'ff'", "zeroblob(9000)", "x'0101000101ffffffffffffffff7f'"])
  func `a stored index that is not valid is ignored`(_ claim: String) throws {
    let first = try Parts(music: music.path, state: state.path)
    try first.play("long.mp3")
    try first.seek(to: .seconds(100))
    first.controller.report(.stop)
    _ = try #require(try first.stored())
    first.close()
    let database = "\(music.path)/.jukebox/library.sqlite"
    let sql = "UPDATE seek_indexes SET data = \(claim)"
    try #require(try ChildProcess.run(["sqlite3", "-batch", database, sql]).status == 0)
    let second = try Parts(music: music.path, state: state.path)
    try second.play("long.mp3")
    #expect(try second.stored() == nil)
    try second.seek(to: Self.far)
    try second.wait { second.engine.position?.isEstimated == false }
    second.close()
  }
}
