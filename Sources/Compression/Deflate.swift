import CZlib

/// zlib's compression (RFC 1950) of bytes in memory.
package enum Deflate {
  package static func zlib(_ bytes: [UInt8]) -> [UInt8] {
    unsafe [UInt8](unsafeUninitializedCapacity: Int(compressBound(UInt(bytes.count)))) { room, count in
      var size = UInt(room.count)
      let code = unsafe compress2(room.baseAddress, &size, bytes, UInt(bytes.count), Z_BEST_COMPRESSION)
      precondition(code == Z_OK, "there is room for whatever comes out")
      count = Int(size)
    }
  }
}
