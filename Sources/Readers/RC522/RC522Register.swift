/// Registers of the MFRC522, by their numbers in its data sheet (9.2).
enum RC522Register: UInt8 {
  case command = 0x01
  case interrupts = 0x04
  case error = 0x06
  case fifo = 0x09
  case fifoLevel = 0x0A
  case bitFraming = 0x0D
  case mode = 0x11
  case antenna = 0x14
  case modulation = 0x15
  case gain = 0x26
  case timerMode = 0x2A
  case timerPrescaler = 0x2B
  case timerReloadHigh = 0x2C
  case timerReloadLow = 0x2D
  case version = 0x37

  /// The first byte on SPI: 0xxxxxx0 writes, 1xxxxxx0 reads (8.1.2.3).
  var writing: UInt8 { rawValue << 1 }
  var reading: UInt8 { rawValue << 1 | 0x80 }
}
