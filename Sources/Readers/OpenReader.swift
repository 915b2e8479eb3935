package import Inputs
import Linux
import Model

/// Opens the readers of the configuration that are no keyboards.
package func openReader(_ binding: ReaderBinding) throws(ReaderFault) -> any CardReader {
  var reset: ResetLine?
  if let line = binding.reset {
    reset = try device { () throws(SystemError) in try ResetLine(LineAddress(line: line)) }
  }
  let path = binding.device
  switch binding.kind {
  case .rdm6300: return try RDM6300Reader(path)
  case .rc522: return try RC522Reader(try SPIDevice(path), reset: reset)
  case .pn532:
    return try PN532Reader(reset: reset) { () throws(ReaderFault) in
      if path.hasPrefix("/dev/i2c-") { return PN532I2C(try I2CDevice(path, address: PN532I2C.address)) }
      if path.hasPrefix("/dev/spidev") { return try PN532SPI(try SPIDevice(path)) }
      return try PN532Serial(path)
    }
  case .pcsc: return try PCSCReader(path)
  case .keys, .pad, .scanner: throw ReaderFault(.failed, "the jukebox itself reads keyboards")
  }
}
