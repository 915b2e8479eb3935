import CBuses
import Linux

/// A chip on I2C: the narrowest seam to the kernel.
protocol I2CBus: AnyObject {
  /// - Returns: false if the chip did not acknowledge.
  func write(_ bytes: [UInt8]) throws(ReaderFault) -> Bool
  /// - Returns: nil if the chip did not acknowledge.
  func read(_ count: Int) throws(ReaderFault) -> [UInt8]?
}

/// A device of i2c-dev.
final class I2CDevice: I2CBus {
  private let file: Descriptor
  private let path: String

  /// EREMOTEIO of errno(3), which some bus drivers report instead of ENXIO.
  private static let remote = Errno(rawValue: 121)

  init(_ path: String, address: UInt8) throws(ReaderFault) {
    self.path = path
    let file = try device { () throws(SystemError) in try HostFile.openDevice(path) }
    try device { () throws(SystemError) in
      try systemCall("ioctl", path: path) { cbuses_set_i2c_address(file.rawValue, Int(address)) }
    }
    self.file = file
  }

  func write(_ bytes: [UInt8]) throws(ReaderFault) -> Bool {
    try acknowledged { () throws(SystemError) in try file.write(bytes.span) != nil } ?? false
  }

  func read(_ count: Int) throws(ReaderFault) -> [UInt8]? {
    try acknowledged { () throws(SystemError) in
      var bytes = [UInt8](repeating: 0, count: count)
      var span = bytes.mutableSpan
      let length = try file.read(into: &span) ?? 0
      return Array(bytes.prefix(length))
    }
  }

  private func acknowledged<Result>(_ body: () throws(SystemError) -> Result) throws(ReaderFault) -> Result? {
    do throws(SystemError) {
      return try body()
    } catch {
      if [.noSuchDeviceOrAddress, .inputOutput, Self.remote].contains(error.code) { return nil }
      throw ReaderFault(error.at(path))
    }
  }
}
