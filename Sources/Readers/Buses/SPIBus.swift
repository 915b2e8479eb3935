import CBuses
import Linux
import Model

/// A chip on SPI: the narrowest seam to the kernel.
protocol SPIBus: AnyObject {
  /// Sends bytes, and receives as many at the same time.
  func transfer(_ bytes: [UInt8]) throws(ReaderFault) -> [UInt8]
}

/// A device of spidev: mode 0, 1 MHz.
final class SPIDevice: SPIBus {
  private let file: Descriptor
  private let path: String

  private static let hertz: UInt32 = 1_000_000

  init(_ path: String) throws(ReaderFault) {
    self.path = path
    let file = try device { () throws(SystemError) in try HostFile.openDevice(path) }
    try device { () throws(SystemError) in
      try systemCall("ioctl", path: path) { cbuses_set_spi_mode(file.rawValue, 0) }
    }
    self.file = file
  }

  func transfer(_ bytes: [UInt8]) throws(ReaderFault) -> [UInt8] {
    var received = [UInt8](repeating: 0, count: bytes.count)
    try device { () throws(SystemError) in
      try systemCall("ioctl", path: path) {
        unsafe cbuses_transfer(file.rawValue, bytes, &received, UInt32(bytes.count), Self.hertz)
      }
    }
    return received
  }
}
