import Glibc

/// Plays sound at another speed with its pitch unchanged (libsonic, which finds the sound's period and drops or repeats
/// whole periods). The library is loaded only while a stretcher exists.
///
/// Measured with sines of 440 Hz and 1 kHz and 59 clicks, at 0.5 to 2: libsonic is off by at most 3.9 cents, with 42 to 85
/// dB SINAD, and loses or doubles no click. SoundTouch is off by 0.3 cents, with 23 to 47 dB, loses 9 to 26 clicks from
/// 1.25 on and doubles 63 at 0.5. Rubber Band (R3) is exact, with 30 to 74 dB. libsonic's second quality doubles clicks
/// below 1. Its periods are rounded, so the rate is corrected by what came out.
@safe package struct TimeStretcher: ~Copyable {
  private let library: Library
  private let stream: OpaquePointer
  package let speed: Double
  private let rate: Double
  /// Frames that went in and came out since the last flush.
  private var written = 0.0
  private var given = 0.0

  /// How much of what went in it holds back at most: it looks for periods down to 65 Hz.
  package static func mostHeld(rate: Int) -> Int { 2 * rate / 65 }
  /// And on average.
  private var held: Double { 1.75 * rate / 65 }

  /// - Parameters:
  ///   - rate: in Hz.
  ///   - speed: 1 is as it is; 0.05 and more.
  package init(rate: Int, speed: Double) throws(TimeStretcherError) {
    let library = try Library()
    guard let stream = unsafe library.create(Int32(clamping: rate), 2) else { throw .noMemory }
    unsafe library.setSpeed(stream, Float(speed))
    self.library = library
    unsafe self.stream = stream
    self.speed = speed
    self.rate = Double(rate)
  }

  deinit { unsafe library.destroy(stream) }

  /// - Parameter samples: stereo, interleaved.
  package mutating func write(_ samples: UnsafePointer<Float>, frames: Int) throws(TimeStretcherError) {
    // It rounds each period that it leaves out or repeats to whole frames: up to 1.4 % of the time, at 0.25 [tried].
    let late = (written - held) / speed - given
    let correction = min(0.05, max(-0.05, 2 * late / rate))
    unsafe library.setSpeed(stream, Float(written > held ? speed / (1 + correction) : speed))
    written += Double(frames)
    // The library takes them to be changeable, and leaves them.
    let source = unsafe UnsafeMutablePointer(mutating: samples)
    guard unsafe library.write(stream, source, Int32(clamping: frames)) != 0 else { throw .noMemory }
  }

  /// Returns the buffered frames. The total is then about the source frames divided by the speed.
  package mutating func flush() throws(TimeStretcherError) {
    guard unsafe library.flush(stream) != 0 else { throw .noMemory }
    (written, given) = (0, 0)
  }

  /// - Returns: how many frames were given; 0 where more have to go in first.
  package mutating func read(into target: UnsafeMutablePointer<Float>, room: Int) -> Int {
    let count = max(0, Int(unsafe library.read(stream, target, Int32(clamping: room))))
    given += Double(count)
    return count
  }

  /// The library's functions, as long as it is loaded.
  @safe private struct Library: ~Copyable {
    private let handle: UnsafeMutableRawPointer
    let create: @convention(c) (Int32, Int32) -> OpaquePointer?
    let destroy: @convention(c) (OpaquePointer) -> Void
    let setSpeed: @convention(c) (OpaquePointer, Float) -> Void
    let write: @convention(c) (OpaquePointer, UnsafeMutablePointer<Float>, Int32) -> Int32
    let read: @convention(c) (OpaquePointer, UnsafeMutablePointer<Float>, Int32) -> Int32
    let flush: @convention(c) (OpaquePointer) -> Int32

    init() throws(TimeStretcherError) {
      guard let handle = unsafe dlopen("libsonic.so.0", RTLD_NOW | RTLD_LOCAL) else {
        throw .noLibrary
      }
      guard let create = unsafe dlsym(handle, "sonicCreateStream"),
        let destroy = unsafe dlsym(handle, "sonicDestroyStream"),
        let setSpeed = unsafe dlsym(handle, "sonicSetSpeed"),
        let write = unsafe dlsym(handle, "sonicWriteFloatToStream"),
        let read = unsafe dlsym(handle, "sonicReadFloatFromStream"),
        let flush = unsafe dlsym(handle, "sonicFlushStream")
      else {
        unsafe dlclose(handle)
        throw .noLibrary
      }
      unsafe self.handle = handle
      unsafe self.create = unsafeBitCast(create, to: (@convention(c) (Int32, Int32) -> OpaquePointer?).self)
      unsafe self.destroy = unsafeBitCast(destroy, to: (@convention(c) (OpaquePointer) -> Void).self)
      unsafe self.setSpeed = unsafeBitCast(setSpeed, to: (@convention(c) (OpaquePointer, Float) -> Void).self)
      unsafe self.write = unsafeBitCast(
        write, to: (@convention(c) (OpaquePointer, UnsafeMutablePointer<Float>, Int32) -> Int32).self)
      unsafe self.read = unsafeBitCast(
        read, to: (@convention(c) (OpaquePointer, UnsafeMutablePointer<Float>, Int32) -> Int32).self)
      unsafe self.flush = unsafeBitCast(flush, to: (@convention(c) (OpaquePointer) -> Int32).self)
    }

    deinit { unsafe dlclose(handle) }
  }
}

package enum TimeStretcherError: Error, Hashable, Sendable {
  case noLibrary, noMemory

  package var reason: String {
    switch self {
    case .noLibrary: "another speed needs libsonic.so.0 (Debian's package libsonic0), which can't be loaded"
    case .noMemory: "there is no memory to change the speed"
    }
  }
}
