import CSndfile
import Glibc

/// libsndfile's functions. The library is loaded with the first file that needs it, and stays: a stick without such files
/// costs none of its memory.
@safe struct WaveLibrary: @unchecked Sendable {
  // Unchecked: pointers to code, which nobody changes.

  let open:
    @convention(c) (
      UnsafeMutablePointer<SF_VIRTUAL_IO>, Int32, UnsafeMutablePointer<SF_INFO>, UnsafeMutableRawPointer
    ) -> OpaquePointer?
  let close: @convention(c) (OpaquePointer) -> Int32
  let error: @convention(c) (OpaquePointer?) -> Int32
  let message: @convention(c) (Int32) -> UnsafePointer<CChar>?
  let read: @convention(c) (OpaquePointer, UnsafeMutablePointer<Float>, Int64) -> Int64
  let seek: @convention(c) (OpaquePointer, Int64, Int32) -> Int64
  let text: @convention(c) (OpaquePointer, Int32) -> UnsafePointer<CChar>?
  let openNumber: @convention(c) (Int32, Int32, UnsafeMutablePointer<SF_INFO>, Int32) -> OpaquePointer?
  let write: @convention(c) (OpaquePointer, UnsafePointer<Int32>, Int64) -> Int64

  static func loaded() throws(MediaError) -> WaveLibrary {
    guard let shared else { throw .unsupported("without libsndfile, WAVE or AIFF") }
    return shared
  }

  private static let shared = WaveLibrary()

  private init?() {
    guard let handle = unsafe dlopen("libsndfile.so.1", RTLD_NOW | RTLD_LOCAL),
      let open = unsafe dlsym(handle, "sf_open_virtual"), let close = unsafe dlsym(handle, "sf_close"),
      let error = unsafe dlsym(handle, "sf_error"), let message = unsafe dlsym(handle, "sf_error_number"),
      let read = unsafe dlsym(handle, "sf_readf_float"), let seek = unsafe dlsym(handle, "sf_seek"),
      let text = unsafe dlsym(handle, "sf_get_string"),
      let openNumber = unsafe dlsym(handle, "sf_open_fd"), let write = unsafe dlsym(handle, "sf_writef_int")
    else { return nil }
    unsafe self.open = unsafeBitCast(
      open,
      to: (@convention(c) (
        UnsafeMutablePointer<SF_VIRTUAL_IO>, Int32, UnsafeMutablePointer<SF_INFO>, UnsafeMutableRawPointer
      ) -> OpaquePointer?).self)
    unsafe self.close = unsafeBitCast(close, to: (@convention(c) (OpaquePointer) -> Int32).self)
    unsafe self.error = unsafeBitCast(error, to: (@convention(c) (OpaquePointer?) -> Int32).self)
    unsafe self.message = unsafeBitCast(message, to: (@convention(c) (Int32) -> UnsafePointer<CChar>?).self)
    unsafe self.read = unsafeBitCast(
      read, to: (@convention(c) (OpaquePointer, UnsafeMutablePointer<Float>, Int64) -> Int64).self)
    unsafe self.seek = unsafeBitCast(
      seek, to: (@convention(c) (OpaquePointer, Int64, Int32) -> Int64).self)
    unsafe self.text = unsafeBitCast(
      text, to: (@convention(c) (OpaquePointer, Int32) -> UnsafePointer<CChar>?).self)
    unsafe self.openNumber = unsafeBitCast(
      openNumber,
      to: (@convention(c) (Int32, Int32, UnsafeMutablePointer<SF_INFO>, Int32) -> OpaquePointer?).self)
    unsafe self.write = unsafeBitCast(
      write, to: (@convention(c) (OpaquePointer, UnsafePointer<Int32>, Int64) -> Int64).self)
  }
}
